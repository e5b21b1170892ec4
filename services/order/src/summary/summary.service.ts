import { Injectable } from '@nestjs/common';
import { type OrderStatus, orderStatuses } from '@rangavalli/contracts/entities/order';
import type { PipelineStage } from 'mongoose';
import { type OrderRecord, PLACED } from '../orders/order.schema.js';
import { OrderStore } from '../orders/order.store.js';
import { INDIA, lastIndiaDays } from './india-days.js';

const DAYS = 30;
const BEST = 5;
const RECENT = 5;

/** What the shop sold, in paise. Days are India's. */
export interface SummaryRecord {
  revenuePaise: number;
  orders: number;
  byStatus: { status: OrderStatus; orders: number }[];
  days: { day: string; revenuePaise: number; orders: number }[];
  bestSellers: { _id: string; name: string; pieces: number; revenuePaise: number }[];
  recent: OrderRecord[];
}

interface StatusGroup {
  _id: OrderStatus;
  orders: number;
  paise: number;
}
interface DayGroup {
  _id: string;
  orders: number;
  paise: number;
}

const sold = { $ne: ['$status', 'Cancelled'] };

/** Adds up placed orders in the database; only with stages that MongoDB and DocumentDB both have (no `$dateTrunc`). */
@Injectable()
export class SummaryService {
  constructor(private readonly store: OrderStore) {}

  /** The summary as it stands at `now`. Cancelled orders count as orders, never as revenue. */
  async at(now: Date): Promise<SummaryRecord> {
    const { days, since } = lastIndiaDays(now, DAYS);
    const [statuses, dayGroups, bestSellers, recent] = await Promise.all([
      this.aggregate<StatusGroup>([
        { $match: PLACED },
        { $group: { _id: '$status', orders: { $sum: 1 }, paise: { $sum: '$totalPaise' } } },
      ]),
      this.aggregate<DayGroup>([
        { $match: { phase: 'placed', orderedAt: { $gte: since } } },
        {
          $group: {
            _id: { $dateToString: { date: '$orderedAt', format: '%Y-%m-%d', timezone: INDIA } },
            orders: { $sum: 1 },
            paise: { $sum: { $cond: [sold, '$totalPaise', 0] } },
          },
        },
      ]),
      this.aggregate<SummaryRecord['bestSellers'][number]>([
        { $match: { phase: 'placed', orderedAt: { $gte: since }, status: { $ne: 'Cancelled' } } },
        { $sort: { orderedAt: -1 } },
        { $unwind: '$lines' },
        {
          $group: {
            _id: '$lines.productId',
            // The name under which it was last sold.
            name: { $first: '$lines.name' },
            pieces: { $sum: '$lines.quantity' },
            revenuePaise: { $sum: { $multiply: ['$lines.unitPaise', '$lines.quantity'] } },
          },
        },
        { $sort: { pieces: -1, revenuePaise: -1, _id: 1 } },
        { $limit: BEST },
      ]),
      this.store.model
        .find(PLACED, { outbox: 0 })
        .sort({ orderedAt: -1, _id: -1 })
        .limit(RECENT)
        .lean<OrderRecord[]>()
        .exec(),
    ]);
    const byDay = new Map(dayGroups.map((group) => [group._id, group]));
    const byStatus = new Map(statuses.map((group) => [group._id, group]));
    return {
      revenuePaise: statuses.filter(({ _id }) => _id !== 'Cancelled').reduce((sum, { paise }) => sum + paise, 0),
      orders: statuses.reduce((sum, { orders }) => sum + orders, 0),
      byStatus: orderStatuses.map((status) => ({ status, orders: byStatus.get(status)?.orders ?? 0 })),
      days: days.map((day) => ({ day, revenuePaise: byDay.get(day)?.paise ?? 0, orders: byDay.get(day)?.orders ?? 0 })),
      bestSellers,
      recent,
    };
  }

  private aggregate<Row>(stages: PipelineStage[]): Promise<Row[]> {
    return this.store.model.aggregate<Row>(stages).exec();
  }
}
