import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../tokens.js';
import { within } from './checks.js';

const TIMEOUT_MS = 900;

/** Gauges read from the database for each scrape. A collector resets its gauges first. */
@Injectable()
export class MetricCollectors {
  private readonly collectors: (() => Promise<void>)[] = [];

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** `collect` runs every few seconds in every process: use an index and bound the documents. */
  add(collect: () => Promise<void>): void {
    this.collectors.push(collect);
  }

  /** Never rejects; slower collectors are left out. */
  async collect(): Promise<void> {
    const logFailure = (error: unknown): void => this.logger.warn({ err: error }, 'metric collection failed');
    await within(TIMEOUT_MS, Promise.all(this.collectors.map((collect) => collect().catch(logFailure))));
  }
}
