import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import type { Model } from 'mongoose';
import { Gauge } from 'prom-client';
import { hasRefunds, type PaymentRecord, type RefundRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { notDone, RETURN_REFUND, type ReturnRefundRecord } from './return-refund.schema.js';

const states = ['awaiting_approval', 'requested', 'failed'] as const;
const MAX_COUNTED = 1_000;

const refundsOpen = new Gauge({
  name: 'payment_refunds_open',
  help: 'Refunds that await approval, are not made yet, or were returned by the bank; at most 1,000 each.',
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
    @InjectModel(RETURN_REFUND) private readonly returnRefunds: Model<ReturnRefundRecord>,
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
    const ofReturns = await this.returnRefunds
      .find({ state: notDone }, { state: 1, requestedAt: 1 })
      .limit(MAX_COUNTED)
      .lean<Pick<ReturnRefundRecord, 'state' | 'requestedAt'>[]>();
    for (const state of states) {
      const starts = [
        ...payments.flatMap(({ createdAt, refunds }) =>
          refunds.filter((refund) => refund.state === state).map((refund) => startOf(refund, createdAt)),
        ),
        ...ofReturns.filter((refund) => refund.state === state).map(({ requestedAt }) => requestedAt.getTime()),
      ];
      const ages = starts.map((start) => Date.now() - start);
      refundsOpen.set({ state }, ages.length);
      oldestRefund.set({ state }, Math.max(0, ...ages) / 1_000);
    }
  }
}

const startOf = ({ approval, requestedAt }: RefundRecord, paymentCreatedAt: Date): number =>
  (approval?.decidedAt ?? requestedAt ?? paymentCreatedAt).getTime();
