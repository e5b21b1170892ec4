import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { Counter, Gauge, Histogram } from 'prom-client';
import { CANCELLED, type HistoryEntry, type OrderRecord } from '../store/order.schema.js';
import { phases, refundRequests, type Transition, transitions } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';

const steps = ['open', 'pay', 'place', 'whole', 'refund'] as const;
type Step = (typeof steps)[number];

const stepDuration = new Histogram({
  name: 'checkout_step_duration_seconds',
  help: [
    "Duration of a checkout step, from the order's history.",
    'open: request to Razorpay order; pay: to payment received; place: to order placed;',
    'whole: request to order placed; refund: request to confirmation.',
  ].join(' '),
  labelNames: ['step'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400, 259_200],
});
const phaseChanges = new Counter({
  name: 'checkout_phase_changes_total',
  help: `Orders that entered a phase: ${phases.join(', ')}.`,
  labelNames: ['to'],
});
const unfinished = new Gauge({
  name: 'checkout_unfinished',
  help: 'Orders in a phase that must end by itself: opening, paid, confirmed, refunding. At most 1,000 are counted.',
  labelNames: ['phase'],
});
const oldestUnfinished = new Gauge({
  name: 'checkout_oldest_unfinished_seconds',
  help: 'Age of the oldest order in such a phase; 0 when there is none.',
  labelNames: ['phase'],
});
const withoutMoney = new Gauge({
  name: 'orders_without_money',
  help: 'Orders to be delivered although their payment was refunded; at most 1,000.',
});
// Initialised, because Prometheus' rates ignore the increment with which a series begins.
for (const to of phases) phaseChanges.inc({ to }, 0);
for (const step of steps) stepDuration.zero({ step });

/** A cancelled order counts as `refunding` until its refund is confirmed. */
const unfinishedPhases = ['opening', 'paid', 'confirmed', 'refunding'] as const;
const MAX_COUNTED = 1_000;
/** The goods of these can still be held back. */
const undeliveredStatuses = orderStatuses.filter((status) => status !== 'Cancelled' && status !== 'Delivered');

type Timed = Pick<OrderRecord, 'phase' | 'createdAt' | 'history'>;

const refundRequested = [...refundRequests.map((name) => transitions[name].description), CANCELLED];
const confirmed = [transitions.confirm.description, transitions.confirmCredit.description];
const lastTime = (history: readonly HistoryEntry[], ...what: string[]): Date | undefined =>
  history.findLast((entry) => what.includes(entry.what))?.at;

@Injectable()
export class SagaMetrics {
  constructor(
    collectors: MetricCollectors,
    private readonly store: OrderStore,
  ) {
    store.onTransition((order, transition) => this.observe(order, transition));
    collectors.add(() => this.collect());
  }

  private observe(order: OrderRecord, transition: Transition | 'create'): void {
    if (transition === 'create') return phaseChanges.inc({ to: 'opening' });
    const { to } = transitions[transition];
    // The refund of a cancelled order does not change its phase.
    if (order.phase === to) phaseChanges.inc({ to });
    for (const { step, seconds } of durationsOf(order, transition)) stepDuration.observe({ step }, seconds);
  }

  private async collect(): Promise<void> {
    unfinished.reset();
    oldestUnfinished.reset();
    const orders = await this.store.model
      .find(
        {
          dueAt: { $gt: new Date(0) }, // for the index
          $or: [{ phase: { $in: unfinishedPhases } }, { phase: 'placed', paymentState: 'refunding' }],
        },
        { phase: 1, createdAt: 1, history: 1 },
      )
      .sort({ dueAt: 1 })
      .limit(MAX_COUNTED)
      .lean<Timed[]>()
      .exec();
    for (const phase of unfinishedPhases) {
      const ages = orders
        .filter((order) => (order.phase === 'placed' ? 'refunding' : order.phase) === phase)
        .map((order) => Date.now() - enteredAt(order, phase).getTime());
      unfinished.set({ phase }, ages.length);
      oldestUnfinished.set({ phase }, Math.max(0, ...ages) / 1_000);
    }
    const refunded = { phase: 'placed', paymentState: 'refunded', status: { $in: undeliveredStatuses } } as const;
    withoutMoney.set(await this.store.model.countDocuments(refunded).limit(MAX_COUNTED));
  }
}

/** Leaves out steps without a known start. */
export function durationsOf(
  { createdAt, history }: Pick<OrderRecord, 'createdAt' | 'history'>,
  transition: Transition,
): { step: Step; seconds: number }[] {
  const receivedAt = lastTime(history, transitions.pay.description, ...confirmed);
  const completed: Partial<Record<Transition, [Step, Date | undefined][]>> = {
    open: [['open', createdAt]],
    pay: [['pay', lastTime(history, transitions.open.description)]],
    place: [
      ['place', receivedAt],
      ['whole', createdAt],
    ],
    completeRefund: [['refund', lastTime(history, ...refundRequested)]],
  };
  const now = lastTime(history, transitions[transition].description);
  return (completed[transition] ?? []).flatMap(([step, start]) =>
    start && now ? [{ step, seconds: Math.max(0, (now.getTime() - start.getTime()) / 1_000) }] : [],
  );
}

function enteredAt({ createdAt, history }: Timed, phase: (typeof unfinishedPhases)[number]): Date {
  if (phase === 'opening') return createdAt;
  const entries = { paid: [transitions.pay.description], confirmed, refunding: refundRequested };
  return lastTime(history, ...entries[phase]) ?? createdAt;
}
