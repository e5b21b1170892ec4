import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId } from '../testing/fake-shop.js';
import { type Begun, OrderBench } from '../testing/order-bench.js';
import { type Capture, Finaliser } from './finaliser.js';

describe('a payment that people want to give back', () => {
  let bench: OrderBench;
  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());

  const refuse = async (orderId: string, razorpayPaymentId: string) =>
    (await bench.service.app.get(Commands).ask('rpc.order.payment.refuse', { orderId, razorpayPaymentId })).outcome;
  const captureOf = ({ razorpayOrderId }: Begun): Capture => ({
    razorpayOrderId,
    razorpayPaymentId: `pay_${anId().slice(0, 14)}`,
    amountPaise: 250_000,
    method: 'upi',
    capturedAt: new Date().toISOString(),
  });
  const finalise = ({ orderId }: Begun, capture: Capture) =>
    bench.service.app.get(Finaliser).finalise(orderId, capture);
  /** A checkout whose time is over. */
  const anExpired = async (): Promise<Begun> => {
    const begun = await bench.begin();
    await bench.model.updateOne({ _id: begun.orderId }, { $set: { dueAt: new Date(0), holdExpiresAt: new Date(0) } });
    await eventually(async () => expect((await bench.record(begun.orderId)).phase).toBe('expired'));
    return begun;
  };

  it('is refused by an expired checkout, before the news of its capture, and places no order then', async () => {
    const begun = await anExpired();
    const capture = captureOf(begun);
    expect([
      await refuse(begun.orderId, capture.razorpayPaymentId),
      await refuse(begun.orderId, capture.razorpayPaymentId),
    ]).toEqual(['refused', 'refused']);
    await expect(finalise(begun, capture)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(await bench.record(begun.orderId)).toMatchObject({
      phase: 'expired',
      extraPayments: [capture.razorpayPaymentId],
    });
  });

  it('is either the order’s or refused when both are said at once, and never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const begun = await anExpired();
      const capture = captureOf(begun);
      const [refused, placed] = await Promise.allSettled([
        refuse(begun.orderId, capture.razorpayPaymentId),
        finalise(begun, capture),
      ]);
      const order = await bench.record(begun.orderId);
      const given = refused.status === 'fulfilled' && refused.value === 'refused';
      expect([given, placed.status === 'fulfilled', order.phase]).toEqual(
        given ? [true, false, 'expired'] : [false, true, 'placed'],
      );
    }
  });

  it('stays where an order stands on it or may still come to', async () => {
    const placed = await bench.place();
    expect(await refuse(placed.orderId, placed.paid.razorpay_payment_id)).toBe('stands');
    const begun = await bench.begin();
    expect(await refuse(begun.orderId, 'pay_1')).toBe('open');
    expect((await bench.record(begun.orderId)).extraPayments).toEqual([]);
    await bench.service.call('POST /orders/cancel/{orderId}', { params: { orderId: placed.orderId } }, placed.as);
    expect(await refuse(placed.orderId, placed.paid.razorpay_payment_id)).toBe('refused');
    expect(await refuse(anId(), 'pay_1')).toBe('refused');
  });
});
