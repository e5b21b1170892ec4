import { getModelToken } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually, startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { createId } from '../testing/fake-shop.js';
import { buildPlacedOrder, SAREE } from '../testing/placed-order.js';
import { lastIndiaDays, timesOfIndiaDay } from './india-days.js';
import { SALES_DAY, SALES_STATE, type SalesDayRecord, type SalesStateRecord, STATE_ID } from './sales-day.schema.js';
import { SalesRecount } from './sales-recount.service.js';
import { SummaryService } from './summary.service.js';

const admin = buildIdentity({ id: createId(), role: 'owner', name: 'Admin', email: 'admin@example.com' });
const blouse = createId();

describe('the sales summary', () => {
  let nats: Awaited<ReturnType<typeof startTestNats>>;
  let service: TestService;
  let orders: Model<OrderRecord>;

  beforeAll(async () => {
    nats = await startTestNats();
    service = await startTestService(orderService, nats.url, { SALES_RECOUNT_MS: '50' });
    orders = service.app.get<Model<OrderRecord>>(getModelToken(ORDER));
    await eventually(async () => expect(await state().exists({ builtAt: { $exists: true } })).not.toBeNull());
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });
  beforeEach(async () => {
    await orders.deleteMany({});
    await days().deleteMany(ofDays);
  });

  const store = (orderedAt: string, facts: Partial<OrderRecord> = {}) =>
    orders.create(buildPlacedOrder(orderedAt, facts));

  const ofDays = { _id: { $ne: STATE_ID } };
  const state = () => service.app.get<Model<SalesStateRecord>>(getModelToken(SALES_STATE));
  /** A recount of a slow database is followed by a long pause. */
  const endPause = () => state().updateOne({ _id: STATE_ID }, { $unset: { nextCountAt: 1 } });
  const days = () => service.app.get<Model<SalesDayRecord>>(getModelToken(SALES_DAY));
  const compute = async (now: string) => {
    await service.app.get(SalesRecount).rebuild();
    return service.app.get(SummaryService).compute(new Date(now));
  };

  it('counts an order on its day in IST', async () => {
    await store('2026-01-14T18:29:59.999Z'); // 23:59:59 in India
    await store('2026-01-14T18:30:00.000Z'); // midnight: the 15th
    await store('2026-01-15T12:00:00.000Z');
    const summary = await compute('2026-01-15T18:00:00.000Z');
    expect(summary.days).toHaveLength(30);
    expect(summary.days.slice(-2)).toEqual([
      { day: '2026-01-14', revenuePaise: 100_050, orders: 1 },
      { day: '2026-01-15', revenuePaise: 200_100, orders: 2 },
    ]);
    expect(summary.days[0]).toEqual({ day: '2025-12-17', revenuePaise: 0, orders: 0 });
  });

  it('lists thirty days and no earlier order', async () => {
    await store('2025-12-16T18:29:59.999Z');
    await store('2025-12-16T18:30:00.000Z');
    const { days: shown, orders: all, revenuePaise } = await compute('2026-01-15T18:00:00.000Z');
    expect(shown[0]).toEqual({ day: '2025-12-17', revenuePaise: 100_050, orders: 1 });
    expect([all, revenuePaise]).toEqual([2, 200_100]);
  });

  it('leaves out the revenue of cancelled orders and unpaid checkouts', async () => {
    await store('2026-01-15T10:00:00.000Z', { status: 'Cancelled' });
    await store('2026-01-15T10:00:00.000Z', { status: 'Delivered' });
    await store('2026-01-15T10:00:00.000Z', { phase: 'expired' });
    const { days: shown, revenuePaise, byStatus, bestSellers } = await compute('2026-01-15T18:00:00.000Z');
    expect(revenuePaise).toBe(100_050);
    expect(shown.at(-1)).toEqual({ day: '2026-01-15', revenuePaise: 100_050, orders: 2 });
    expect(byStatus).toEqual([
      { status: 'Pending', orders: 0 },
      { status: 'Processing', orders: 0 },
      { status: 'Shipped', orders: 0 },
      { status: 'Delivered', orders: 1 },
      { status: 'Cancelled', orders: 1 },
    ]);
    expect(bestSellers).toEqual([{ productId: SAREE, name: 'Saree', units: 1, revenuePaise: 100_050 }]);
  });

  it('lists best sellers by units, under the latest name', async () => {
    await store('2026-01-10T10:00:00.000Z');
    await store('2026-01-15T10:00:00.000Z', {
      lines: [
        { lineId: '1', productId: blouse, name: 'Blouse', unitPaise: 5000, size: 'S', quantity: 2 },
        { lineId: '2', productId: blouse, name: 'Blouse', unitPaise: 5000, size: 'M', quantity: 1 },
        { lineId: '3', productId: SAREE, name: 'Saree, renamed', unitPaise: 90_000, size: '', quantity: 1 },
      ],
    });
    const { bestSellers } = await compute('2026-01-15T18:00:00.000Z');
    expect(bestSellers).toEqual([
      { productId: blouse, name: 'Blouse', units: 3, revenuePaise: 15_000 },
      { productId: SAREE, name: 'Saree, renamed', units: 2, revenuePaise: 190_050 },
    ]);
  });

  it('is shown only to admins, in rupees, with the five latest orders', async () => {
    const today = new Date();
    for (let hour = 0; hour < 6; hour += 1) await store(new Date(today.getTime() - hour * 60_000).toISOString());
    await service.app.get(SalesRecount).rebuild();
    const { status, body } = await service.call('GET /orders/admin/summary', {}, admin);
    expect(status).toBe(200);
    expect(body.summary.revenue).toBe(6003);
    expect(body.summary.recent).toHaveLength(5);
    expect(body.summary.days.at(-1)?.day).toBe(toIndianDay(today));
    expect(body.summary.bestSellers).toEqual([{ productId: SAREE, name: 'Saree', units: 6, revenue: 6003 }]);
    const refusals = [
      await service.call('GET /orders/admin/summary', {}, { ...admin, role: 'user' }),
      await service.call('GET /orders/admin/summary', {}),
    ];
    expect(refusals.map((refusal) => refusal.status)).toEqual([403, 401]);
  });

  it('counts days across months', () => {
    expect(lastIndiaDays(new Date('2026-03-01T00:00:00.000Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(timesOfIndiaDay('2026-03-01')).toEqual({
      $gte: new Date('2026-02-28T18:30:00.000Z'),
      $lt: new Date('2026-03-01T18:30:00.000Z'),
    });
  });

  describe('kept up to date by events', () => {
    const placed = (orderId: string): EventData<'order.placed'> => ({
      orderNumber: 'RV-26-0042174',
      orderId,
      userId: createId(),
      orderedAt: '2026-01-15T10:00:00.000Z',
      totalPaise: 100_050,
      status: 'Pending',
      lines: [],
      customer: { name: 'Asha' },
    });
    const figures = async () =>
      (
        await days()
          .find({ _id: { $ne: STATE_ID } })
          .sort({ _id: 1 })
          .lean()
      ).map(withoutChanges);
    const withoutChanges = ({ _id, byStatus, products }: SalesDayRecord) => ({ _id, byStatus, products });
    const counted = async (day: string) => {
      const found = await days().findById(day).lean();
      return found && !found.isStale ? found.changes : 0;
    };

    it('counts an order once, however often its events arrive, and equals a recount', async () => {
      const first = await store('2026-01-15T10:00:00.000Z');
      const second = await store('2026-01-15T11:00:00.000Z', { totalPaise: 30_025 });
      const event = createEvent('order.placed', placed(String(first._id)));
      await service.send(event, 'first');
      await service.send(event, 'again');
      await service.publish('order.placed', placed(String(second._id)));
      await eventually(async () => {
        await endPause();
        expect(await counted('2026-01-15')).toBeGreaterThan(0);
        expect((await days().findById('2026-01-15').lean())?.byStatus).toEqual([
          { status: 'Pending', orders: 2, paise: 130_075 },
        ]);
      });
      await orders.updateOne({ _id: second._id }, { $set: { status: 'Cancelled' } });
      await service.publish('order.status.changed', {
        orderId: String(second._id),
        userId: second.userId,
        from: 'Pending',
        to: 'Cancelled',
        revision: 2,
        by: 'shop',
      });
      const expected = [
        {
          _id: '2026-01-15',
          byStatus: expect.arrayContaining([
            { status: 'Pending', orders: 1, paise: 100_050 },
            { status: 'Cancelled', orders: 1, paise: 30_025 },
          ]),
          products: [],
        },
        {
          _id: 'products 2026-01-15',
          byStatus: [],
          products: [{ productId: SAREE, name: 'Saree', units: 1, revenuePaise: 100_050 }],
        },
      ];
      await eventually(async () => {
        await endPause();
        expect(await figures()).toEqual(expected);
      });
      await days().deleteMany(ofDays);
      await service.app.get(SalesRecount).rebuild();
      expect(await figures()).toEqual(expected);
    });

    it('leaves out cancelled items and exchanged ones, whose replacement counts, and equals a recount', async () => {
      const shawl = createId();
      const line = (productId: string, unitPaise: number, quantity = 1, lineId = '1') => ({
        lineId,
        productId,
        name: productId,
        unitPaise,
        size: '',
        quantity,
      });
      const record = (
        state: ReturnRecord['state'],
        outcome: ReturnRecord['lines'][number]['outcome'],
        refundPaise: number,
        lineId = '1',
      ): ReturnRecord => {
        const decided = state === 'requested' ? {} : { accepted: refundPaise > 0 ? 1 : 0, refundPaise };
        const lines = [{ lineId, quantity: 1, reason: 'size', outcome, ...decided }];
        return { id: createId(), state, requestedAt: new Date(), lines };
      };
      // Paid with a discount of 4 %.
      const paid = await store('2026-01-15T10:00:00.000Z', {
        lines: [line(SAREE, 100_000, 3), line(blouse, 50_000, 1, '2')],
        totalPaise: 336_000,
      });
      // Its fee is 49 rupees, of which each unit has half.
      const cash = await store('2026-01-15T11:00:00.000Z', {
        lines: [line(blouse, 100_000, 2)],
        totalPaise: 204_900,
        method: 'cod',
        paymentState: 'awaiting',
        cash: { state: 'due', duePaise: 204_900 },
      });
      const exchanged = await store('2026-01-16T10:00:00.000Z', {
        lines: [line(SAREE, 100_050, 2)],
        totalPaise: 200_100,
      });
      await store('2026-01-16T11:00:00.000Z', { returns: [record('completed', 'refund', 100_050)] });
      // 200 rupees dearer than what it replaces.
      await store('2026-01-16T12:00:00.000Z', {
        cartKey: `exchange:${createId()}`,
        lines: [line(shawl, 120_050)],
        totalPaise: 120_050,
        creditPaise: 120_050,
      });
      const soldOn = async (...dates: string[]) => {
        const found = new Map((await figures()).map(({ _id, ...rest }) => [_id, rest]));
        return dates.map((day) => [
          found.get(day)?.byStatus.map(({ orders: count, paise }) => [count, paise]),
          Object.fromEntries(
            (found.get(`products ${day}`)?.products ?? []).map(({ productId, units, revenuePaise }) => [
              productId,
              [units, revenuePaise],
            ]),
          ),
        ]);
      };
      await service.app.get(SalesRecount).rebuild();
      expect(await soldOn('2026-01-15', '2026-01-16')).toEqual([
        [[[2, 540_900]], { [SAREE]: [3, 300_000], [blouse]: [3, 250_000] }],
        [[[3, 420_200]], { [SAREE]: [3, 300_150], [shawl]: [1, 120_050] }],
      ]);

      await orders.updateOne(
        { _id: paid._id },
        { $set: { returns: [record('cancelled', 'refund', 96_000), record('cancelled', 'refund', 48_000, '2')] } },
      );
      await orders.updateOne(
        { _id: cash._id },
        { $set: { returns: [record('cancelled', 'refund', 102_450)], 'cash.duePaise': 102_450 } },
      );
      await orders.updateOne(
        { _id: exchanged._id },
        {
          $set: {
            returns: [
              record('completed', 'exchange', 100_050),
              record('refused', 'exchange', 0),
              record('requested', 'exchange', 0),
            ],
          },
        },
      );
      const settled = ({ _id, userId }: { _id: unknown; userId: string }) => ({
        orderId: String(_id),
        userId,
        orderNumber: 'RV-26-0042174',
        returnId: createId(),
        holdId: 'hold',
        restocked: [],
        creditPaise: 0,
      });
      await service.publish('order.lines.cancelled', { ...settled(paid), lines: [] });
      await service.publish('order.return.decided', {
        ...settled(exchanged),
        exchange: { orderId: createId(), amountPaise: 100_050 },
        staff: { id: admin.id, name: 'Admin', role: 'owner' },
      });
      const expected = [
        [[[2, 294_450]], { [SAREE]: [2, 200_000], [blouse]: [1, 100_000] }],
        [[[3, 320_150]], { [SAREE]: [2, 200_100], [shawl]: [1, 120_050] }],
      ];
      await eventually(async () => {
        await endPause();
        expect(await soldOn('2026-01-15', '2026-01-16')).toEqual(expected);
      });
      await days().deleteMany(ofDays);
      await service.app.get(SalesRecount).rebuild();
      expect(await soldOn('2026-01-15', '2026-01-16')).toEqual(expected);
    });

    it('keeps the newer figures of two processes that count at the same time', async () => {
      await store('2026-01-15T10:00:00.000Z');
      await service.app.get(SalesRecount).rebuild();
      const newer = { counted: 9, byStatus: [{ status: 'Pending' as const, orders: 7, paise: 7 }] };
      await days().updateOne({ _id: '2026-01-15' }, { $set: { ...newer, changes: 9, isStale: true } });
      await eventually(async () => {
        await endPause();
        expect(await counted('2026-01-15')).toBe(9);
      });
      expect((await days().findById('2026-01-15').lean())?.byStatus).toEqual(newer.byStatus);
    });
  });
});
