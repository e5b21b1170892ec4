import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { OrderFixture } from '../testing/order-fixture.js';
import { Sweeper } from '../checkout/sweeper.js';

const RUNS = 20;

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

describe('verify calls, webhooks, expiry and faults in any order', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

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
        'fault: lose the reply of the commit': () => shop.drop('rpc.catalog.stock.commit', 'reply'),
        'fault: lose the request of the hold': () => shop.drop('rpc.catalog.stock.hold', 'request'),
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
