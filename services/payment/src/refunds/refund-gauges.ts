import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Gauge } from 'prom-client';
import { type PaymentRecord, withRefunds } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';

const states = ['requested', 'failed'] as const;
const MOST_COUNTED = 1_000;

/** What a person has to look at shows here: refunds that failed at the bank, and those that wait for long. */
export const refundsOpen = new Gauge({
  name: 'payment_refunds_open',
  help: 'Refunds that are asked for and not made yet (requested), or that the bank sent back (failed). Of a thousand payments at most.',
  labelNames: ['state'],
});

/** Tells with the metrics how many refunds are not done. */
@Injectable()
export class RefundGauges {
  constructor(
    readings: MetricCollectors,
    private readonly store: PaymentStore,
  ) {
    readings.add(() => this.read());
  }

  private async read(): Promise<void> {
    refundsOpen.reset();
    const payments = await this.store.model
      .find({ ...withRefunds, 'refunds.state': { $in: states } }, { 'refunds.state': 1 })
      .limit(MOST_COUNTED)
      .lean<PaymentRecord[]>()
      .exec();
    const open = payments.flatMap(({ refunds }) => refunds);
    for (const state of states) refundsOpen.set({ state }, open.filter((refund) => refund.state === state).length);
  }
}
