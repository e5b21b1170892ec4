import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { MAX_SEARCH_BATCH } from '@rangavalli/contracts/commands/catalog';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { GatewayConfig } from '../config.js';

const DEADLINE_MS = 4_000;
const MAX_TEXT_LENGTH = 120;

/**
 * Counts the searches of shoppers, also those whose response is cached, which the catalog never receives. The catalog
 * records them in batches; further texts than one batch has are not counted until it has recorded that one.
 */
@Injectable()
export class SearchCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private counts = new Map<string, number>();
  /** Sent again under its id until it is recorded. */
  private unrecorded: CommandRequest<'rpc.catalog.searches.record'> | undefined;
  private readonly task: PeriodicTask;

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) { SEARCH_COUNT_INTERVAL_MS: intervalMs }: GatewayConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new PeriodicTask({ name: 'record searches', intervalMs, logger }, () => this.record());
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await this.record().catch(() => undefined);
  }

  /** @param text undefined for a request that is no search */
  count(text: string | undefined): void {
    if (text === undefined || text.length > MAX_TEXT_LENGTH) return;
    const count = this.counts.get(text);
    if (count === undefined && this.counts.size >= MAX_SEARCH_BATCH) return;
    this.counts.set(text, (count ?? 0) + 1);
  }

  private async record(): Promise<void> {
    if (!this.unrecorded) {
      if (this.counts.size === 0) return;
      const searches = [...this.counts].map(([text, count]) => ({ text, count }));
      this.unrecorded = { batchId: randomUUID(), searches };
      this.counts = new Map();
    }
    await this.commands.request('rpc.catalog.searches.record', this.unrecorded, DEADLINE_MS);
    this.unrecorded = undefined;
  }
}
