import { Commands } from '@rangavalli/service-kit/commands/commands';
import { anId } from '../testing/fake-shop.js';
import { OrderBench } from '../testing/order-bench.js';

describe('where orders stand', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());

  const ask = (...orderIds: string[]) => bench.service.app.get(Commands).ask('rpc.order.standing.get', { orderIds });

  it('is told of placed and unpaid ones by phase, status and total; unknown ones are left out', async () => {
    const placed = await bench.place();
    const begun = await bench.begin();
    const { orders } = await ask(placed.orderId, begun.orderId, anId());
    expect(orders).toHaveLength(2);
    expect(orders).toEqual(
      expect.arrayContaining([
        { orderId: placed.orderId, phase: 'placed', status: 'Pending', totalPaise: 250_000 },
        { orderId: begun.orderId, phase: 'checkout', totalPaise: 250_000 },
      ]),
    );
    expect(await ask()).toEqual({ orders: [] });
  });

  it('is told of a cancelled one as it is now', async () => {
    const { orderId, as } = await bench.place();
    await bench.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);
    expect((await ask(orderId)).orders).toMatchObject([{ phase: 'placed', status: 'Cancelled' }]);
  });
});
