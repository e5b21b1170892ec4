import { type BeforeApplicationShutdown, type FactoryProvider, type OnApplicationBootstrap } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { Collection, Model, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../tokens.js';

const DAY_S = 86_400;
const RETRY_MS = 10_000;
const INDEX_OPTIONS_CONFLICT = 85;

interface RetentionRule<Config> {
  /** Date from which the time is counted; documents without it are kept. */
  field: string;
  days: (config: Config) => number;
  /** Documents to which the rule applies, with a name of its own when two rules count from the same date. */
  only?: { filter: mongo.Document; name?: string };
}

/**
 * Returns a provider that deletes documents of a collection a number of days after a date in them. The number is a
 * setting; a changed one takes effect at the next start, also for documents that exist.
 */
export const retention = <Config>(model: string, rule: RetentionRule<Config>): FactoryProvider<RetentionIndex> => ({
  provide: `retention of ${model} by ${rule.only?.name ?? rule.field}`,
  inject: [getModelToken(model), CONFIG, LOGGER],
  useFactory: (target: Model<unknown>, config: Config, logger: Logger) =>
    new RetentionIndex(target, rule, rule.days(config), logger),
});

/** Ensures the index in the background: services start without a database. */
class RetentionIndex implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private attempt: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly model: Model<unknown>,
    private readonly rule: Pick<RetentionRule<never>, 'field' | 'only'>,
    private readonly days: number,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.attempt = this.apply();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.attempt;
  }

  private async apply(): Promise<void> {
    const { model, days, logger } = this;
    const { field, only } = this.rule;
    try {
      await ensureTtlIndex(model.collection, {
        key: { [field]: 1 },
        name: only?.name ?? `${field}_1`,
        expireAfterSeconds: days * DAY_S,
        ...(only ? { partialFilterExpression: only.filter } : {}),
      });
    } catch (error) {
      if (this.isStopped) return;
      logger.warn({ err: error, collection: model.collection.name, field, days }, 'retention not applied; retrying');
      this.timer = setTimeout(() => this.onApplicationBootstrap(), RETRY_MS).unref();
    }
  }
}

export interface TtlIndex {
  key: Record<string, 1>;
  name: string;
  expireAfterSeconds: number;
  partialFilterExpression?: mongo.Document;
}

/** Creates a TTL index, or changes the time of an existing one. Idempotent, also between processes. */
export async function ensureTtlIndex(
  collection: Pick<Collection, 'createIndex' | 'conn' | 'name'>,
  { key, ...options }: TtlIndex,
): Promise<void> {
  try {
    await collection.createIndex(key, options);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INDEX_OPTIONS_CONFLICT) throw error;
    const { name, expireAfterSeconds } = options;
    await collection.conn.db?.command({ collMod: collection.name, index: { name, expireAfterSeconds } });
  }
}
