import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventData } from '@rangavalli/contracts/events';
import type { Role } from '@rangavalli/contracts/permissions';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { natsAddress } from '@rangavalli/service-kit/nats/credentials';
import type { ActiveSession } from '../auth/session.js';

const SUBJECT = 'rpc.user.session.check';

/** The user service's part of a login: replies to session checks and publishes revocations. */
export class FakeSessions {
  /** Sessions whose state was requested. */
  readonly checked: string[] = [];
  isDown = false;
  private readonly states = new Map<string, ActiveSession>();
  private readonly ended = new Set<string>();

  private constructor(private readonly nats: NatsConnection) {
    nats.subscribe(SUBJECT, {
      callback: (_error, message) => {
        const { userId, sessionId } = message.json<{ userId: string; sessionId: string }>();
        const state = this.states.get(userId);
        // Another gateway's user service may know it.
        if (this.isDown || !state) return;
        this.checked.push(sessionId);
        const data = this.ended.has(sessionId) ? { isActive: false } : state;
        message.respond(JSON.stringify({ ok: true, data }));
      },
    });
  }

  static async start(url: string): Promise<FakeSessions> {
    const nats = await connect({ ...natsAddress(url), maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const sessions = new FakeSessions(nats);
    await nats.flush();
    return sessions;
  }

  /** A login. */
  add(userId: string, role: Role) {
    const known = this.states.get(userId);
    if (known?.role === role) return;
    this.set(userId, { role });
  }

  set(userId: string, state: Partial<ActiveSession>) {
    const initial = {
      sessionVersion: 0,
      role: 'user',
      emailVerified: true,
      isSecondFactorSetupRequired: false,
    } as const;
    this.states.set(userId, { ...initial, ...this.states.get(userId), ...state, isActive: true });
  }

  end(sessionId: string) {
    this.ended.add(sessionId);
  }

  async publishRevoked(data: EventData<'user.revoked'>) {
    this.nats.publish('user.revoked', JSON.stringify(createEvent('user.revoked', data)));
    await this.nats.flush();
  }

  async stop() {
    await this.nats.close();
  }
}
