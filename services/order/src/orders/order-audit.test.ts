import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';

const asha: Identity = { id: createId(), role: 'admin', name: 'Asha', email: 'asha@example.com' };
const ravi: Identity = { id: createId(), role: 'admin', name: 'Ravi', email: 'ravi@example.com' };

describe('audit entries of an order', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const set = (orderId: string, status: OrderStatus, as = asha) =>
    fixture.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, as);
  const cancel = (orderId: string, as: Identity) =>
    fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);
  const entries = (orderId: string) =>
    eventually(async () => {
      expect((await fixture.findRecord(orderId)).outbox).toEqual([]);
      return (await fixture.service.events('audit.recorded'))
        .map(({ data }) => data)
        .filter(({ subjectId }) => subjectId === orderId);
    });

  it('are recorded when an admin changes the status, and not when the status stays the same', async () => {
    const { orderId, as } = await fixture.place();
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

  it('are recorded once when the customer cancels it several times', async () => {
    const { orderId, as } = await fixture.place();
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

  it('continue from each other when two admins change the status at the same time', async () => {
    const { orderId } = await fixture.place();
    const responses = await Promise.all([
      set(orderId, 'Processing'),
      set(orderId, 'Shipped', ravi),
      set(orderId, 'Delivered'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { history, status } = await fixture.findRecord(orderId);
    const steps = history.flatMap(({ by, from, to }) => (from && to ? [{ by, from, to }] : []));
    expect(steps.at(-1)?.to).toBe(status);
    const publishedBefore = (await entries(orderId)).map(({ actor, changes: [change] }) => ({
      by: actor.email,
      from: change?.from,
      to: change?.to,
    }));
    expect(publishedBefore).toHaveLength(3);
    expect(publishedBefore).toEqual(expect.arrayContaining(steps));
  });
});
