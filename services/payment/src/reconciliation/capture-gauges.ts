import { Injectable } from '@nestjs/common';
import { MetricCollectors } from '@rangavalli/service-kit/health/metric-collectors';
import { Gauge } from 'prom-client';
import { PaymentStore } from '../payments/payment.store.js';

const MAX_COUNTED = 1_000;
/** Longer than the grace period and several runs of the order matching, ms. */
const UNCHECKED_AFTER_MS = 300_000;

const withoutOrder = new Gauge({
  name: 'payment_captures_without_order',
  help: 'Captured payments whose money no order needs and that are not refunded; at most 1,000.',
});
const unchecked = new Gauge({
  name: 'payment_captures_unchecked',
  help: 'Captured payments that were not compared with their orders for five minutes; at most 1,000.',
});

@Injectable()
export class CaptureGauges {
  constructor(
    collectors: MetricCollectors,
    private readonly store: PaymentStore,
  ) {
    collectors.add(() => this.collect());
  }

  private async collect(): Promise<void> {
    const { model } = this.store;
    const before = new Date(Date.now() - UNCHECKED_AFTER_MS);
    const [missing, late] = await Promise.all([
      model.countDocuments({ orderMatch: 'missing' }).limit(MAX_COUNTED),
      model.countDocuments({ orderMatch: 'unchecked', 'captures.at': { $lte: before } }).limit(MAX_COUNTED),
    ]);
    withoutOrder.set(missing);
    unchecked.set(late);
  }
}
