import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventData } from '@rangavalli/contracts/events';
import { CLOCK_SKEW_MS } from '@rangavalli/service-kit/clock-skew';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Session } from './session.js';

const MAX_REVOCATIONS = 100_000;
/** The longest lifetime of an access token (`ACCESS_TOKEN_TTL_S` of the user service). */
const MAX_TOKEN_LIFETIME_MS = 86_400_000;

type Revocable = Pick<Session, 'identity' | 'version'>;

/**
 * Refuses access tokens from the moment the user service revokes them (architecture, invariant 12). What happened while
 * this gateway was not subscribed is unknown: tokens from before are confirmed with the user service once.
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap {
  private readonly oldestVersions = this.createCache<number>();
  private readonly endedSessions = this.createCache<true>();
  /** Every revocation after it is known, ms since 1970. */
  private completeSince = Number.POSITIVE_INFINITY;
  isConnected = false;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    await subscribeEphemeral(this.nats, ['user.revoked'], {
      onEvent: ({ data }) => this.revoke(data),
      onInvalidEvent: () => this.markIncomplete(),
      onConnectionChange: (isConnected) => {
        this.isConnected = isConnected;
        this.markIncomplete();
      },
      logger: this.logger,
    });
  }

  isRevoked({ identity: { id, sessionId }, version }: Revocable): boolean {
    return this.endedSessions.has(sessionId) || version < (this.oldestVersions.get(id) ?? 0);
  }

  /** Whether a revocation of this session would have reached this gateway. */
  isComplete({ issuedAt, confirmed }: Session): boolean {
    if (!this.isConnected) return false;
    // Of the user service's clock.
    return issuedAt >= this.completeSince + CLOCK_SKEW_MS || (confirmed?.at ?? 0) >= this.completeSince;
  }

  private revoke({ userId, sessionVersion, sessionId }: EventData<'user.revoked'>) {
    if (sessionId !== undefined) this.endedSessions.set(sessionId, true);
    else this.oldestVersions.set(userId, Math.max(sessionVersion, this.oldestVersions.get(userId) ?? 0));
  }

  private markIncomplete() {
    this.completeSince = Date.now();
  }

  private createCache<Value extends {}>() {
    return new LRUCache<string, Value>({
      max: MAX_REVOCATIONS,
      ttl: MAX_TOKEN_LIFETIME_MS,
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.markIncomplete();
      },
    });
  }
}
