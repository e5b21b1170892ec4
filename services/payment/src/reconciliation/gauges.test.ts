import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { register } from 'prom-client';
import { buildRefund } from '../payments/payment.schema.js';
import { RETURN_REFUND, type ReturnRefundRecord } from '../refunds/return-refund.schema.js';
import { type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';

describe('metrics of money', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    register.resetMetrics();
    fixture = await PaymentFixture.start({ ORDER_MATCH_MS: '3600000', REFUND_SWEEP_MS: '3600000' });
  });
  afterAll(() => fixture.stop());

  const value = async (series: string): Promise<number> => {
    const { body } = await fixture.service.app.inject('/metrics');
    const line = body.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? 0 : Number(line.slice(series.length + 1));
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const buildPaid = async (): Promise<OpenOrder & { paymentId: string }> => {
    const opened = await fixture.open();
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
    await fixture.verify(opened.userId, paid);
    return { ...opened, paymentId: paid.razorpay_payment_id };
  };

  it('count captures, those without an order, and those that were not compared with one in time', async () => {
    const before = await value('payment_captures_total');
    const [missing, late] = [await buildPaid(), await buildPaid(), await buildPaid()];
    expect(await value('payment_captures_total')).toBe(before + 3);
    expect([await value('payment_captures_without_order'), await value('payment_captures_unchecked')]).toEqual([0, 0]);
    await fixture.model.updateOne({ _id: missing.orderId }, { orderMatch: 'missing' });
    await fixture.model.updateOne({ _id: late.orderId }, { 'captures.0.at': minutesAgo(6) });
    expect([await value('payment_captures_without_order'), await value('payment_captures_unchecked')]).toEqual([1, 1]);
  });

  it('show the age of the oldest refund from its request, or from its approval', async () => {
    const [old, recent, approved] = [await buildPaid(), await buildPaid(), await buildPaid()];
    const refund = ({ paymentId }: { paymentId: string }, change: object) => ({
      $push: { refunds: { ...buildRefund(paymentId, 499_900, 'cancelled'), ...change } },
    });
    const by = { id: 'a'.repeat(24), name: 'Asha' };
    const approval = { cause: 'amount', requestedBy: by, requestedAt: minutesAgo(600), decidedAt: minutesAgo(10) };
    await fixture.model.updateOne({ _id: old.orderId }, refund(old, { requestedAt: minutesAgo(90) }));
    await fixture.model.updateOne(
      { _id: recent.orderId },
      refund(recent, { requestedAt: minutesAgo(300), state: 'awaiting_approval' }),
    );
    await fixture.model.updateOne(
      { _id: approved.orderId },
      refund(approved, { requestedAt: minutesAgo(600), approval }),
    );
    const minutes = async (state: string) =>
      Math.floor((await value(`payment_oldest_refund_seconds{state="${state}"}`)) / 60);
    expect([await minutes('requested'), await minutes('awaiting_approval'), await minutes('failed')]).toEqual([
      90, 300, 0,
    ]);
    expect(await value('payment_refunds_open{state="requested"}')).toBe(2);

    // Of returned goods and cancelled items.
    const ofReturn = {
      orderId: old.orderId,
      paymentId: old.paymentId,
      amountPaise: 100,
      attempts: 3,
      nextAt: new Date(),
    };
    const returnRefunds = fixture.service.app.get<Model<ReturnRefundRecord>>(getModelToken(RETURN_REFUND));
    await returnRefunds.insertMany([
      { ...ofReturn, _id: 'return-1', state: 'requested', requestedAt: minutesAgo(120) },
      { ...ofReturn, _id: 'return-2', state: 'failed', requestedAt: minutesAgo(60) },
      { ...ofReturn, _id: 'return-3', state: 'done', requestedAt: minutesAgo(900) },
    ]);
    expect([await minutes('requested'), await minutes('failed')]).toEqual([120, 60]);
    expect(await value('payment_refunds_open{state="failed"}')).toBe(1);
  });

  it('count webhook deliveries by outcome', async () => {
    const before = await value('payment_webhooks_total{outcome="handled"}');
    const opened = await fixture.open();
    expect(await fixture.deliver(await fixture.buildPaidEvent(opened))).toBe(200);
    expect(await fixture.deliver('{}', { signature: 'forged' })).toBe(400);
    expect(await value('payment_webhooks_total{outcome="handled"}')).toBe(before + 1);
    expect(await value('payment_webhooks_total{outcome="forged"}')).toBe(1);
  });
});
