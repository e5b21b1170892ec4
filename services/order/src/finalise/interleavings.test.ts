import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { OrderBench } from '../testing/order-bench.js';
import { Sweeper } from './sweeper.js';

const ROUNDS = 20;

/** Mulberry32: the same seed, the same story. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('whatever comes first, second and third', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());

  it.each(Array.from({ length: ROUNDS }, (_value, index) => index + 1))(
    'story %i ends with one order and one sale, or with the money back',
    async (seed) => {
      const chance = random(seed);
      const { shop, razorpay } = bench;
      const stock = chance() < 0.3 ? 1 : 5;
      const begun = await bench.begin({ productId: shop.aProduct({ stock }) });
      const paid = await razorpay.pay(begun.razorpayOrderId, { outcome: chance() < 0.3 ? 'authorized' : 'captured' });
      const sweeper = bench.service.app.get(Sweeper);
      const told = await bench.service.published('order.placed');

      const acts: Record<string, () => Promise<unknown> | void> = {
        verify: () => bench.verify(begun.as, paid),
        'verify again': () => bench.verify(begun.as, paid),
        webhooks: () =>
          razorpay.replay(paid.razorpay_payment_id, {
            times: 1 + Math.floor(chance() * 2),
            order: chance() < 0.5 ? 'forward' : 'reverse',
          }),
        expire: () => shop.expire(begun.orderId),
        'time over': async () => {
          await bench.model.updateOne({ _id: begun.orderId, phase: 'checkout' }, { $set: { dueAt: new Date() } });
          await sweeper.sweep();
        },
        'somebody else buys the rest': () => shop.setStock(begun.productId, 0),
        'the sale is not answered': () => shop.swallow('rpc.catalog.stock.sell', 'answer'),
        'the hold is not heard': () => shop.swallow('rpc.catalog.stock.hold', 'request'),
        sweep: () => sweeper.sweep(),
      };
      const story = Object.keys(acts)
        .filter((name) => !/else|not/.test(name) || chance() < 0.35)
        .map((name) => ({ name, at: chance() }))
        .sort((a, b) => a.at - b.at);
      await Promise.all(
        story.map(async ({ name, at }) => {
          await new Promise((resolve) => setTimeout(resolve, at * 150));
          await acts[name]?.();
        }),
      );

      const ended = await eventually(async () => {
        const order = await bench.record(begun.orderId);
        expect(['placed', 'refunded']).toContain(order.phase);
        expect(order.outbox).toEqual([]);
        return order;
      }, 30_000);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const sold = ended.phase === 'placed' ? 1 : 0;
      const { first, stock: left } = shop.products.get(begun.productId) ?? { first: 0, stock: 0 };
      expect({
        sold: shop.pieces(begun.productId, 'sold'),
        held: shop.pieces(begun.productId, 'held'),
        left,
        refunds: (await bench.refundsOf(paid)).length,
        placed: (await bench.service.published('order.placed')) - told,
      }).toEqual({ sold, held: 0, left: first - sold, refunds: 1 - sold, placed: sold });
      expect((await bench.verify(begun.as, paid)).status).toBe(sold ? 200 : 409);
    },
    60_000,
  );
});
