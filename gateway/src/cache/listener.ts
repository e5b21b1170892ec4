import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { CONFIG, LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { GatewayConfig } from '../config.js';
import { Answers } from './answers.js';
import { changes } from './shared-reads.js';

/**
 * Forgets answers when the catalog tells of a change (architecture §4). It listens in passing, without a place in the stream:
 * what it misses while NATS is away is made good by forgetting everything when it is back.
 */
@Injectable()
export class CatalogListener implements OnApplicationBootstrap {
  readonly answers: Answers;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.answers = new Answers(config.CACHE_BYTES);
  }

  async onApplicationBootstrap(): Promise<void> {
    await subscribeEphemeral(this.nats, Object.keys(changes) as (keyof typeof changes)[], {
      onEvent: ({ type, data }) => this.answers.changed(data.productId, changes[type]),
      onInvalidEvent: () => this.answers.clear(),
      onConnectionChange: (now) => this.answers.hears(now),
      logger: this.logger,
    });
  }
}
