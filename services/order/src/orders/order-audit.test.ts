import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId } from '../testing/fake-shop.js';
import { OrderBench } from '../testing/order-bench.js';

const asha: Identity = { id: anId(), role: 'admin', name: 'Asha', email: 'asha@example.com' };
const ravi: Identity = { id: anId(), role: 'admin', name: 'Ravi', email: 'ravi@example.com' };

describe('the audit log learns of an order', () => {
  let bench: OrderBench;
  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());

  const set = (orderId: string, status: OrderStatus, as = asha) =>
    bench.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, as);
  const cancel = (orderId: string, as: Identity) =>
    bench.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);
  const entries = (orderId: string) =>
    eventually(async () => {
      expect((await bench.record(orderId)).outbox).toEqual([]);
      return (await bench.service.events('audit.recorded'))
        .map(({ data }) => data)
        .filter(({ subjectId }) => subjectId === orderId);
    });

  it('when an admin sets its status, once, and not when it had it', async () => {
    const { orderId, as } = await bench.place();
    await set(orderId, 'Shipped');
    await set(orderId, 'Shipped');
    expect((await set(orderId, 'Delivered', as)).status).toBe(403);
    expect(await entries(orderId)).toEqual([
      {
        at: expect.any(String),
        actor: { id: asha.id, name: 'Asha', role: 'admin', email: 'asha@example.com' },
        action: 'order.status',
        subject: 'order',
        subjectId: orderId,
        label: `#${orderId.slice(-8)}`,
        changes: [{ field: 'status', from: 'Pending', to: 'Shipped' }],
      },
    ]);
  });

  it('when its customer cancels it, however often they say so', async () => {
    const { orderId, as } = await bench.place();
    await Promise.all([cancel(orderId, as), cancel(orderId, as)]);
    expect(await entries(orderId)).toMatchObject([
      {
        actor: { id: as.id, role: 'user' },
        action: 'order.status',
        changes: [{ field: 'status', from: 'Pending', to: 'Cancelled' }],
      },
    ]);
    expect((await set(orderId, 'Processing')).status).toBe(409);
    expect(await entries(orderId)).toHaveLength(1);
  });

  it('as it was, when two admins set it at once: each entry goes on from the one before', async () => {
    const { orderId } = await bench.place();
    const answers = await Promise.all([
      set(orderId, 'Processing'),
      set(orderId, 'Shipped', ravi),
      set(orderId, 'Delivered'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { history, status } = await bench.record(orderId);
    const steps = history.flatMap(({ by, from, to }) => (from && to ? [{ by, from, to }] : []));
    expect(steps.at(-1)?.to).toBe(status);
    const told = (await entries(orderId)).map(({ actor, changes: [change] }) => ({
      by: actor.email,
      from: change?.from,
      to: change?.to,
    }));
    expect(told).toHaveLength(3);
    expect(told).toEqual(expect.arrayContaining(steps));
  });
});
