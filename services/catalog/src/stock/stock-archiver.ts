import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { ARCHIVED_ENTRY, type ArchivedEntry } from './archived-entry.schema.js';
import { dueBy, lookAtAnew } from './look-at.js';
import { archiveId, endedStates, entryId, type StockEntry } from './stock-entry.js';

const BATCH = 100;

/**
 * Moves ended stock entries out of their products, so that these stay small. First into the archive, then out of
 * the product: a crash between leaves the entry in both, and readers believe the product (`StockLedger`).
 *
 * The archive only ever learns: an entry is inserted if absent, and `sold` may become `released` or `returned`.
 * So a replica that was stalled with an old reading can't undo what another one has written, and an
 * entry is pulled in just the state that was archived.
 */
@Injectable()
export class StockArchiver implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: PeriodicTask;
  private readonly afterMs: number;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @InjectModel(ARCHIVED_ENTRY) private readonly archive: Model<ArchivedEntry>,
    @Inject(CONFIG) config: CatalogConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.afterMs = config.STOCK_ARCHIVE_AFTER_MS;
    this.rounds = new PeriodicTask({ name: 'stock archiver', intervalMs: config.STOCK_ARCHIVE_EVERY_MS, logger }, () =>
      this.run(),
    );
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** Archives all entries that ended before `before`. */
  async run(before = new Date(Date.now() - this.afterMs)): Promise<void> {
    const due = dueBy(new Date(before.getTime() + this.afterMs));
    for (;;) {
      const found = await this.products
        .find({ ...due, holds: { $elemMatch: { state: { $in: endedStates }, at: { $lt: before } } } }, { holds: 1 })
        .limit(BATCH)
        .lean<Pick<ProductRecord, '_id' | 'holds'>[]>();
      for (const { _id, holds } of found) {
        const ended = holds.filter(({ state, at }) => state !== 'held' && at < before);
        await this.keep(_id.toHexString(), ended);
        await this.pull(_id, ended);
      }
      if (found.length < BATCH) return;
    }
  }

  /** The first half. An entry that puts an archived sale back is merged into that sale. */
  async keep(productId: string, entries: readonly StockEntry[]): Promise<void> {
    await this.archive.bulkWrite(
      entries.flatMap(({ _id: _inProduct, ...entry }) => {
        const _id = archiveId(productId, entryId(entry.holdId, entry.size));
        const insert = {
          updateOne: { filter: { _id }, update: { $setOnInsert: { ...entry, productId } }, upsert: true },
        };
        const learn = {
          updateOne: {
            filter: { _id, state: 'sold' as const },
            update: { $set: { state: entry.state, at: entry.at } },
          },
        };
        return entry.state === 'sold' ? [insert] : [insert, learn];
      }),
    );
  }

  /** The second half. An entry that moved on meanwhile stays for the next round. */
  async pull(productId: ProductRecord['_id'], entries: readonly StockEntry[]): Promise<void> {
    const leaving = entries.map(({ _id, state }) => `${state} ${_id}`);
    const archivedUpTo = entries.map(({ holdId }) => holdId).reduce((one, other) => (one > other ? one : other), '');
    // Past mongoose: stock is no edit of the product. Values are those that are stored.
    await this.products.collection.updateOne({ _id: productId }, [
      {
        $set: {
          holds: {
            $filter: {
              input: '$holds',
              as: 'entry',
              cond: { $not: [{ $in: [{ $concat: ['$$entry.state', ' ', '$$entry._id'] }, { $literal: leaving }] }] },
            },
          },
          archiveRevision: { $add: [{ $ifNull: ['$archiveRevision', 0] }, 1] },
          archiveMarks: { $add: [{ $ifNull: ['$archiveMarks', 0] }, 1] },
          archivedUpTo: { $max: ['$archivedUpTo', { $literal: archivedUpTo }] },
        },
      },
      lookAtAnew(this.afterMs),
    ]);
  }
}
