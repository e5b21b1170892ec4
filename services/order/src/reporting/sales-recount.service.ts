import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.config.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import {
  FIGURES_VERSION,
  isBuilt,
  PRODUCTS_PER_DOCUMENT,
  productsIdOf,
  SALES_DAY,
  SALES_STATE,
  type SalesDayRecord,
  type SalesStateRecord,
  STATE_ID,
} from './sales-day.schema.js';
import { SalesDays } from './sales-days.service.js';
import { countDay, findCountedDays, findDaysWithOrders } from './sales-figures.js';

const MAX_STALE_DAYS = 100;
/** Renewed before each day: after a crash, another process continues when it has passed. */
const CLAIM_MS = 30_000;
/** A recount takes at most this share of the time, because a day costs more as its orders grow … */
const PAUSE_FACTOR = 30;
/** … but figures are never older than this. */
const MAX_PAUSE_MS = 300_000;

/** Counts stale days, in one process at a time; all days at the first start of a release with these figures. */
@Injectable()
export class SalesRecount {
  private readonly intervalMs: number;

  constructor(
    @InjectModel(ORDER) private readonly orders: Model<OrderRecord>,
    @InjectModel(SALES_DAY) private readonly days: Model<SalesDayRecord>,
    @InjectModel(SALES_STATE) private readonly state: Model<SalesStateRecord>,
    private readonly sales: SalesDays,
    @Inject(CONFIG) config: Pick<OrderConfig, 'SALES_RECOUNT_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.intervalMs = config.SALES_RECOUNT_MS;
  }

  /** Does nothing when no day is stale, or when another process counts or has just counted. */
  @Repeats('sales recount', ({ SALES_RECOUNT_MS }: OrderConfig) => SALES_RECOUNT_MS)
  async run(): Promise<void> {
    const state = await this.state.findById(STATE_ID).lean<SalesStateRecord>();
    if (isBuilt(state) && !(await this.days.exists({ isStale: true }))) return;
    if (!(await this.claim())) return;
    let pauseMs = this.intervalMs;
    try {
      if (isBuilt(state)) pauseMs = this.pauseAfter(await this.recountStaleDays());
      else await this.rebuild();
    } finally {
      await this.postpone(pauseMs);
    }
  }

  /** Counts every day again. One that was interrupted starts from the beginning. Returns the number of days. */
  async rebuild(): Promise<number> {
    const counted = await findCountedDays(this.days);
    const days = [...new Set([...counted, ...(await findDaysWithOrders(this.orders))])];
    await this.sales.markStale(days);
    await this.recountStaleDays();
    await this.state.updateOne(
      { _id: STATE_ID },
      { $set: { builtAt: new Date(), version: FIGURES_VERSION }, $unset: { wrongDays: 1 } },
      { upsert: true },
    );
    this.logger.info({ days: days.length }, 'sales figures rebuilt');
    return days.length;
  }

  private async claim(): Promise<boolean> {
    try {
      const claimed = await this.state.findOneAndUpdate(
        { _id: STATE_ID, $or: [{ nextCountAt: { $exists: false } }, { nextCountAt: { $lte: new Date() } }] },
        { $set: { nextCountAt: new Date(Date.now() + CLAIM_MS) } },
        { upsert: true, returnDocument: 'after' },
      );
      return claimed !== null;
    } catch (error) {
      // The guard did not match.
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
  }

  private async postpone(pauseMs: number): Promise<void> {
    await this.state.updateOne({ _id: STATE_ID }, { $set: { nextCountAt: new Date(Date.now() + pauseMs) } });
  }

  private pauseAfter(tookMs: number): number {
    return Math.max(this.intervalMs, Math.min(PAUSE_FACTOR * tookMs, MAX_PAUSE_MS));
  }

  /** Returns the duration, ms. */
  private async recountStaleDays(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const stale = await this.days.find({ isStale: true }).limit(MAX_STALE_DAYS).lean<SalesDayRecord[]>();
      for (const day of stale) {
        await this.postpone(CLAIM_MS);
        await this.recount(day);
      }
      if (stale.length < MAX_STALE_DAYS) return performance.now() - startedAt;
    }
  }

  /** Of two processes that count at the same time, the one that saw more changes wins. */
  private async recount({ _id: day, changes }: SalesDayRecord): Promise<void> {
    const { byStatus, products } = await countDay(this.orders, day);
    await this.storeProducts(day, products, changes);
    await this.days.updateOne({ _id: day, counted: { $lt: changes } }, { $set: { byStatus, counted: changes } });
    await this.days.updateOne({ _id: day, changes }, { $unset: { isStale: 1 } });
    this.sales.readAgain();
  }

  /** The first part last: `readProducts` leaves out the parts that were counted before it. */
  private async storeProducts(day: string, products: SalesDayRecord['products'], changes: number): Promise<void> {
    const empty = { changes: 0, counted: 0, byStatus: [], products: [] };
    const lastPart = Math.max(0, Math.ceil(products.length / PRODUCTS_PER_DOCUMENT) - 1);
    for (let part = lastPart; part >= 0; part -= 1) {
      const _id = productsIdOf(day, part);
      const start = part * PRODUCTS_PER_DOCUMENT;
      const set = { products: products.slice(start, start + PRODUCTS_PER_DOCUMENT), counted: changes };
      await this.days.bulkWrite([
        { updateOne: { filter: { _id }, update: { $setOnInsert: empty }, upsert: true } },
        { updateOne: { filter: { _id, counted: { $lt: changes } }, update: { $set: set } } },
      ]);
    }
  }
}
