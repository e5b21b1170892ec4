import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { getModelToken } from '@nestjs/mongoose';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import {
  eventually,
  startTestService,
  testMongoUri,
  type TestService,
} from '@rangavalli/service-kit/testing/test-service';
import mongoose, { type Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { createId } from '../testing/fake-shop.js';
import { buildPlacedOrder } from '../testing/placed-order.js';
import { lastIndiaDays, timesOfIndiaDay } from './india-days.js';
import { compareDay, SalesCheck } from './sales-check.service.js';
import {
  productsOf,
  SALES_DAY,
  SALES_STATE,
  type SalesDayRecord,
  type SalesStateRecord,
  STATE_ID,
} from './sales-day.schema.js';
import { SalesDays } from './sales-days.service.js';
import { SalesRecount } from './sales-recount.service.js';
import { SummaryService } from './summary.service.js';

/** The periodic task does not run in the test. */
const NEVER_MS = '3600000';
const DAY_MS = 86_400_000;
const CLI = fileURLToPath(new URL('../../dist/reporting/sales-cli.js', import.meta.url));

describe('sales by day', () => {
  let nats: Awaited<ReturnType<typeof startTestNats>>;
  let service: TestService;
  let uri: URL;

  const start = (env: NodeJS.ProcessEnv = {}) =>
    startTestService(orderService, nats.url, { SALES_RECOUNT_MS: NEVER_MS, MONGODB_URI: uri.href, ...env });
  const model = <T>(name: string) => service.app.get<Model<T>>(getModelToken(name));
  const orders = () => model<OrderRecord>(ORDER);
  const days = () => model<SalesDayRecord>(SALES_DAY);
  const state = () => model<SalesStateRecord>(SALES_STATE);
  const recount = () => service.app.get(SalesRecount);
  const summary = () => service.app.get(SummaryService).compute(new Date());
  const store = (...times: Date[]) => orders().insertMany(times.map((time) => buildPlacedOrder(time)));
  const ago = (dayCount: number) => new Date(Date.now() - dayCount * DAY_MS);
  const readState = () => state().findById(STATE_ID).lean<SalesStateRecord>();
  const restart = async (env?: NodeJS.ProcessEnv) => {
    await service.app.close();
    service = await start(env);
  };

  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterAll(() => nats.stop());
  beforeEach(async () => {
    uri = new URL(testMongoUri());
    uri.pathname = `/test_order_sales_${createId()}`;
    service = await start();
  });
  afterEach(async () => {
    await service.stop();
    const connection = await mongoose.createConnection(uri.href).asPromise();
    await connection.dropDatabase().finally(() => connection.close());
  });

  it('has the orders from before the figures, although an event of today came first', async () => {
    await store(ago(28));
    await service.publish('order.placed', {
      orderNumber: 'RV-26-0042174',
      orderId: createId(),
      userId: createId(),
      orderedAt: new Date().toISOString(),
      totalPaise: 1,
      status: 'Pending',
      lines: [],
      customer: { name: 'Asha' },
    });
    await eventually(async () => expect(await days().exists({ _id: toIndianDay(new Date()) })).not.toBeNull());
    await restart({ SALES_RECOUNT_MS: '50' });
    await eventually(async () => expect((await readState())?.builtAt).toBeInstanceOf(Date), 30_000);
    const { days: shown, orders: all } = await summary();
    expect(shown.find(({ day }) => day === toIndianDay(ago(28)))?.orders).toBe(1);
    expect(all).toBe(1);
  });

  it('is built from the beginning when a process stopped while it was building', async () => {
    await store(ago(3), ago(2), ago(1));
    const aggregate = orders().aggregate.bind(orders());
    let calls = 0;
    // One call finds the days; each day is counted by two.
    orders().aggregate = ((...args: Parameters<typeof aggregate>) => {
      calls += 1;
      if (calls > 3) throw new Error('the process stops');
      return aggregate(...args);
    }) as typeof aggregate;
    await expect(recount().run()).rejects.toThrow('the process stops');
    expect((await readState())?.builtAt).toBeUndefined();
    expect((await summary()).orders).toBe(1);
    await restart();
    await state().updateOne({ _id: STATE_ID }, { $set: { nextCountAt: new Date() } });
    await recount().run();
    expect((await summary()).orders).toBe(3);
    expect((await readState())?.builtAt).toBeInstanceOf(Date);
  });

  it('is counted by one process at a time, after a pause of thirty times the last count', async () => {
    await store(ago(1));
    await recount().run();
    await state().updateOne({ _id: STATE_ID }, { $set: { nextCountAt: new Date(Date.now() + 60_000) } });
    await store(ago(1));
    const day = toIndianDay(ago(1));
    await service.app.get(SalesDays).markStale([day]);
    await recount().run();
    expect((await summary()).orders).toBe(1);

    await restart({ SALES_RECOUNT_MS: '3000000' });
    await state().updateOne({ _id: STATE_ID }, { $set: { nextCountAt: new Date() } });
    const startedAt = Date.now();
    await Promise.all([recount().run(), recount().run()]);
    expect((await summary()).orders).toBe(2);
    expect((await readState())?.nextCountAt?.getTime()).toBeGreaterThanOrEqual(startedAt + 3_000_000);
  });

  it('is checked once a day for one recent day, and the gauge shows a falsified one until it is corrected', async () => {
    const gauge = async () => {
      const { body } = await service.app.inject('/metrics');
      return body.split('\n').find((line) => line.startsWith('sales_days_wrong '));
    };
    const check = service.app.get(SalesCheck);
    const recent = lastIndiaDays(new Date(), 30);
    await store(...recent.map((day) => timesOfIndiaDay(day).$gte));
    await recount().run();
    await check.run();
    expect(await gauge()).toBe('sales_days_wrong 0');

    await days().updateMany({ _id: { $in: recent } }, { $set: { 'byStatus.0.paise': 1 } });
    await check.run();
    expect(await gauge()).toBe('sales_days_wrong 0');
    await state().updateOne({ _id: STATE_ID }, { $set: { nextCheckAt: new Date() } });
    await check.run();
    await check.run();
    expect(await gauge()).toBe('sales_days_wrong 1');

    const [wrong = ''] = (await readState())?.wrongDays ?? [];
    await service.app.get(SalesDays).markStale([wrong]);
    await check.run();
    expect(await gauge()).toBe('sales_days_wrong 1');
    await recount().rebuild();
    await check.run();
    expect(await gauge()).toBe('sales_days_wrong 0');
  });

  describe('with more products on a day than a document has', () => {
    const steady = { lineId: '0', productId: createId(), name: 'Steady', unitPaise: 100, size: '', quantity: 2 };
    /** 1,100 products that sell better than `steady` on this day alone, and an order of `steady`. */
    const storeBusyDay = async (time: Date) => {
      const lines = Array.from({ length: 1_100 }, () => ({ ...steady, productId: createId(), quantity: 3 }));
      const [busy] = await orders().insertMany([
        buildPlacedOrder(time, { lines }),
        buildPlacedOrder(time, { lines: [steady] }),
      ]);
      return busy;
    };
    const best = async () => (await summary()).bestSellers[0];
    const verdict = () => compareDay(orders(), days(), toIndianDay(ago(2)));

    it('has the best seller of 30 days that is none of the best of any day', async () => {
      const busy = await storeBusyDay(ago(2));
      await storeBusyDay(ago(1));
      await recount().run();
      expect(await best()).toEqual({ productId: steady.productId, name: 'Steady', units: 4, revenuePaise: 400 });
      expect(await verdict()).toBe('right');

      await orders().updateOne({ _id: busy?._id }, { $set: { status: 'Cancelled' } });
      await recount().rebuild();
      expect(await best()).toMatchObject({ name: 'Steady', units: 4 });
      expect(await verdict()).toBe('right');
      await orders().updateOne({ _id: busy?._id }, { $set: { status: 'Pending' } });
      await recount().rebuild();
      expect(await verdict()).toBe('right');
    });

    it('is wrong with the best products alone, and complete after the first start of a release with all', async () => {
      await storeBusyDay(ago(2));
      await storeBusyDay(ago(1));
      await recount().run();
      const { $gte, $lt } = productsOf(toIndianDay(ago(2)), toIndianDay(ago(1)))._id;
      const ofDays = await days().find({ _id: { $gte, $lt } }).lean<SalesDayRecord[]>();
      for (const { _id, products } of ofDays)
        await (products.length < 1_000
          ? days().deleteOne({ _id })
          : days().updateOne({ _id }, { $set: { products: products.slice(0, 100) } }));
      await state().updateOne({ _id: STATE_ID }, { $set: { nextCountAt: new Date() }, $unset: { version: 1 } });
      expect(await verdict()).toBe('wrong');
      await recount().run();
      expect(await verdict()).toBe('right');
      expect(await best()).toMatchObject({ name: 'Steady', units: 4 });
    });
  });

  it('is compared with the orders and counted again by `npm run sales`', async () => {
    const run = async (...args: string[]) => {
      const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, MONGODB_URI: uri.href } });
      const exit = new Promise((resolve) => child.once('exit', resolve));
      return { output: await text(child.stdout), code: await exit };
    };
    await store(ago(40), ago(1));
    expect(await run('rebuild')).toEqual({ output: 'Counted 2 days.\n', code: 0 });
    expect((await summary()).orders).toBe(2);
    expect(await run()).toEqual({ output: '2 days: 2 right, 0 wrong, 0 being counted.\n', code: 0 });
    await days().updateOne({ _id: toIndianDay(ago(40)) }, { $set: { byStatus: [] } });
    expect(await run('check')).toEqual({
      output: `${toIndianDay(ago(40))} differs from its orders\n2 days: 1 right, 1 wrong, 0 being counted.\n`,
      code: 1,
    });
  }, 120_000);
});
