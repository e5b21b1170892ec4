import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LRUCache } from 'lru-cache';
import { Revocations } from './revocations.js';
import type { ActiveSession, Session } from './session.js';

type Reply = CommandReply<'rpc.user.session.check'>;

interface Check {
  reply: Promise<Reply>;
  /** Milliseconds since 1970. */
  requestedAt: number;
}

const MAX_CHECKED = 10_000;
const TTL_MS = 1_000;
/** Most calls of staff continue without a reply. */
const DEADLINE_MS = 2_000;
/** Of calls that cannot. */
const REQUIRED_DEADLINE_MS = 5_000;
/** After this many requests without a reply, the next ones fail at once for a time. */
const MAX_FAILURES = 3;
const PAUSE_MS = 3_000;

/** Requests from the user service the state behind an access token; concurrent callers share one request. */
@Injectable()
export class SessionChecks {
  private readonly checks = new LRUCache<string, Check>({ max: MAX_CHECKED, ttl: TTL_MS });
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    private readonly commands: Commands,
    private readonly revocations: Revocations,
  ) {}

  /**
   * @param isFresh ignores the reply of the last second
   * @param isRequired the caller cannot continue without a reply: waits longer, also after failures
   * @throws AppError SESSION_REVOKED; UNAVAILABLE when the user service does not reply
   */
  async check(session: Session, { isFresh = false, isRequired = false } = {}): Promise<ActiveSession> {
    const { reply, requestedAt } = this.request(session, isFresh, isRequired);
    const state = await reply;
    if (!state.isActive || state.sessionVersion > session.version) throw new AppError('SESSION_REVOKED');
    session.confirmed = { state, at: requestedAt };
    return state;
  }

  private request({ identity: { id, sessionId } }: Session, isFresh: boolean, isRequired: boolean): Check {
    const key = `${id} ${sessionId}${isRequired ? ' required' : ''}`;
    const cached = isFresh ? undefined : this.checks.get(key);
    if (cached) return cached;
    const isPaused = !isRequired && Date.now() < this.pausedUntil;
    // Without a connection a request would only wait for its deadline.
    if (isPaused || !this.revocations.isConnected) throw new AppError('UNAVAILABLE');
    const deadlineMs = isRequired ? REQUIRED_DEADLINE_MS : DEADLINE_MS;
    const reply = this.commands.request('rpc.user.session.check', { userId: id, sessionId }, deadlineMs);
    const check = { reply, requestedAt: Date.now() };
    this.checks.set(key, check);
    reply.then(
      () => {
        this.failures = 0;
        this.pausedUntil = 0;
      },
      () => {
        this.failures += 1;
        if (this.failures >= MAX_FAILURES) this.pausedUntil = Date.now() + PAUSE_MS;
        if (this.checks.peek(key) === check) this.checks.delete(key);
      },
    );
    return check;
  }
}
