import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { type Checkout, OrderFixture } from '../testing/order-fixture.js';
import type { Capture } from './placement.service.js';
import { CheckoutSaga } from '../checkout/checkout.saga.js';

describe('rejecting a payment', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const reject = async (orderId: string, razorpayPaymentId: string) =>
    (await fixture.service.app.get(Commands).request('rpc.order.payment.reject', { orderId, razorpayPaymentId }))
      .outcome;
  const captureOf = ({ razorpayOrderId }: Checkout): Capture => ({
    razorpayOrderId,
    razorpayPaymentId: `pay_${createId().slice(0, 14)}`,
    amountPaise: 250_000,
    method: 'upi',
    capturedAt: new Date().toISOString(),
  });
  const place = ({ orderId }: Checkout, capture: Capture) =>
    fixture.service.app.get(CheckoutSaga).placeOrder(orderId, capture);
  const expireCheckout = async (): Promise<Checkout> => {
    const checkout = await fixture.begin();
    await fixture.model.updateOne(
      { _id: checkout.orderId },
      { $set: { dueAt: new Date(0), holdExpiresAt: new Date(0) } },
    );
    await eventually(async () => expect((await fixture.findRecord(checkout.orderId)).phase).toBe('expired'));
    return checkout;
  };

  it('keeps an expired checkout from being placed by a later capture event', async () => {
    const checkout = await expireCheckout();
    const capture = captureOf(checkout);
    expect([
      await reject(checkout.orderId, capture.razorpayPaymentId),
      await reject(checkout.orderId, capture.razorpayPaymentId),
    ]).toEqual(['rejected', 'rejected']);
    await expect(place(checkout, capture)).rejects.toMatchObject({ code: 'PAYMENT_REFUNDED' });
    expect(await fixture.findRecord(checkout.orderId)).toMatchObject({
      phase: 'expired',
      extraPayments: [capture.razorpayPaymentId],
    });
  });

  it('either rejects or places the payment when both happen at once', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const checkout = await expireCheckout();
      const capture = captureOf(checkout);
      const [rejection, placed] = await Promise.allSettled([
        reject(checkout.orderId, capture.razorpayPaymentId),
        place(checkout, capture),
      ]);
      const order = await fixture.findRecord(checkout.orderId);
      const isRejected = rejection.status === 'fulfilled' && rejection.value === 'rejected';
      expect([isRejected, placed.status === 'fulfilled', order.phase]).toEqual(
        isRejected ? [true, false, 'expired'] : [false, true, 'placed'],
      );
    }
  });

  it('changes nothing when an order has the payment or may still take it', async () => {
    const placed = await fixture.place();
    expect(await reject(placed.orderId, placed.payment.razorpay_payment_id)).toBe('paid');
    const checkout = await fixture.begin();
    expect(await reject(checkout.orderId, 'pay_1')).toBe('open');
    expect((await fixture.findRecord(checkout.orderId)).extraPayments).toEqual([]);
    await fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId: placed.orderId } }, placed.as);
    expect(await reject(placed.orderId, placed.payment.razorpay_payment_id)).toBe('rejected');
    expect(await reject(createId(), 'pay_1')).toBe('rejected');
  });
});
