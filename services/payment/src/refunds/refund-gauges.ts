import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Gauge } from 'prom-client';
import { hasRefunds, type PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';

const states = ['requested', 'failed'] as const;
const MAX_COUNTED = 1_000;

const refundsOpen = new Gauge({
  name: 'payment_refunds_open',
  help: 'Refunds not made yet (requested) or returned by the bank (failed), of at most a thousand payments.',
  labelNames: ['state'],
});

@Injectable()
export class RefundGauges {
  constructor(
    collectors: MetricCollectors,
    private readonly store: PaymentStore,
  ) {
    collectors.add(() => this.collect());
  }

  private async collect(): Promise<void> {
    refundsOpen.reset();
    const payments = await this.store.model
      .find({ ...hasRefunds, 'refunds.state': { $in: states } }, { 'refunds.state': 1 })
      .limit(MAX_COUNTED)
      .lean<PaymentRecord[]>();
    const refunds = payments.flatMap((payment) => payment.refunds);
    for (const state of states) refundsOpen.set({ state }, refunds.filter((refund) => refund.state === state).length);
  }
}
