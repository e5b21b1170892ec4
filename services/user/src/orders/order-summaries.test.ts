import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import {
  eventually,
  startTestService,
  testMongoUri,
  type TestService,
} from '@rangavalli/service-kit/testing/test-service';
import type { Connection, Model } from 'mongoose';
import { startTestUserService, TEST_DATA_KEY, type TestUserService } from '../testing/test-user-service.js';
import { userService } from '../user.service-definition.js';
import { OrderSummaries } from './order-summaries.js';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

let service: TestUserService;
let customer: Identity;
let orders = 0;
beforeAll(async () => {
  service = await startTestUserService({ ORDER_SUMMARY_RETENTION_DAYS: '400' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  customer = await service.addCustomer();
});

type Order = EventData<'order.placed'>;
const buildOrder = (changes: Partial<Order> = {}): Order => {
  orders += 1;
  return {
    orderNumber: 'RV-26-0042174',
    orderId: orders.toString(16).padStart(24, 'a'),
    userId: customer.id,
    orderedAt: new Date(Date.now() + orders).toISOString(),
    totalPaise: 1_234_550,
    status: 'Pending',
    lines: [{ productId: 'b'.repeat(24), name: 'Kanchipuram Pattu', size: 'M', quantity: 1, unitPaise: 1_234_550 }],
    customer: { name: 'Meera', email: customer.email },
    ...changes,
  };
};
const buildOrders = (count: number) => Array.from({ length: count }, () => buildOrder());
const buildStatusChange = (
  { orderId, userId }: Order,
  to: 'Processing' | 'Delivered',
  revision: number,
): EventData<'order.status.changed'> => ({ orderId, userId, from: 'Pending', to, revision, by: 'admin@example.com' });
const publishAll = (placed: Order[]) => Promise.all(placed.map((order) => service.publish('order.placed', order)));
const profileOrders = async () => (await service.call('GET /users/profile', {}, customer)).body.user.orders;
const summaries = () => service.app.get<Model<OrderSummaryRecord>>(getModelToken(ORDER_SUMMARY));
const idsOf = (placed: Order[]) => placed.map(({ orderId }) => orderId).sort();
const storedIds = async (placed: Order[]) =>
  (
    await summaries()
      .find({ _id: { $in: idsOf(placed) }, orderedAt: { $exists: true } })
      .lean<OrderSummaryRecord[]>()
  )
    .map(({ _id }) => _id)
    .sort();
const allHandled = () => eventually(async () => expect(await service.hasHandled('order.placed')).toBe(true));

type BulkWrite = Model<OrderSummaryRecord>['collection']['bulkWrite'];
/** Replaces the next batched write. */
const replaceNextWrite = (replacement: (bulkWrite: BulkWrite) => BulkWrite) => {
  const { collection } = summaries();
  const bulkWrite = collection.bulkWrite.bind(collection);
  collection.bulkWrite = (...args) => {
    collection.bulkWrite = bulkWrite;
    return replacement(bulkWrite)(...args);
  };
};

test('lists placed orders in the profile, in rupees, newest first', async () => {
  const first = buildOrder();
  const second = buildOrder({ totalPaise: 25_000 });
  await service.publish('order.placed', first);
  await service.publish('order.placed', second);
  await eventually(async () =>
    expect(await profileOrders()).toEqual([
      {
        orderId: second.orderId,
        orderNumber: second.orderNumber,
        orderedAt: second.orderedAt,
        totalAmount: 250,
        status: 'Pending',
      },
      {
        orderId: first.orderId,
        orderNumber: first.orderNumber,
        orderedAt: first.orderedAt,
        totalAmount: 12_345.5,
        status: 'Pending',
      },
    ]),
  );
});

test('staff find a customer by the name and the phone number of a recipient', async () => {
  const recipient = { name: 'Saraswathi Vellanki', phone: '+91 90001-23456' };
  for (const order of [buildOrder({ recipient }), buildOrder({ recipient }), buildOrder()])
    await service.publish('order.placed', order);
  await allHandled();
  const staff = buildIdentity({ id: 'f'.repeat(24), role: 'owner' });
  const find = async (q: string) =>
    (await service.call('GET /users/admin/customers', { query: { q } }, staff)).body.customers.map(({ _id }) => _id);
  for (const q of ['vellanki', 'Sarasw', '90001', '+91 90001 23456']) expect(await find(q)).toEqual([customer.id]);
  for (const q of ['ellanki', '23456']) expect(await find(q)).toEqual([]);
});

test('staff read on in a search while new orders add customers to it', async () => {
  const named = [await service.addCustomer('Revathi'), await service.addCustomer('Revathi')];
  const staff = buildIdentity({ id: 'f'.repeat(24), role: 'owner' });
  const read = (page: { cursor?: string } = {}) =>
    service.call('GET /users/admin/customers', { query: { q: 'revathi', limit: 1, ...page } }, staff);
  const first = await read();
  await service.app.get(OrderSummaries).add(buildOrder({ recipient: { name: 'Revathi Nair', phone: '9000154321' } }));
  const second = await read({ cursor: first.body.nextCursor ?? '' });
  expect(second.status).toBe(200);
  const third = await read({ cursor: second.body.nextCursor ?? '' });
  const found = [first, second, third].map(({ body }) => body.customers.map(({ _id }) => _id));
  expect(found).toEqual([...named.toReversed(), customer].map(({ id }) => [id]));
});

test('keeps the newest status, in whatever order and however often events arrive', async () => {
  const order = buildOrder();
  await service.publish('order.status.changed', buildStatusChange(order, 'Delivered', 3));
  await service.publish('order.status.changed', buildStatusChange(order, 'Processing', 2));
  expect(await profileOrders()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await service.publish('order.placed', order);
  await service.publish('order.placed', order);
  await eventually(async () =>
    expect(await profileOrders()).toMatchObject([{ orderId: order.orderId, status: 'Delivered' }]),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await profileOrders()).toMatchObject([{ status: 'Delivered' }]);
});

test('a status without its order expires, until the order arrives', async () => {
  const order = buildOrder();
  const stored = () => summaries().findById(order.orderId).lean<OrderSummaryRecord>();
  for (const [index, to] of (['Processing', 'Delivered'] as const).entries())
    await service.app.get(OrderSummaries).setStatus(buildStatusChange(order, to, index + 1));
  expect(await stored()).toMatchObject({ status: 'Delivered', withoutOrderSince: expect.any(Date) });
  await service.app.get(OrderSummaries).add(order);
  await service.app.get(OrderSummaries).setStatus(buildStatusChange(order, 'Processing', 3));
  expect(await stored()).toMatchObject({ status: 'Processing', orderedAt: new Date(order.orderedAt) });
  expect(await stored()).not.toHaveProperty('withoutOrderSince');
  expect(await summaries().collection.indexes()).toContainEqual(
    expect.objectContaining({ key: { withoutOrderSince: 1 }, expireAfterSeconds: 90 * 86_400 }),
  );
});

test('expire after the days of the setting', async () => {
  await eventually(async () =>
    expect(await summaries().collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { orderedAt: 1 }, expireAfterSeconds: 400 * 86_400 }),
    ),
  );
});

test('stores every order of a burst', async () => {
  const placed = buildOrders(30);
  await publishAll(placed);
  await allHandled();
  expect(await storedIds(placed)).toEqual(idsOf(placed));
});

test('keeps statuses that arrive before their orders in a burst', async () => {
  const placed = buildOrders(10);
  await Promise.all(
    placed.flatMap((order) => [
      service.publish('order.status.changed', buildStatusChange(order, 'Delivered', 3)),
      service.publish('order.placed', order),
    ]),
  );
  await allHandled();
  await eventually(async () => expect(await service.hasHandled('order.status.changed')).toBe(true));
  const stored = await summaries()
    .find({ _id: { $in: idsOf(placed) } })
    .lean<OrderSummaryRecord[]>();
  expect(stored.map(({ status, totalPaise }) => ({ status, totalPaise }))).toEqual(
    placed.map(({ totalPaise }) => ({ status: 'Delivered', totalPaise })),
  );
});

test('stores the rest of a batch when another process inserts one of its orders meanwhile', async () => {
  const [raced, other] = [buildOrder(), buildOrder()];
  await summaries().create({ _id: raced.orderId, userId: raced.userId, status: 'Shipped', revision: 2 });
  // The insert of an upsert fails on an order that was not there when the database looked for it.
  replaceNextWrite((bulkWrite) => ([first, ...rest], options) => {
    const { updateOne } = first as { updateOne: { filter: object; update: object; upsert: boolean } };
    return bulkWrite(
      [{ updateOne: { ...updateOne, filter: { ...updateOne.filter, revision: -1 } } }, ...rest],
      options,
    );
  });
  await Promise.all([raced, other].map((order) => service.app.get(OrderSummaries).add(order)));
  expect(await storedIds([raced, other])).toEqual(idsOf([raced, other]));
  expect(await summaries().findById(raced.orderId).lean()).toMatchObject({
    status: 'Shipped',
    revision: 2,
    totalPaise: raced.totalPaise,
  });
});

test('stores the orders when a failed write is redelivered', async () => {
  const placed = buildOrders(3);
  let failed = 0;
  replaceNextWrite(() => () => {
    failed += 1;
    return Promise.reject(new Error('database unavailable'));
  });
  await publishAll(placed);
  await allHandled();
  expect(failed).toBe(1);
  expect(await storedIds(placed)).toEqual(idsOf(placed));
});

test('a process that stops finishes its orders, and another one stores the rest', async () => {
  const uri = new URL(testMongoUri());
  uri.pathname = service.app.get<Connection>(getConnectionToken()).name;
  const other: TestService = await startTestService(userService, `nats://${service.nats.getServer()}`, {
    MONGODB_URI: uri.href,
    DATA_KEY: TEST_DATA_KEY,
    RATE_LIMIT: 'off',
  });
  const otherSummaries = other.app.get(OrderSummaries);
  const add = otherSummaries.add.bind(otherSummaries);
  const started: Order[] = [];
  otherSummaries.add = (order) => {
    started.push(order);
    return add(order);
  };
  const placed = buildOrders(40);
  await publishAll(placed);
  await eventually(() => expect(started).not.toEqual([]));
  await other.stop();
  expect(await storedIds(started)).toEqual(idsOf(started));
  await allHandled();
  expect(await storedIds(placed)).toEqual(idsOf(placed));
});
