import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { SearchTerm } from '@rangavalli/contracts/entities/search';
import { startOfIndianDay, toIndianDay } from '@rangavalli/contracts/india-time';
import type { SearchIndex } from '@rangavalli/search-index/search-index';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import type { ProductVersion } from '../product-documents.js';
import { SEARCH_INDEX } from '../search-index.token.js';
import { SearchIndexer } from '../search-indexer.js';
import { anonymousText } from './anonymous-text.js';
import { SEARCH_DAY, type SearchDayRecord } from './search-log.schema.js';

/** Different texts per day; further ones are not logged. */
const MAX_TEXTS_PER_DAY = 5_000;
const MAX_BATCHES = 10;
/** Most frequent texts whose current results are counted for a list. */
const MAX_CANDIDATES = 300;
const DAY_MS = 86_400_000;

interface TermsQuery {
  days: number;
  limit: number;
  withoutResults: boolean;
}

/** Counts what shoppers search for, by text and day, without anything about them. */
@Injectable()
export class SearchLog {
  constructor(
    @InjectModel(SEARCH_DAY) private readonly log: Model<SearchDayRecord>,
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex<ProductVersion>,
    private readonly indexer: SearchIndexer,
  ) {}

  /**
   * Adds a batch in one write. Idempotent by the id of the batch.
   * @throws AppError UNAVAILABLE until the index is filled
   */
  async record({ batchId, searches }: CommandRequest<'rpc.catalog.searches.record'>): Promise<void> {
    await this.indexer.ready();
    const counts = new Map<string, number>();
    for (const { text, count } of searches) {
      const anonymous = anonymousText(text);
      if (anonymous !== undefined) counts.set(anonymous, (counts.get(anonymous) ?? 0) + count);
    }
    if (counts.size === 0) return;
    const day = toIndianDay(new Date());
    const isFull = (await this.log.countDocuments({ day }).limit(MAX_TEXTS_PER_DAY)) >= MAX_TEXTS_PER_DAY;
    const at = startOfIndianDay(day);
    const writes = await Promise.all(
      [...counts].map(async ([text, count]) => ({
        updateOne: {
          filter: { _id: `${day} ${text}`, batches: { $ne: batchId } },
          update: {
            $setOnInsert: { text, day, at },
            $inc: { searches: count },
            $set: { results: await this.countResults(text) },
            $push: { batches: { $each: [batchId], $slice: -MAX_BATCHES } },
          },
          upsert: !isFull,
        },
      })),
    );
    await this.write(writes);
  }

  /** Returns the most frequent texts with the number of products that they find now. */
  async terms({ days, limit, withoutResults }: TermsQuery): Promise<SearchTerm[]> {
    await this.indexer.ready();
    const from = toIndianDay(new Date(Date.now() - (days - 1) * DAY_MS));
    const found = await this.log.aggregate<{ _id: string; searches: number; lastDay: string }>([
      { $match: { day: { $gte: from }, ...(withoutResults ? { results: 0 } : {}) } },
      { $group: { _id: '$text', searches: { $sum: '$searches' }, lastDay: { $max: '$day' } } },
      { $sort: { searches: -1, _id: 1 } },
      { $limit: MAX_CANDIDATES },
    ]);
    const terms: SearchTerm[] = [];
    for (const { _id: text, searches, lastDay } of found) {
      if (terms.length === limit) break;
      const results = await this.countResults(text);
      // What a synonym or a new product has put right since is left out.
      if (!withoutResults || results === 0) terms.push({ text, searches, results, lastDay });
    }
    return terms;
  }

  private async countResults(q: string): Promise<number> {
    const page = { offset: 0, limit: 1, includeFacets: false };
    return (await this.index.search({ q, sort: 'relevance' }, page)).total;
  }

  /**
   * A text whose batch was counted before, or which another process inserts at the same time, is a duplicate of its
   * key. The second attempt counts what was inserted meanwhile; what was counted before fails again.
   */
  private async write(writes: Parameters<Model<SearchDayRecord>['bulkWrite']>[0]): Promise<void> {
    for (const isLast of [false, true])
      try {
        await this.log.bulkWrite(writes, { ordered: false });
        return;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
        if (isLast) return;
      }
  }
}
