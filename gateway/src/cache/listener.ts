import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Envelope } from '@rangavalli/contracts/events';
import { CONFIG, NATS } from '@rangavalli/service-kit/tokens';
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
  ) {
    this.answers = new Answers(config.CACHE_BYTES);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const [subject, when] of Object.entries(changes)) {
      this.nats.subscribe(subject, {
        callback: (error, message) => {
          if (error) this.answers.hears(false);
          else this.answers.changed(message.json<Envelope<keyof typeof changes>>().data.productId, when);
        },
      });
    }
    await this.nats.flush();
    this.answers.hears(true);
    void this.watch();
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.answers.hears(false);
      // Subscriptions are sent again before anything else.
      else if (type === 'reconnect') await this.nats.flush().then(() => this.answers.hears(true), () => undefined);
    }
  }
}
