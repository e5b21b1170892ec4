import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../tokens.js';

/** Metrics come without what took longer, ms. */
const READ_MS = 900;

/**
 * What a service itself reads when somebody asks for its metrics: gauges over its database. A reader first clears its
 * gauges, so that what it could not find out has no value.
 */
@Injectable()
export class Readings {
  private readonly readers: (() => Promise<void>)[] = [];

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** @param read asks the database by an index and for a bounded number of documents: it runs every few seconds in every process */
  add(read: () => Promise<void>): void {
    this.readers.push(read);
  }

  /** Never fails, and takes about a second at most. */
  async read(): Promise<void> {
    const all = this.readers.map((read) =>
      read().catch((error: unknown) => this.logger.warn({ err: error }, 'a metric could not be read')),
    );
    await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, READ_MS).unref())]);
  }
}
