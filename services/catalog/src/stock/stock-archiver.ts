import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { CatalogConfig } from '../catalog.config.js';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import {
  ARCHIVED_ENTRY,
  type ArchivedEntry,
  archiveId,
  endedStates,
  entryId,
  isDueBy,
  recomputeNextSweep,
  type StockEntry,
} from './stock-entry.js';

const BATCH_SIZE = 100;

/**
 * Moves ended entries out of their products, so that these stay small. A crash between insert and pull leaves an entry
 * in both places; readers prefer the product (`StockLedger`). The archive only moves forward: entries are inserted if
 * absent, and `sold` may become `released` or `returned`, so that a stalled replica with old data undoes nothing.
 */
@Injectable()
export class StockArchiver {
  private readonly afterMs: number;

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    @InjectModel(ARCHIVED_ENTRY) private readonly archive: Model<ArchivedEntry>,
    @Inject(CONFIG) config: CatalogConfig,
  ) {
    this.afterMs = config.STOCK_ARCHIVE_AFTER_MS;
  }

  @Repeats('stock archiver', ({ STOCK_ARCHIVE_EVERY_MS }: CatalogConfig) => STOCK_ARCHIVE_EVERY_MS)
  async archiveEnded(before = new Date(Date.now() - this.afterMs)): Promise<void> {
    const due = isDueBy(new Date(before.getTime() + this.afterMs));
    for (;;) {
      const found = await this.products
        .find({ ...due, holds: { $elemMatch: { state: { $in: endedStates }, at: { $lt: before } } } }, { holds: 1 })
        .limit(BATCH_SIZE)
        .lean<Pick<ProductRecord, '_id' | 'holds'>[]>();
      for (const { _id, holds } of found) {
        const ended = holds.filter(({ state, at }) => state !== 'held' && at < before);
        await this.insert(_id.toHexString(), ended);
        await this.pull(_id, ended);
      }
      if (found.length < BATCH_SIZE) return;
    }
  }

  /** An entry that returns an archived sale is merged into that sale. */
  async insert(productId: string, entries: readonly StockEntry[]): Promise<void> {
    await this.archive.bulkWrite(
      entries.flatMap(({ _id: _inProduct, ...entry }) => {
        const _id = archiveId(productId, entryId(entry.holdId, entry.size));
        const insert = {
          updateOne: { filter: { _id }, update: { $setOnInsert: { ...entry, productId } }, upsert: true },
        };
        const moveForward = {
          updateOne: {
            filter: { _id, state: 'sold' as const },
            update: { $set: { state: entry.state, at: entry.at } },
          },
        };
        return entry.state === 'sold' ? [insert] : [insert, moveForward];
      }),
    );
  }

  /** An entry whose state changed meanwhile stays until the next run. */
  async pull(productId: ProductRecord['_id'], entries: readonly StockEntry[]): Promise<void> {
    const archived = entries.map(({ _id, state }) => `${state} ${_id}`);
    const archivedUpTo = entries.map(({ holdId }) => holdId).reduce((a, b) => (a > b ? a : b), '');
    await this.products.updateOne(
      { _id: productId },
      [
        {
          $set: {
            holds: {
              $filter: {
                input: '$holds',
                as: 'entry',
                cond: { $not: [{ $in: [{ $concat: ['$$entry.state', ' ', '$$entry._id'] }, { $literal: archived }] }] },
              },
            },
            archiveRevision: { $add: [{ $ifNull: ['$archiveRevision', 0] }, 1] },
            archivedUpTo: { $max: ['$archivedUpTo', { $literal: archivedUpTo }] },
          },
        },
        recomputeNextSweep(this.afterMs),
      ],
      { updatePipeline: true, timestamps: false },
    );
  }
}
