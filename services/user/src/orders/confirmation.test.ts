// What a crowd of orders becomes: summaries that are noted together, and a letter for each. The mail server counts every letter.
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import {
  eventually,
  startTestService,
  testMongoUri,
  type TestService,
} from '@rangavalli/service-kit/testing/test-service';
import type { Connection, Model } from 'mongoose';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { startUserBench, type UserBench } from '../testing/user-bench.js';
import { userService } from '../user.service-definition.js';
import { OrderSummaries } from './order-summaries.js';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

let shop: UserBench;
let mail: TestMailServer;
let orders = 0;
beforeAll(async () => {
  mail = await startTestMailServer();
  shop = await startUserBench({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await shop.stop();
  await mail.stop();
});

const anOrder = (changes: Partial<EventData<'order.placed'>> = {}): EventData<'order.placed'> => {
  orders += 1;
  return {
    orderId: orders.toString(16).padStart(24, 'c'),
    userId: 'd'.repeat(24),
    orderedAt: '2026-03-14T09:30:00.000Z',
    totalPaise: 1_234_550,
    status: 'Pending',
    lines: [{ productId: 'b'.repeat(24), name: 'Kanchipuram Pattu', size: 'M', quantity: 1, unitPaise: 1_234_550 }],
    customer: { name: 'Meera', email: 'meera@example.com' },
    ...changes,
  };
};
const crowd = (size: number) => Array.from({ length: size }, () => anOrder());
const publishAll = (placed: EventData<'order.placed'>[]) =>
  Promise.all(placed.map((order) => shop.publish('order.placed', order)));
const summaries = () => shop.app.get<Model<OrderSummaryRecord>>(getModelToken(ORDER_SUMMARY));
const idsOf = (placed: EventData<'order.placed'>[]) => placed.map(({ orderId }) => orderId).sort();
/** The orders whose letter has come, once for each time. */
const confirmed = (among: EventData<'order.placed'>[]) =>
  mail.letters
    .flatMap((letter) => /^Message-ID: <order-(\w+)@/m.exec(letter)?.[1] ?? [])
    .filter((id) => among.some(({ orderId }) => orderId === id))
    .sort();
const notedAsSent = async (among: EventData<'order.placed'>[]) =>
  (
    await summaries()
      .find({ _id: { $in: idsOf(among) }, 'confirmation.sentAt': { $exists: true }, orderedAt: { $exists: true } })
      .lean<OrderSummaryRecord[]>()
  )
    .map(({ _id }) => _id)
    .sort();
const allHandled = () => eventually(async () => expect(await shop.hasHandled('order.placed')).toBe(true));
/** What the next gathered write does instead of what it should. */
const nextWrite = (
  instead: (
    write: Model<OrderSummaryRecord>['collection']['bulkWrite'],
  ) => Model<OrderSummaryRecord>['collection']['bulkWrite'],
) => {
  const { collection } = summaries();
  const write = collection.bulkWrite.bind(collection);
  collection.bulkWrite = (...given) => {
    collection.bulkWrite = write;
    return instead(write)(...given);
  };
};

test('a crowd of orders has a summary and one letter each', async () => {
  const placed = crowd(30);
  await publishAll(placed);
  await allHandled();
  expect(await notedAsSent(placed)).toEqual(idsOf(placed));
  expect(confirmed(placed)).toEqual(idsOf(placed));
});

test('an order told twice at the same moment is confirmed once', async () => {
  const [one, other] = [anOrder(), anOrder()];
  await publishAll([one, one, other, one]);
  await allHandled();
  expect(confirmed([one, other])).toEqual(idsOf([one, other]));
  expect(await notedAsSent([one, other])).toEqual(idsOf([one, other]));
});

test('of one order told twice in one write, only the first has the letter to send', async () => {
  const [one, other] = [anOrder(), anOrder()];
  const told = [one, other, one].map((order) => shop.app.get(OrderSummaries).placed(order, true));
  expect(await Promise.all(told)).toEqual([true, true, false]);
});

test('a status that overtakes its order among others stays', async () => {
  const placed = crowd(10);
  await Promise.all(
    placed.flatMap((order) => [
      shop.publish('order.status.changed', {
        orderId: order.orderId,
        userId: order.userId,
        from: 'Pending',
        to: 'Delivered',
        revision: 3,
        by: 'admin@example.com',
      }),
      shop.publish('order.placed', order),
    ]),
  );
  await allHandled();
  await eventually(async () => expect(await shop.hasHandled('order.status.changed')).toBe(true));
  const known = await summaries()
    .find({ _id: { $in: idsOf(placed) } })
    .lean<OrderSummaryRecord[]>();
  expect(known.map(({ status, totalPaise }) => ({ status, totalPaise }))).toEqual(
    placed.map(({ totalPaise }) => ({ status: 'Delivered', totalPaise })),
  );
  expect(confirmed(placed)).toEqual(idsOf(placed));
});

test('an order that another process notes at the same moment holds up no other', async () => {
  const [raced, other] = [anOrder(), anOrder()];
  await summaries().collection.insertOne({
    _id: raced.orderId,
    userId: raced.userId,
    status: 'Shipped',
    revision: 2,
  } as never);
  // The insert meets an order that was not there when the database looked for it.
  nextWrite((write) => ([first, ...rest], options) => {
    const { updateOne } = first as { updateOne: { filter: object; update: object; upsert: boolean } };
    return write([{ updateOne: { ...updateOne, filter: { ...updateOne.filter, revision: -1 } } }, ...rest], options);
  });
  const told = [raced, other].map((order) => shop.app.get(OrderSummaries).placed(order, true));
  expect(await Promise.all(told)).toEqual([false, true]);
  expect(await summaries().findById(raced.orderId).lean()).toMatchObject({
    status: 'Shipped',
    revision: 2,
    totalPaise: raced.totalPaise,
  });
});

test('a write that fails is done when the events come again', async () => {
  const placed = crowd(3);
  let failed = 0;
  nextWrite(() => () => {
    failed += 1;
    return Promise.reject(new Error('the database is gone'));
  });
  await publishAll(placed);
  await allHandled();
  expect(failed).toBe(1);
  expect(await notedAsSent(placed)).toEqual(idsOf(placed));
  expect(confirmed(placed)).toEqual(idsOf(placed));
});

test('a process that is stopped in the middle ends what it has begun, and the other one does the rest', async () => {
  const uri = new URL(testMongoUri());
  uri.pathname = shop.app.get<Connection>(getConnectionToken()).name;
  const other: TestService = await startTestService(userService, `nats://${shop.nats.getServer()}`, {
    MONGODB_URI: uri.href,
    RATE_LIMIT: 'off',
    SMTP_URL: mail.url,
  });
  const theirs = other.app.get(OrderSummaries);
  const place = theirs.placed.bind(theirs);
  const begun: EventData<'order.placed'>[] = [];
  theirs.placed = (order, claim) => {
    begun.push(order);
    return place(order, claim);
  };
  const placed = crowd(40);
  await publishAll(placed);
  await eventually(() => expect(begun).not.toEqual([]));
  await other.stop();
  expect(await notedAsSent(begun)).toEqual(idsOf(begun));
  await allHandled();
  expect(await notedAsSent(placed)).toEqual(idsOf(placed));
  expect(confirmed(placed)).toEqual(idsOf(placed));
});
