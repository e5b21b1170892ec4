import { Injectable } from '@nestjs/common';
import { Readings } from '@rangavalli/service-kit/health/readings';
import type { OrderRecord } from '../orders/order.schema.js';
import { OrderStore } from '../orders/order.store.js';
import { oldestUnfinished, unfinished } from './saga-metrics.js';
import { lastTime, moneyReceived, refundAsked } from './saga-times.js';

/** What must end by itself: an order that stays there is stuck. A cancelled order is `refunding` until its money is back. */
const passing = ['opening', 'paid', 'refunding'] as const;
type Passing = (typeof passing)[number];
const MOST_COUNTED = 1_000;

type Seen = Pick<OrderRecord, 'phase' | 'createdAt' | 'history'>;

/** Tells with the metrics which orders are on their way and for how long. */
@Injectable()
export class SagaGauges {
  constructor(
    readings: Readings,
    private readonly store: OrderStore,
  ) {
    readings.add(() => this.read());
  }

  private async read(): Promise<void> {
    unfinished.reset();
    oldestUnfinished.reset();
    // By the index on `dueAt`: whatever is on its way has one.
    const orders = await this.store.model
      .find(
        {
          dueAt: { $gt: new Date(0) },
          $or: [{ phase: { $in: passing } }, { phase: 'placed', paymentState: 'refunding' }],
        },
        { phase: 1, createdAt: 1, history: 1 },
      )
      .sort({ dueAt: 1 })
      .limit(MOST_COUNTED)
      .lean<Seen[]>()
      .exec();
    for (const phase of passing) {
      const there = orders.filter((order) => passingOf(order) === phase).map(since);
      unfinished.set({ phase }, there.length);
      oldestUnfinished.set({ phase }, there.length ? Math.max(0, Date.now() - Math.min(...there)) / 1_000 : 0);
    }
  }
}

const passingOf = ({ phase }: Seen): Passing => (phase === 'opening' || phase === 'paid' ? phase : 'refunding');

/** Since when an order is where it is, epoch ms. */
function since(order: Seen): number {
  const { createdAt, history } = order;
  const began: Record<Passing, Date | undefined> = {
    opening: createdAt,
    paid: lastTime(history, moneyReceived),
    refunding: lastTime(history, ...refundAsked),
  };
  return (began[passingOf(order)] ?? createdAt).getTime();
}
