import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { lastIndiaDays } from './india-days.js';
import type { SalesDayRecord } from './sales-day.schema.js';
import { SalesDays } from './sales-days.service.js';

const DAYS = 30;
const BEST_SELLERS = 5;
const RECENT = 5;

/** Sales in paise, by days in IST. Cancelled orders count as orders; what is cancelled of others is no revenue. */
export interface SalesRecord {
  revenuePaise: number;
  orders: number;
  byStatus: { status: OrderStatus; orders: number }[];
  days: { day: string; revenuePaise: number; orders: number }[];
  bestSellers: SalesDayRecord['products'];
  recent: OrderRecord[];
}

/** The dashboard's figures, from the figures by day. */
@Injectable()
export class SummaryService {
  constructor(
    private readonly store: OrderStore,
    private readonly sales: SalesDays,
  ) {}

  async compute(now: Date): Promise<SalesRecord> {
    const days = lastIndiaDays(now, DAYS);
    const [byStatus, byDay, bestSellers, recent] = await Promise.all([
      this.sales.countByStatus(),
      this.sales.find(days),
      this.sales.bestSellers(days, BEST_SELLERS),
      this.store.findNewest(RECENT),
    ]);
    return {
      ...totalsOf(byStatus),
      byStatus: byStatus.map(({ status, orders }) => ({ status, orders })),
      days: days.map((day) => ({ day, ...totalsOf(byDay.get(day) ?? []) })),
      bestSellers,
      recent,
    };
  }
}

const totalsOf = (byStatus: SalesDayRecord['byStatus']) => ({
  orders: byStatus.reduce((sum, { orders }) => sum + orders, 0),
  revenuePaise: byStatus.filter(({ status }) => status !== 'Cancelled').reduce((sum, { paise }) => sum + paise, 0),
});
