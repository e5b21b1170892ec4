import { Injectable } from '@nestjs/common';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { type OrderRecord, PLACED } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';

const DAYS = 30;
const BEST_SELLERS = 5;
const RECENT = 5;
const DAY_MS = 86_400_000;
const INDIA_OFFSET = '+05:30';
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

/** Sales in paise, by days in IST. Cancelled orders count as orders, never as revenue. */
export interface SalesRecord {
  revenuePaise: number;
  orders: number;
  byStatus: { status: OrderStatus; orders: number }[];
  days: { day: string; revenuePaise: number; orders: number }[];
  bestSellers: { _id: string; name: string; units: number; revenuePaise: number }[];
  recent: OrderRecord[];
}

interface Group<Key> {
  _id: Key;
  orders: number;
  paise: number;
}

const orderCount = { $sum: 1 };

/** Uses only stages that MongoDB and DocumentDB both have (no `$dateTrunc`). */
@Injectable()
export class SummaryService {
  constructor(private readonly store: OrderStore) {}

  async compute(now: Date): Promise<SalesRecord> {
    const { days, since } = lastIndiaDays(now, DAYS);
    const { model } = this.store;
    const [byStatus, byDay, bestSellers, recent] = await Promise.all([
      model.aggregate<Group<OrderStatus>>([
        { $match: PLACED },
        { $group: { _id: '$status', orders: orderCount, paise: { $sum: '$totalPaise' } } },
      ]),
      model.aggregate<Group<string>>([
        { $match: { phase: 'placed', orderedAt: { $gte: since } } },
        {
          $group: {
            _id: { $dateToString: { date: '$orderedAt', format: '%Y-%m-%d', timezone: INDIA_OFFSET } },
            orders: orderCount,
            paise: { $sum: { $cond: [{ $ne: ['$status', 'Cancelled'] }, '$totalPaise', 0] } },
          },
        },
      ]),
      model.aggregate<SalesRecord['bestSellers'][number]>([
        { $match: { phase: 'placed', orderedAt: { $gte: since }, status: { $ne: 'Cancelled' } } },
        { $sort: { orderedAt: -1 } },
        { $unwind: '$lines' },
        {
          $group: {
            _id: '$lines.productId',
            name: { $first: '$lines.name' },
            units: { $sum: '$lines.quantity' },
            revenuePaise: { $sum: { $multiply: ['$lines.unitPaise', '$lines.quantity'] } },
          },
        },
        { $sort: { units: -1, revenuePaise: -1, _id: 1 } },
        { $limit: BEST_SELLERS },
      ]),
      this.store.findPlaced(PLACED, RECENT),
    ]);
    return {
      revenuePaise: byStatus.filter(({ _id }) => _id !== 'Cancelled').reduce((sum, { paise }) => sum + paise, 0),
      orders: byStatus.reduce((sum, { orders }) => sum + orders, 0),
      byStatus: orderStatuses.map((status) => ({
        status,
        orders: byStatus.find(({ _id }) => _id === status)?.orders ?? 0,
      })),
      days: days.map((day) => {
        const sold = byDay.find(({ _id }) => _id === day);
        return { day, revenuePaise: sold?.paise ?? 0, orders: sold?.orders ?? 0 };
      }),
      bestSellers,
      recent,
    };
  }
}

export const toIndiaDay = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/** Returns the last `count` days in IST, oldest first, and the start of the first one. */
export function lastIndiaDays(now: Date, count: number): { days: string[]; since: Date } {
  const days = Array.from({ length: count }, (_none, index) =>
    toIndiaDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
  return { days, since: new Date(`${days[0] ?? toIndiaDay(now)}T00:00:00${INDIA_OFFSET}`) };
}
