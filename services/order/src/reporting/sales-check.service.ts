import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { lastIndiaDays } from './india-days.js';
import {
  isBuilt,
  SALES_DAY,
  SALES_STATE,
  type SalesDayRecord,
  type SalesStateRecord,
  STATE_ID,
} from './sales-day.schema.js';
import { areEqual, countDay, type Figures, readProducts } from './sales-figures.js';

const POLL_MS = 60_000;
const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;

const wrongDays = new Gauge({
  name: 'sales_days_wrong',
  help: 'Days whose sales figures differed from a recount of their orders.',
});

/**
 * Compares the figures of one random recent day with a recount, once a day. What differs is compared again every
 * minute: an event that is late is no fault of the figures.
 */
@Injectable()
export class SalesCheck {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<OrderRecord>,
    @InjectModel(SALES_DAY) private readonly days: Model<SalesDayRecord>,
    @InjectModel(SALES_STATE) private readonly state: Model<SalesStateRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
    collectors: MetricCollectors,
  ) {
    collectors.add(async () => wrongDays.set((await this.read())?.wrongDays?.length ?? 0));
  }

  @Repeats('sales check', POLL_MS)
  async run(): Promise<void> {
    const state = await this.read();
    if (!isBuilt(state)) return;
    const days = new Set(state?.wrongDays);
    const now = new Date();
    if (await this.claim(now)) days.add(lastIndiaDays(now, RECENT_DAYS)[randomInt(RECENT_DAYS)] ?? '');
    for (const day of days) await this.check(day);
  }

  /** Stores whether the figures of a day are wrong. Days that are being counted are left as they are. */
  async check(day: string): Promise<void> {
    const verdict = await compareDay(this.orders, this.days, day);
    if (verdict === 'stale') return;
    const isWrong = verdict === 'wrong';
    const change = isWrong ? { $addToSet: { wrongDays: day } } : { $pull: { wrongDays: day } };
    const before = await this.state.findOneAndUpdate({ _id: STATE_ID }, change, { returnDocument: 'before' }).lean();
    if (isWrong && !before?.wrongDays?.includes(day)) this.logger.warn({ day }, 'sales figures differ from a recount');
  }

  /** Returns whether this process makes the check of today. */
  private async claim(now: Date): Promise<boolean> {
    const { matchedCount } = await this.state.updateOne(
      { _id: STATE_ID, $or: [{ nextCheckAt: { $exists: false } }, { nextCheckAt: { $lte: now } }] },
      { $set: { nextCheckAt: new Date(now.getTime() + DAY_MS) } },
    );
    return matchedCount === 1;
  }

  private read(): Promise<SalesStateRecord | null> {
    return this.state.findById(STATE_ID).lean<SalesStateRecord>().exec();
  }
}

/** Compares the figures of a day with a recount of its orders; `stale` while a change has not been counted. */
export async function compareDay(
  orders: Model<OrderRecord>,
  days: Model<SalesDayRecord>,
  day: string,
): Promise<'right' | 'wrong' | 'stale'> {
  const read = () => days.findById(day).lean<SalesDayRecord>().exec();
  const before = await read();
  const products: Figures['products'] = [];
  for await (const part of readProducts(days, day)) products.push(...part);
  const counted = await countDay(orders, day);
  const after = await read();
  if (before?.isStale || after?.isStale || after?.changes !== before?.changes) return 'stale';
  return areEqual({ byStatus: before?.byStatus ?? [], products }, counted) ? 'right' : 'wrong';
}
