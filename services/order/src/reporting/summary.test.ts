import { getModelToken } from '@nestjs/mongoose';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { orderService } from '../order.service-definition.js';
import { ORDER, type OrderRecord } from '../store/order.schema.js';
import { createId } from '../testing/fake-shop.js';
import { lastIndiaDays, SummaryService, toIndiaDay } from './summary.service.js';

const admin = buildIdentity({ id: createId(), role: 'owner', name: 'Admin', email: 'admin@example.com' });
const saree = createId();
const blouse = createId();

describe('the sales summary', () => {
  let nats: Awaited<ReturnType<typeof startTestNats>>;
  let service: TestService;
  let orders: Model<OrderRecord>;

  beforeAll(async () => {
    nats = await startTestNats();
    service = await startTestService(orderService, nats.url);
    orders = service.app.get<Model<OrderRecord>>(getModelToken(ORDER));
  });
  afterAll(async () => {
    await service.stop();
    await nats.stop();
  });
  beforeEach(() => orders.deleteMany({}));

  const store = (orderedAt: string, facts: Partial<OrderRecord> = {}) =>
    orders.create({
      userId: createId(),
      customer: { name: 'Asha', email: 'asha@example.com' },
      phase: 'placed',
      cartKey: 'key',
      holdId: createId(),
      holdSeq: 1,
      paymentState: 'captured',
      lines: [{ productId: saree, name: 'Saree', unitPaise: 100_050, size: '', quantity: 1 }],
      totalPaise: 100_050,
      status: 'Pending',
      createdAt: new Date(orderedAt),
      orderedAt: new Date(orderedAt),
      ...facts,
    });

  const compute = (now: string) => service.app.get(SummaryService).compute(new Date(now));

  it('counts an order on its day in IST', async () => {
    await store('2026-01-14T18:29:59.999Z'); // 23:59:59 in India
    await store('2026-01-14T18:30:00.000Z'); // midnight: the 15th
    await store('2026-01-15T12:00:00.000Z');
    const { days } = await compute('2026-01-15T18:00:00.000Z');
    expect(days).toHaveLength(30);
    expect(days.slice(-2)).toEqual([
      { day: '2026-01-14', revenuePaise: 100_050, orders: 1 },
      { day: '2026-01-15', revenuePaise: 200_100, orders: 2 },
    ]);
    expect(days[0]).toEqual({ day: '2025-12-17', revenuePaise: 0, orders: 0 });
  });

  it('lists thirty days and no earlier order', async () => {
    await store('2025-12-16T18:29:59.999Z');
    await store('2025-12-16T18:30:00.000Z');
    const { days, orders: all, revenuePaise } = await compute('2026-01-15T18:00:00.000Z');
    expect(days[0]).toEqual({ day: '2025-12-17', revenuePaise: 100_050, orders: 1 });
    expect([all, revenuePaise]).toEqual([2, 200_100]);
  });

  it('leaves out the revenue of cancelled orders and unpaid checkouts', async () => {
    await store('2026-01-15T10:00:00.000Z', { status: 'Cancelled' });
    await store('2026-01-15T10:00:00.000Z', { status: 'Delivered' });
    await store('2026-01-15T10:00:00.000Z', { phase: 'expired' });
    const { days, revenuePaise, byStatus, bestSellers } = await compute('2026-01-15T18:00:00.000Z');
    expect(revenuePaise).toBe(100_050);
    expect(days.at(-1)).toEqual({ day: '2026-01-15', revenuePaise: 100_050, orders: 2 });
    expect(byStatus).toEqual([
      { status: 'Pending', orders: 0 },
      { status: 'Processing', orders: 0 },
      { status: 'Shipped', orders: 0 },
      { status: 'Delivered', orders: 1 },
      { status: 'Cancelled', orders: 1 },
    ]);
    expect(bestSellers).toEqual([{ _id: saree, name: 'Saree', units: 1, revenuePaise: 100_050 }]);
  });

  it('lists best sellers by units, under the latest name', async () => {
    await store('2026-01-10T10:00:00.000Z');
    await store('2026-01-15T10:00:00.000Z', {
      lines: [
        { productId: blouse, name: 'Blouse', unitPaise: 5000, size: 'S', quantity: 2 },
        { productId: blouse, name: 'Blouse', unitPaise: 5000, size: 'M', quantity: 1 },
        { productId: saree, name: 'Saree, renamed', unitPaise: 90_000, size: '', quantity: 1 },
      ],
    });
    const { bestSellers } = await compute('2026-01-15T18:00:00.000Z');
    expect(bestSellers).toEqual([
      { _id: blouse, name: 'Blouse', units: 3, revenuePaise: 15_000 },
      { _id: saree, name: 'Saree, renamed', units: 2, revenuePaise: 190_050 },
    ]);
  });

  it('is shown only to admins, in rupees, with the five latest orders', async () => {
    const today = new Date();
    for (let hour = 0; hour < 6; hour += 1) await store(new Date(today.getTime() - hour * 60_000).toISOString());
    const { status, body } = await service.call('GET /orders/admin/summary', {}, admin);
    expect(status).toBe(200);
    expect(body.summary.revenue).toBe(6003);
    expect(body.summary.recent).toHaveLength(5);
    expect(body.summary.days.at(-1)?.day).toBe(toIndiaDay(today));
    expect(body.summary.bestSellers).toEqual([{ productId: saree, name: 'Saree', units: 6, revenue: 6003 }]);
    const refusals = [
      await service.call('GET /orders/admin/summary', {}, { ...admin, role: 'user' }),
      await service.call('GET /orders/admin/summary', {}),
    ];
    expect(refusals.map((refusal) => refusal.status)).toEqual([403, 401]);
  });

  it('counts days across months', () => {
    expect(lastIndiaDays(new Date('2026-03-01T00:00:00.000Z'), 3)).toEqual({
      days: ['2026-02-27', '2026-02-28', '2026-03-01'],
      since: new Date('2026-02-26T18:30:00.000Z'),
    });
  });
});
