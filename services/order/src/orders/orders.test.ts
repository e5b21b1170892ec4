import { orderStatuses } from '@rangavalli/contracts/entities/order';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId } from '../testing/fake-shop.js';
import { OrderBench } from '../testing/order-bench.js';

const admin: Identity = { id: anId(), role: 'admin', name: 'Admin', email: 'admin@example.com' };

describe('placed orders', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const set = (orderId: string, status: (typeof orderStatuses)[number], as = admin) =>
    bench.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, as);
  const cancel = (orderId: string, as: Identity) =>
    bench.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);

  it('are listed for their owner, newest first, without checkouts that were never paid', async () => {
    const first = await bench.place();
    const { as } = first;
    const second = await bench.place({ as });
    await bench.begin({ as });
    const mine = await bench.service.call('GET /orders/{userId}', { params: { userId: as.id } }, as);
    expect(mine.body.map(({ _id }) => _id)).toEqual([second.orderId, first.orderId]);
    const all = await bench.service.call('GET /orders/admin/all', {}, admin);
    expect(all.body.map(({ _id }) => _id).slice(0, 2)).toEqual([second.orderId, first.orderId]);
  });

  it('are shown to their owner and to admins, and to nobody else', async () => {
    const { as, orderId } = await bench.place();
    const stranger = bench.aCustomer();
    const list = async (who?: Identity) =>
      (await bench.service.call('GET /orders/{userId}', { params: { userId: as.id } }, who)).status;
    const detail = async (who?: Identity) =>
      (await bench.service.call('GET /orders/detail/{orderId}', { params: { orderId } }, who)).status;
    expect([await list(as), await list(admin), await list(stranger), await list()]).toEqual([200, 200, 403, 401]);
    expect([await detail(as), await detail(admin), await detail(stranger), await detail()]).toEqual([
      200, 200, 404, 401,
    ]);
    expect((await bench.service.call('GET /orders/admin/all', {}, as)).status).toBe(403);
    expect((await set(orderId, 'Delivered', as)).status).toBe(403);
    expect([(await cancel(orderId, stranger)).status, (await cancel(orderId, admin)).status]).toEqual([404, 404]);
    expect((await set(anId(), 'Delivered')).body.code).toBe('ORDER_NOT_FOUND');
  });

  it('go from any status to any other but out of Cancelled, and remember who did it', async () => {
    const { orderId, as } = await bench.place();
    const told = await bench.service.published('order.status.changed');
    const open = orderStatuses.filter((status) => status !== 'Cancelled');
    const walk = open.flatMap((from) => open.filter((to) => to !== from).flatMap((to) => [from, to]));
    let changes = 0;
    for (const status of walk) {
      const before = (await bench.record(orderId)).status;
      expect((await set(orderId, status)).body.order.status).toBe(status);
      if (before !== status) changes += 1;
    }
    const { history, revision } = await bench.record(orderId);
    expect(revision).toBe(1 + changes);
    expect(history.filter(({ what }) => what === 'Status changed')).toHaveLength(changes);
    expect(history.at(-1)).toMatchObject({ by: 'admin@example.com', from: walk.at(-2), to: walk.at(-1) });
    await eventually(async () => expect(await bench.service.published('order.status.changed')).toBe(told + changes));
    const seen = await bench.service.call('GET /orders/detail/{orderId}', { params: { orderId } }, as);
    expect(JSON.stringify(seen.body)).not.toContain('admin@example.com');
    expect(seen.body.order.history.at(-1)).toMatchObject({ by: 'shop' });
  });

  it('cancelled by an admin, also many times at once, give pieces and money back once, and stay cancelled', async () => {
    const { orderId, productId, paid } = await bench.place({ quantity: 3 });
    const told = await bench.service.published('order.cancelled');
    const answers = await Promise.all(Array.from({ length: 5 }, () => set(orderId, 'Cancelled')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await set(orderId, 'Processing')).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } });
    await eventually(
      async () =>
        expect(await bench.record(orderId)).toMatchObject({
          phase: 'placed',
          status: 'Cancelled',
          paymentState: 'refunded',
        }),
      15_000,
    );
    expect(await set(orderId, 'Pending')).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } });
    expect((await set(orderId, 'Cancelled')).body.order).toMatchObject({
      status: 'Cancelled',
      paymentState: 'refunded',
    });
    expect(await bench.service.published('order.cancelled')).toBe(told + 1);
    expect(await bench.refundsOf(paid)).toEqual([750_000]);
    expect(bench.shop.stock(productId)).toBe(10);
    expect(await bench.record(orderId)).not.toHaveProperty('dueAt');
  });

  it('are cancelled by their owner while they have not been sent, and it may be said twice', async () => {
    for (const status of ['Pending', 'Processing'] as const) {
      const { orderId, as, paid, productId } = await bench.place();
      await set(orderId, status);
      expect((await cancel(orderId, as)).body.order).toMatchObject({ status: 'Cancelled', paymentState: 'refunding' });
      expect((await cancel(orderId, as)).status).toBe(200);
      await eventually(async () => expect(await bench.refundsOf(paid)).toEqual([250_000]));
      await eventually(() => expect(bench.shop.stock(productId)).toBe(10));
    }
    for (const status of ['Shipped', 'Delivered'] as const) {
      const { orderId, as, paid } = await bench.place();
      await set(orderId, status);
      expect(await cancel(orderId, as)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_CANCELLABLE' } });
      expect(await bench.refundsOf(paid)).toEqual([]);
    }
  });

  it('refunded by hand at Razorpay are not refunded again by cancelling', async () => {
    const { orderId, paid, productId } = await bench.place();
    await bench.razorpay.api(`/v1/payments/${paid.razorpay_payment_id}/refund`, {});
    await bench.razorpay.replay(paid.razorpay_payment_id);
    await eventually(async () => expect((await bench.record(orderId)).paymentState).toBe('refunded'));
    expect((await set(orderId, 'Cancelled')).body.order).toMatchObject({
      status: 'Cancelled',
      paymentState: 'refunded',
    });
    await eventually(() => expect(bench.shop.stock(productId)).toBe(10));
    expect(await bench.refundsOf(paid)).toHaveLength(1);
  });

  it('cancelled by customer and admin and sent out at the same time end in one story', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, as, paid, productId } = await bench.place();
      const answers = await Promise.all([cancel(orderId, as), set(orderId, 'Shipped'), set(orderId, 'Cancelled')]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { status, history } = await bench.record(orderId);
      expect(status).toBe('Cancelled');
      expect(history.filter(({ to }) => to === 'Cancelled')).toHaveLength(1);
      await eventually(async () => expect(await bench.refundsOf(paid)).toEqual([250_000]));
      await eventually(() => expect(bench.shop.stock(productId)).toBe(10));
    }
  });
});
