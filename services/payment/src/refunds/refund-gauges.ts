import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Gauge } from 'prom-client';
import { hasRefunds, type PaymentRecord, type RefundRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';

const states = ['awaiting_approval', 'requested', 'failed'] as const;
const MAX_COUNTED = 1_000;

const refundsOpen = new Gauge({
  name: 'payment_refunds_open',
  help: 'Refunds that await approval, are not made yet, or were returned by the bank; of at most 1,000 payments.',
  labelNames: ['state'],
});
const oldestRefund = new Gauge({
  name: 'payment_oldest_refund_seconds',
  help: 'Age of the oldest such refund, from its request or its approval; 0 when there is none.',
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
    oldestRefund.reset();
    const payments = await this.store.model
      .find(
        { ...hasRefunds, 'refunds.state': { $in: states } },
        { createdAt: 1, 'refunds.state': 1, 'refunds.requestedAt': 1, 'refunds.approval.decidedAt': 1 },
      )
      .limit(MAX_COUNTED)
      .lean<PaymentRecord[]>();
    for (const state of states) {
      const ages = payments.flatMap(({ createdAt, refunds }) =>
        refunds.filter((refund) => refund.state === state).map((refund) => Date.now() - startOf(refund, createdAt)),
      );
      refundsOpen.set({ state }, ages.length);
      oldestRefund.set({ state }, Math.max(0, ...ages) / 1_000);
    }
  }
}

const startOf = ({ approval, requestedAt }: RefundRecord, paymentCreatedAt: Date): number =>
  (approval?.decidedAt ?? requestedAt ?? paymentCreatedAt).getTime();
