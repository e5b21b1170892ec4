import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';

describe('rpc.order.states.get', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const getStates = (...orderIds: string[]) =>
    fixture.service.app.get(Commands).request('rpc.order.states.get', { orderIds });

  it('returns phase, status and total, and leaves out unknown ids', async () => {
    const placed = await fixture.place();
    const checkout = await fixture.begin();
    const { orders } = await getStates(placed.orderId, checkout.orderId, createId());
    expect(orders).toHaveLength(2);
    expect(orders).toEqual(
      expect.arrayContaining([
        { orderId: placed.orderId, phase: 'placed', status: 'Pending', totalPaise: 250_000 },
        { orderId: checkout.orderId, phase: 'checkout', totalPaise: 250_000 },
      ]),
    );
    expect(await getStates()).toEqual({ orders: [] });
  });

  it('returns the status of a cancelled order', async () => {
    const { orderId, as } = await fixture.place();
    await fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);
    expect((await getStates(orderId)).orders).toMatchObject([{ phase: 'placed', status: 'Cancelled' }]);
  });
});
