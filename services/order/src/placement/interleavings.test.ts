import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { type Checkout, OrderFixture } from '../testing/order-fixture.js';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { Sweeper } from '../checkout/sweeper.js';
import type { Capture } from './placement.service.js';

const RUNS = Number(process.env.FC_RUNS ?? 10);

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await OrderFixture.start();
});
afterAll(() => fixture.stop());

describe('rejecting a payment', () => {
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

describe('verify calls, webhooks, expiry and faults in any order', () => {
  it.each(Array.from({ length: RUNS }, (_value, index) => index + 1))(
    'end in one order and one sale, or in one refund (run %i)',
    async (seed) => {
      const chance = random(seed);
      const { shop, razorpay } = fixture;
      const stock = chance() < 0.3 ? 1 : 5;
      const checkout = await fixture.begin({ productId: shop.addProduct({ stock }) });
      const payment = await razorpay.pay(checkout.razorpayOrderId, {
        outcome: chance() < 0.3 ? 'authorized' : 'captured',
      });
      const sweeper = fixture.service.app.get(Sweeper);
      const publishedBefore = await fixture.service.publishedCount('order.placed');

      const actions: Record<string, () => Promise<unknown> | void> = {
        verify: () => fixture.verify(checkout.as, payment),
        'verify again': () => fixture.verify(checkout.as, payment),
        webhooks: () =>
          razorpay.replay(payment.razorpay_payment_id, {
            times: 1 + Math.floor(chance() * 2),
            order: chance() < 0.5 ? 'forward' : 'reverse',
          }),
        expire: () => shop.expire(checkout.orderId),
        'expire by clock': async () => {
          await fixture.model.updateOne({ _id: checkout.orderId, phase: 'checkout' }, { $set: { dueAt: new Date() } });
          await sweeper.sweep();
        },
        'sell out the rest': () => shop.setStock(checkout.productId, 0),
        'fault: lose the reply of the commit': () => void shop.drop('rpc.catalog.stock.commit', 'reply'),
        'fault: lose the request of the hold': () => void shop.drop('rpc.catalog.stock.hold', 'request'),
        sweep: () => sweeper.sweep(),
      };
      const schedule = Object.keys(actions)
        .filter((name) => !/sell out|fault/.test(name) || chance() < 0.35)
        .map((name) => ({ name, at: chance() }))
        .sort((a, b) => a.at - b.at);
      await Promise.all(
        schedule.map(async ({ name, at }) => {
          await new Promise((resolve) => setTimeout(resolve, at * 150));
          await actions[name]?.();
        }),
      );

      const final = await eventually(async () => {
        const order = await fixture.findRecord(checkout.orderId);
        expect(['placed', 'refunded']).toContain(order.phase);
        expect(order.outbox).toEqual([]);
        return order;
      }, 30_000);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const sold = final.phase === 'placed' ? 1 : 0;
      const { initialStock, stock: left } = shop.products.get(checkout.productId) ?? { initialStock: 0, stock: 0 };
      expect({
        sold: shop.countUnits(checkout.productId, 'sold'),
        held: shop.countUnits(checkout.productId, 'held'),
        left,
        refunds: (await fixture.listRefunds(payment)).length,
        placed: (await fixture.service.publishedCount('order.placed')) - publishedBefore,
      }).toEqual({ sold, held: 0, left: initialStock - sold, refunds: 1 - sold, placed: sold });
      expect((await fixture.verify(checkout.as, payment)).status).toBe(sold ? 200 : 409);
    },
    60_000,
  );
});
