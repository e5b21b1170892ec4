import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId, type Opened, PaymentBench } from '../testing/payment-bench.js';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';

describe('refunds', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const aPaidOrder = async (): Promise<Opened & { paid: PaymentResponse }> => {
    const opened = await bench.open();
    const paid = await bench.razorpay.pay(opened.razorpayOrderId);
    await bench.verify(opened.userId, paid);
    return { ...opened, paid };
  };
  const cancel = ({ orderId, userId, amountPaise, paid }: Opened & { paid: PaymentResponse }) =>
    bench.service.publish('order.cancelled', {
      orderId,
      userId,
      amountPaise,
      razorpayPaymentId: paid.razorpay_payment_id,
      holdId: `${orderId}:1`,
      lines: [],
      by: 'admin@example.com',
    });
  const giveUp = ({ orderId, userId, amountPaise, paid }: Opened & { paid: PaymentResponse }) =>
    bench.service.publish('order.unfulfillable', {
      orderId,
      userId,
      amountPaise,
      razorpayPaymentId: paid.razorpay_payment_id,
    });
  const refundsOf = async ({ paid }: { paid: PaymentResponse }) =>
    (await bench.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id);
  const isDone = (orderId: string) =>
    eventually(async () =>
      expect((await bench.record(orderId)).refunds).toEqual([
        expect.objectContaining({ state: 'done', razorpayRefundId: expect.stringMatching(/^rfnd_/) }),
      ]),
    );

  it('a cancelled order gets its money back once, whoever says so and however often', async () => {
    const told = await bench.service.publishedCount('payment.refunded');
    const order = await aPaidOrder();
    await Promise.all([cancel(order), cancel(order), giveUp(order), giveUp(order)]);
    await isDone(order.orderId);
    await cancel(order);
    await bench.razorpay.replay(order.paid.razorpay_payment_id, { times: 2, order: 'reverse' });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ amount: order.amountPaise })]);
    expect(await bench.service.publishedCount('payment.refunded')).toBe(told + 1);
  });

  it.each([
    ['the answer is lost', { drop: 'after' as const, times: 1 }],
    ['Razorpay hangs up', { drop: 'before' as const, times: 1 }],
    ['Razorpay is in trouble', { error_rate: 1, status: 503, times: 1 }],
    ['Razorpay is silent', { delay_ms: 1_500, times: 1 }],
  ])('once too when %s', async (_what, fault) => {
    const order = await aPaidOrder();
    await bench.razorpay.faults({
      path: `/v1/payments/${order.paid.razorpay_payment_id}/refund`,
      method: 'POST',
      ...fault,
    });
    await cancel(order);
    await isDone(order.orderId);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('a process that died after asking Razorpay finds what it had done', async () => {
    const order = await aPaidOrder();
    const { id } = await bench.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {
      amount: order.amountPaise,
    });
    const entry = {
      key: `refund-${order.paid.razorpay_payment_id}`,
      paymentId: order.paid.razorpay_payment_id,
      amountPaise: order.amountPaise,
      state: 'requested',
      reason: 'cancelled',
      attempts: 1,
      nextAt: new Date(),
    };
    await bench.model.updateOne({ _id: order.orderId }, { $push: { refunds: entry } });
    await isDone(order.orderId);
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ id })]);
  });

  it('a refund made by hand at the dashboard is taken notice of, and cancelling then pays nothing more', async () => {
    const told = await bench.service.publishedCount('payment.refunded');
    const order = await aPaidOrder();
    await bench.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {});
    await bench.razorpay.replay(order.paid.razorpay_payment_id);
    await isDone(order.orderId);
    await cancel(order);
    await eventually(async () => expect(await bench.service.publishedCount('payment.refunded')).toBe(told + 1));
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('nothing is given back for money that never came', async () => {
    const opened = await bench.open();
    await bench.service.publish('order.unfulfillable', {
      orderId: opened.orderId,
      userId: opened.userId,
      amountPaise: 1,
      razorpayPaymentId: `pay_${anId()}`,
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await bench.record(opened.orderId)).refunds).toEqual([]);
  });
});
