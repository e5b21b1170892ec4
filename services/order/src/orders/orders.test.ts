import { getModelToken } from '@nestjs/mongoose';
import { getCall } from '@rangavalli/contracts/calls';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { SALES_STATE, type SalesStateRecord, STATE_ID } from '../reporting/sales-day.schema.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { buildPlacedOrder } from '../testing/placed-order.js';

const admin = buildIdentity({ id: createId(), role: 'owner', name: 'Admin', email: 'admin@example.com' });
const otherAdmin = buildIdentity({ id: createId(), role: 'owner', name: 'Ravi', email: 'ravi@example.com' });

describe('placed orders', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  type Status = (typeof orderStatuses)[number];
  const set = (orderId: string, status: Status, as = admin, from?: Status) =>
    fixture.service.call(
      'PUT /orders/admin/{orderId}',
      { params: { orderId }, body: { status, ...(from ? { from } : {}) } },
      as,
    );
  const cancel = (orderId: string, as: Identity) =>
    fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId } }, as);

  it('are listed for their owner, newest first, without unpaid checkouts', async () => {
    const first = await fixture.place();
    const { as } = first;
    const second = await fixture.place({ as });
    await fixture.begin({ as });
    const mine = await fixture.service.call('GET /orders/{userId}', { params: { userId: as.id } }, as);
    expect(mine.body.map(({ _id }) => _id)).toEqual([second.orderId, first.orderId]);
    const all = await fixture.service.call('GET /orders/admin/all', {}, admin);
    expect(all.body.map(({ _id }) => _id).slice(0, 2)).toEqual([second.orderId, first.orderId]);
  });

  it('are listed for staff as they are, by requests at the same time and after a change', async () => {
    const { orderId } = await fixture.place();
    const newestStatuses = async () => {
      const call = () => fixture.service.call('GET /orders/admin/all', { query: { limit: 1 } }, admin);
      return (await Promise.all([call(), call()])).map(({ body }) => body[0]?.status);
    };
    expect(await newestStatuses()).toEqual(['Pending', 'Pending']);
    await fixture.service.call(
      'PUT /orders/admin/{orderId}',
      { params: { orderId }, body: { status: 'Shipped' } },
      admin,
    );
    expect(await newestStatuses()).toEqual(['Shipped', 'Shipped']);
  });

  it('are shown only to their owner and to admins', async () => {
    const { as, orderId } = await fixture.place();
    const stranger = fixture.buildCustomer();
    const list = async (who?: Identity) =>
      (await fixture.service.call('GET /orders/{userId}', { params: { userId: as.id } }, who)).status;
    const detail = async (who?: Identity) =>
      (await fixture.service.call('GET /orders/detail/{orderId}', { params: { orderId } }, who)).status;
    expect([await list(as), await list(admin), await list(stranger), await list()]).toEqual([200, 200, 403, 401]);
    expect([await detail(as), await detail(admin), await detail(stranger), await detail()]).toEqual([
      200, 200, 404, 401,
    ]);
    expect((await fixture.service.call('GET /orders/admin/all', {}, as)).status).toBe(403);
    expect((await set(orderId, 'Delivered', as)).status).toBe(403);
    expect([(await cancel(orderId, stranger)).status, (await cancel(orderId, admin)).status]).toEqual([404, 404]);
    expect((await set(createId(), 'Delivered')).body.code).toBe('ORDER_NOT_FOUND');
  });

  it('are listed for their owner in pages, with what was spent', async () => {
    const as = fixture.buildCustomer();
    const placed = [await fixture.place({ as }), await fixture.place({ as }), await fixture.place({ as })];
    const ids = placed.map(({ orderId }) => orderId).toReversed();
    await set(ids[2] ?? '', 'Cancelled');
    const list = async (query: { cursor?: string | undefined; limit?: number }, who: Identity = as) =>
      fixture.service.call('GET /orders/list/{userId}', { params: { userId: as.id }, query }, who);
    const first = (await list({ limit: 2 })).body;
    expect([first.orders.map(({ _id }) => _id), first.total]).toEqual([ids.slice(0, 2), 3]);
    expect(first.spent).toBe((placed[1]?.totalAmount ?? 0) + (placed[2]?.totalAmount ?? 0));
    const line = (outcome: 'refund' | 'exchange', refundPaise: number) => ({
      lineId: '1',
      quantity: 1,
      reason: 'size',
      outcome,
      accepted: 1,
      refundPaise,
    });
    const returned = (state: ReturnRecord['state'], ...lines: ReturnRecord['lines']): ReturnRecord => ({
      id: createId(),
      state,
      requestedAt: new Date(),
      lines,
    });
    const returns = [
      returned('cancelled', line('refund', 50_000)),
      returned('completed', line('exchange', 20_000), line('refund', 30_000)),
    ];
    await fixture.model.updateOne({ _id: ids[0] }, { $set: { returns } });
    expect((await list({})).body.spent).toBe((first.spent ?? 0) - 700);
    await fixture.model.updateOne({ _id: ids[0] }, { $unset: { returns: 1 } });
    const second = (await list({ limit: 2, cursor: first.nextCursor })).body;
    expect(second).toEqual({ success: true, orders: [expect.objectContaining({ _id: ids[2] })] });
    expect((await list({}, admin)).status).toBe(200);
    const stranger = fixture.buildCustomer();
    expect((await list({}, stranger)).status).toBe(403);
    expect((await list({ cursor: 'forged' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { cursor: expect.any(String) } },
    });
    // A cursor of one customer is none of another's list.
    const other = { params: { userId: stranger.id }, query: { cursor: first.nextCursor } };
    expect((await fixture.service.call('GET /orders/list/{userId}', other, stranger)).status).toBe(400);
  });

  it('are found by staff by ids, name, email, phone, city, PIN code and payment, and by status', async () => {
    const as = { ...fixture.buildCustomer(), name: 'Thulasi Iyengar', email: 'thulasi.i@example.com' };
    const [first, second] = [await fixture.place({ as }), await fixture.place({ as })];
    const find = async (query: { q?: string; status?: 'Shipped'; limit?: number; cursor?: string | undefined }) =>
      (await fixture.service.call('GET /orders/admin/list', { query }, admin)).body;
    const idsOf = async (query: Parameters<typeof find>[0]) => (await find(query)).orders.map(({ _id }) => _id);
    const both = [second.orderId, first.orderId];
    for (const q of ['thulasi', 'IYENGAR thul', 'thulasi.i@exa']) expect(await idsOf({ q })).toEqual(both);
    for (const q of [first.orderId, `#${first.orderId}`, first.payment.razorpay_payment_id.toLowerCase()])
      expect(await idsOf({ q })).toEqual([first.orderId]);
    for (const q of ['90000 11111', '+91 9000011', '09000011111'])
      expect(await idsOf({ q })).toEqual(expect.arrayContaining(both));
    for (const q of ['thulasi hydera', 'thulasi 500092']) expect(await idsOf({ q })).toEqual(both);
    for (const q of ['500092', '500 092']) expect(await idsOf({ q })).toEqual(expect.arrayContaining(both));
    // Input is no pattern, and words match from their start.
    for (const q of ['.*', 'ulasi', 'thulasi ravi']) expect(await idsOf({ q })).toEqual([]);
    await set(first.orderId, 'Shipped');
    expect(await idsOf({ q: 'thulasi', status: 'Shipped' })).toEqual([first.orderId]);
    expect(await idsOf({ status: 'Shipped' })).toContain(first.orderId);
    const page = await find({ q: 'thulasi', limit: 1 });
    expect([page.orders.map(({ _id }) => _id), page.total]).toEqual([[second.orderId], 2]);
    const rest = await find({ q: 'thulasi', limit: 1, cursor: page.nextCursor });
    expect(rest).toEqual({ success: true, orders: [expect.objectContaining({ _id: first.orderId })] });
    const elsewhere = { query: { q: 'asha', limit: 1, cursor: page.nextCursor } };
    expect((await fixture.service.call('GET /orders/admin/list', elsewhere, admin)).status).toBe(400);
    expect((await fixture.service.call('GET /orders/admin/list', {}, as)).status).toBe(403);
  });

  it('have a number by which their owner and staff open, find and change them', async () => {
    const { as, orderId } = await fixture.place();
    const { orderNumber } = await fixture.findRecord(orderId);
    const typed = [orderNumber, orderNumber.toLowerCase(), orderNumber.replaceAll('-', '').toLowerCase()];
    const wrong = orderNumber.slice(0, -1) + ((Number(orderNumber.at(-1)) + 1) % 10);
    const detail = (reference: string, who: Identity = as) =>
      fixture.service.call('GET /orders/detail/{orderId}', { params: { orderId: reference } }, who);
    const find = (q: string) => fixture.service.call('GET /orders/admin/list', { query: { q } }, admin);
    for (const reference of typed) {
      expect((await detail(reference)).body).toMatchObject({ order: { _id: orderId, orderNumber } });
      expect((await find(reference)).body.orders.map(({ _id }) => _id)).toEqual([orderId]);
    }
    for (const q of [orderNumber.slice(3), orderNumber.replaceAll('-', ' ')])
      expect((await find(q)).body.orders.map(({ _id }) => _id)).toEqual([orderId]);
    expect((await find(orderNumber.slice(0, -3))).body.orders.map(({ _id }) => _id)).toContain(orderId);
    for (const response of [await detail(wrong), await find(wrong)])
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'ORDER_NUMBER_INVALID', message: 'Check the number: one of its digits is wrong.' },
      });
    expect((await detail(orderNumber, fixture.buildCustomer())).status).toBe(404);
    expect((await detail('RV-99-0000017')).status).toBe(404);
    expect((await set(orderNumber, 'Processing')).body.order).toMatchObject({ _id: orderId, status: 'Processing' });
    expect((await cancel(orderNumber, as)).body.order).toMatchObject({ _id: orderId, status: 'Cancelled' });
  });

  it('have their number by status for staff', async () => {
    const { orderId } = await fixture.place();
    await set(orderId, 'Delivered');
    const counts = fixture.service.app.get<Model<SalesStateRecord>>(getModelToken(SALES_STATE));
    await eventually(async () => {
      // The pause after a count grows with its duration.
      await counts.updateOne({ _id: STATE_ID }, { $unset: { nextCountAt: 1 } });
      const { byStatus } = (await fixture.service.call('GET /orders/admin/list', {}, admin)).body;
      const count = await fixture.model.countDocuments({ phase: 'placed', status: 'Delivered' });
      expect(byStatus?.find(({ status }) => status === 'Delivered')).toEqual({ status: 'Delivered', orders: count });
    });
  });

  it('are capped at the newest 500 in the documented lists', async () => {
    const template = await fixture.findRecord((await fixture.place()).orderId);
    const { _id: _own, razorpayOrderId: _order, payment: _payment, orderNumber: _number, ...copied } = template;
    const userId = createId();
    await fixture.model.insertMany(
      Array.from({ length: 501 }, (_, index) => ({
        ...copied,
        orderNumber: formatOrderNumber('20', 1_000 + index),
        userId,
        _id: new Types.ObjectId(),
        outbox: [],
        // The first checkout is placed last.
        orderedAt: new Date(Date.now() - index),
      })),
    );
    const all = (await fixture.service.call('GET /orders/admin/all', {}, admin)).body;
    const own = (await fixture.service.call('GET /orders/{userId}', { params: { userId } }, admin)).body;
    expect([all.length, own.length]).toEqual([500, 500]);
    expect(own[0]?.orderNumber).toBe(formatOrderNumber('20', 1_000));
    expect((await fixture.service.call('GET /orders/admin/all', { query: { limit: 2 } }, admin)).body).toHaveLength(2);
    expect((await fixture.service.call('GET /orders/admin/all', { query: { limit: 501 } }, admin)).status).toBe(400);
    await fixture.model.deleteMany({ userId });
  });

  it('are exported for their owner, who sees no names of staff', async () => {
    const { as, orderId } = await fixture.place();
    await set(orderId, 'Processing');
    const request = (before?: string) =>
      fixture.service.app
        .get(Commands)
        .request('rpc.order.customer.export', { userId: as.id, ...(before ? { before } : {}) });
    const { orders, isLast } = await request();
    expect([orders.map(({ _id }) => _id), isLast]).toEqual([[orderId], true]);
    expect(JSON.stringify(orders)).not.toContain('admin@example.com');
    expect((await request(orderId)).orders).toEqual([]);
  });

  it('are exported once each in pages, also when many were placed at one moment', async () => {
    const userId = createId();
    const moments = Array.from({ length: 230 }, (_, index) => (index < 110 ? 3 : index < 120 ? 2 : 1));
    const made = await fixture.model.insertMany(
      moments.map((second) => buildPlacedOrder(new Date(Date.UTC(2020, 0, 1, 0, 0, second)), { userId, outbox: [] })),
    );
    const newest = made.toSorted(
      (a, b) => Number(b.orderedAt) - Number(a.orderedAt) || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
    );
    const exported: string[] = [];
    for (let isLast = false, pages = 0; !isLast && pages < 12; pages += 1) {
      const before = exported.at(-1);
      const page = await fixture.service.app
        .get(Commands)
        .request('rpc.order.customer.export', { userId, ...(before ? { before } : {}) });
      expect(page.orders.length).toBeLessThanOrEqual(20);
      exported.push(...page.orders.map(({ _id }) => _id));
      isLast = page.isLast;
    }
    expect(exported).toEqual(newest.map(({ _id }) => String(_id)));
    await fixture.model.deleteMany({ userId });
  });

  it('stay when their customer’s account is deleted, unpaid checkouts do not', async () => {
    const { as, orderId } = await fixture.place();
    const expired = await fixture.begin({ as });
    const open = await fixture.begin({ as, productId: fixture.shop.addProduct() });
    await fixture.service.publish('user.deleted', {
      userId: as.id,
      email: as.email,
      deletedAt: new Date().toISOString(),
    });
    await eventually(async () =>
      expect((await fixture.model.find({ userId: as.id }).lean()).map(({ _id }) => String(_id))).toEqual([orderId]),
    );
    expect([fixture.shop.stock(expired.productId), fixture.shop.stock(open.productId)]).toEqual([10, 10]);
  });

  it('of collected cash are not cancelled by staff whose limit the refund is above', async () => {
    const [order] = await fixture.model.insertMany([
      buildPlacedOrder(new Date(), {
        method: 'cod',
        paymentState: 'collected',
        cash: { state: 'collected', duePaise: 20_000_000, collectedAt: new Date() },
        lines: [{ lineId: '1', productId: createId(), name: 'Saree', unitPaise: 20_000_000, size: '', quantity: 1 }],
        totalPaise: 20_000_000,
        outbox: [],
      }),
    ]);
    const orderId = String(order?._id);
    const dispatcher = buildIdentity({ id: createId(), role: 'fulfilment', name: 'Devi', email: 'devi@example.com' });
    expect(await set(orderId, 'Cancelled', dispatcher)).toMatchObject({ status: 403, body: { code: 'REFUND_LIMIT' } });
    expect(getCall('PUT /orders/admin/{orderId}').errors).toContain('REFUND_LIMIT');
    expect((await set(orderId, 'Cancelled')).status).toBe(200);
  });

  it('are announced as delivered by staff unless their parcels announce it', async () => {
    const { orderId } = await fixture.place();
    const { orderNumber } = await fixture.findRecord(orderId);
    const { orderId: withParcel } = await fixture.place();
    await fixture.moveParcel(withParcel, 'picked_up');
    await eventually(async () => expect((await fixture.findRecord(withParcel)).status).toBe('Shipped'));
    for (const id of [withParcel, orderId]) expect((await set(id, 'Delivered')).status).toBe(200);
    const delivered = await eventually(async () => {
      const events = (await fixture.service.events('order.parcel.moved')).filter(
        ({ data }) => data.status === 'delivered' && [withParcel, orderId].includes(data.orderId),
      );
      expect(events).not.toEqual([]);
      return events;
    });
    expect(delivered.map(({ data }) => data)).toMatchObject([
      {
        orderId,
        shipmentId: `order-${orderId}`,
        trackingPath: `/user/orders/${orderNumber}`,
        lines: [{ quantity: 1 }],
      },
    ]);
  });

  it('change from any status except Cancelled to any other, and record who did it', async () => {
    const { orderId, as } = await fixture.place();
    const publishedBefore = await fixture.service.publishedCount('order.status.changed');
    const open = orderStatuses.filter((status) => status !== 'Cancelled');
    const walk = open.flatMap((from) => open.filter((to) => to !== from).flatMap((to) => [from, to]));
    let changes = 0;
    for (const status of walk) {
      const before = (await fixture.findRecord(orderId)).status;
      expect((await set(orderId, status)).body.order.status).toBe(status);
      if (before !== status) changes += 1;
    }
    const { history, revision } = await fixture.findRecord(orderId);
    expect(revision).toBe(1 + changes);
    expect(history.filter(({ what }) => what === 'Status changed')).toHaveLength(changes);
    expect(history.at(-1)).toMatchObject({ by: 'admin@example.com', from: walk.at(-2), to: walk.at(-1) });
    await eventually(async () =>
      expect(await fixture.service.publishedCount('order.status.changed')).toBe(publishedBefore + changes),
    );
    const seen = await fixture.service.call('GET /orders/detail/{orderId}', { params: { orderId } }, as);
    expect(JSON.stringify(seen.body)).not.toContain('admin@example.com');
    expect(seen.body.order.history.at(-1)).toMatchObject({ by: 'shop' });
  });

  it('do not change by a page that shows another status; a repeated request succeeds', async () => {
    const { orderId } = await fixture.place();
    expect((await set(orderId, 'Shipped', otherAdmin, 'Pending')).status).toBe(200);
    for (const status of ['Processing', 'Cancelled'] as const)
      expect(await set(orderId, status, admin, 'Pending')).toMatchObject({
        status: 409,
        body: { code: 'ORDER_CHANGED' },
      });
    expect((await set(orderId, 'Shipped', otherAdmin, 'Pending')).body.order.status).toBe('Shipped');
    expect((await fixture.findRecord(orderId)).history.filter(({ to }) => to)).toMatchObject([{ to: 'Shipped' }]);
    expect((await set(orderId, 'Processing', admin, 'Shipped')).body.order.status).toBe('Processing');
  });

  it('are not described as refunded when they are cancelled and were not', async () => {
    const cash = { state: 'due' as const, duePaise: 100_050 };
    const [unpaid, rejected] = await fixture.model.insertMany([
      buildPlacedOrder(new Date(), { method: 'cod', paymentState: 'awaiting', cash, outbox: [] }),
      buildPlacedOrder(new Date(), { status: 'Cancelled', paymentState: 'captured', outbox: [] }),
    ]);
    expect((await set(String(unpaid?._id), 'Cancelled')).status).toBe(200);
    for (const order of [unpaid, rejected])
      expect((await set(String(order?._id), 'Processing')).body).toMatchObject({
        code: 'ORDER_REFUNDED',
        message: 'A cancelled order cannot be reopened. Please take a new order.',
      });
  });

  it('are restocked and refunded once when an admin cancels them several times, and stay cancelled', async () => {
    const { orderId, productId, payment } = await fixture.place({ quantity: 3 });
    const publishedBefore = await fixture.service.publishedCount('order.cancelled');
    const responses = await Promise.all(Array.from({ length: 5 }, () => set(orderId, 'Cancelled')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await set(orderId, 'Processing')).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } });
    await eventually(
      async () =>
        expect(await fixture.findRecord(orderId)).toMatchObject({
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
    expect(await fixture.service.publishedCount('order.cancelled')).toBe(publishedBefore + 1);
    expect(await fixture.listRefunds(payment)).toEqual([750_000]);
    expect(fixture.shop.stock(productId)).toBe(10);
    expect(await fixture.findRecord(orderId)).not.toHaveProperty('dueAt');
  });

  it('can be cancelled by their owner before they are shipped, repeatedly', async () => {
    for (const status of ['Pending', 'Processing'] as const) {
      const { orderId, as, payment, productId } = await fixture.place();
      await set(orderId, status);
      expect((await cancel(orderId, as)).body.order).toMatchObject({ status: 'Cancelled', paymentState: 'refunding' });
      expect((await cancel(orderId, as)).status).toBe(200);
      await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
      await eventually(() => expect(fixture.shop.stock(productId)).toBe(10));
    }
    for (const status of ['Shipped', 'Delivered'] as const) {
      const { orderId, as, payment } = await fixture.place();
      await set(orderId, status);
      expect(await cancel(orderId, as)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_CANCELLABLE' } });
      expect(await fixture.listRefunds(payment)).toEqual([]);
    }
  });

  it('are not refunded again on cancellation when they were refunded in Razorpay’s dashboard', async () => {
    const { orderId, payment, productId } = await fixture.place();
    await fixture.razorpay.api(`/v1/payments/${payment.razorpay_payment_id}/refund`, {});
    await fixture.razorpay.replay(payment.razorpay_payment_id);
    await eventually(async () => expect((await fixture.findRecord(orderId)).paymentState).toBe('refunded'));
    expect((await set(orderId, 'Cancelled')).body.order).toMatchObject({
      status: 'Cancelled',
      paymentState: 'refunded',
    });
    await eventually(() => expect(fixture.shop.stock(productId)).toBe(10));
    expect(await fixture.listRefunds(payment)).toHaveLength(1);
  });

  it('are cancelled once when customer and admin cancel and ship at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, as, payment, productId } = await fixture.place();
      const responses = await Promise.all([cancel(orderId, as), set(orderId, 'Shipped'), set(orderId, 'Cancelled')]);
      for (const { status } of responses) expect([200, 409]).toContain(status);
      const { status, history } = await fixture.findRecord(orderId);
      expect(status).toBe('Cancelled');
      expect(history.filter(({ to }) => to === 'Cancelled')).toHaveLength(1);
      await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
      await eventually(() => expect(fixture.shop.stock(productId)).toBe(10));
    }
  });

  it('state whether the refund of a cancellation by staff waits for another person', async () => {
    const { orderId } = await fixture.place();
    expect((await set(orderId, 'Cancelled')).body).toMatchObject({ refund: 'refunded' });
    expect((await fixture.findRecord(orderId)).cancelledBy).toEqual({ id: admin.id, name: 'Admin', role: 'owner' });
    const own = await fixture.place();
    await cancel(own.orderId, own.as);
    expect(await fixture.findRecord(own.orderId)).not.toHaveProperty('cancelledBy');
  });

  describe('audit entries', () => {
    const entries = (orderId: string) =>
      eventually(async () => {
        expect((await fixture.findRecord(orderId)).outbox).toEqual([]);
        return (await fixture.service.events('audit.order.recorded'))
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
          actor: { id: admin.id, name: 'Admin', role: 'owner', email: 'admin@example.com' },
          action: 'order.status',
          subject: 'order',
          subjectId: orderId,
          label: (await fixture.findRecord(orderId)).orderNumber,
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
        set(orderId, 'Shipped', otherAdmin),
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

  describe('rpc.order.states.get', () => {
    const getStates = (...orderIds: string[]) =>
      fixture.service.app.get(Commands).request('rpc.order.states.get', { orderIds });

    it('returns phase, status and total, and leaves out unknown ids', async () => {
      const placed = await fixture.place();
      const checkout = await fixture.begin();
      const { orders } = await getStates(placed.orderId, checkout.orderId, createId());
      expect(orders).toHaveLength(2);
      const { orderNumber } = await fixture.findRecord(placed.orderId);
      const { orderNumber: opened } = await fixture.findRecord(checkout.orderId);
      expect(orders).toEqual(
        expect.arrayContaining([
          { orderId: placed.orderId, orderNumber, phase: 'placed', status: 'Pending', totalPaise: 250_000 },
          { orderId: checkout.orderId, orderNumber: opened, phase: 'checkout', totalPaise: 250_000 },
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
});
