import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { type FulfilmentFixture, packer, startFulfilment } from '../testing/start-fulfilment.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord } from '../shipments/shipment.schema.js';
import { DispatchQueue } from './dispatch-queue.service.js';
import type { ShippingOrder } from './dispatch-row.js';
import { Dispatch } from './dispatch.service.js';
import { DISPATCH_ORDER, type DispatchRecord } from './dispatch.schema.js';
import { contentOf } from './document-content.js';
import { fitWords } from './draw-manifest.js';

const createId = () => new Types.ObjectId().toHexString();
const customer = buildIdentity({ id: createId(), role: 'user', name: 'Account Holder' });
const DAY_MS = 86_400_000;
const TELUGU_NAME = 'సీతామహాలక్ష్మి';
const DEVANAGARI_NAME = 'श्रीमती मीरा';

describe('dispatch', () => {
  let fixture: FulfilmentFixture;
  beforeAll(async () => {
    fixture = await startFulfilment();
  });
  afterAll(() => fixture.stop());

  let orders = 0;
  /** Orders for Hyderabad: one courier day. */
  const place = async (facts: Partial<ShippingOrder> = {}, recipient: Partial<ShippingOrder['recipient']> = {}) => {
    orders += 1;
    const orderId = fixture.addOrder({
      orderNumber: `RV-26-${String(orders).padStart(7, '0')}`,
      userId: customer.id,
      status: 'Pending',
      revision: 0,
      orderedAt: '2026-11-20T06:00:00.000Z',
      promise: { from: '2099-12-03', to: '2099-12-04' },
      recipient: {
        name: 'Lakshmi Rao',
        phone: '9876543210',
        email: 'lakshmi@example.com',
        address: '12-4-7 Temple Street',
        city: 'Hyderabad',
        state: 'Telangana',
        pincode: '500092',
        country: 'India',
        ...recipient,
      },
      sender: { name: 'Rangavalli', address: ['Plot 1', 'Hyderabad 500092'], phone: '+91 90000 00000' },
      lines: [
        { lineId: '1', productId: createId(), name: 'Temple saree', size: '', quantity: 2, category: 'saree' },
        { lineId: '2', productId: createId(), name: 'Kurta', size: 'M', quantity: 1, category: 'kidswear' },
      ],
      ...facts,
    });
    await fixture.publish('order.status.changed', {
      orderId,
      userId: customer.id,
      from: 'Pending',
      to: 'Pending',
      revision: 0,
      by: 'system',
    });
    return orderId;
  };
  const list = async (query: CallRequest<'GET /dispatch/orders'>['query'] = {}) =>
    (await fixture.call('GET /dispatch/orders', { query }, packer)).body;
  const idsOf = async (query: CallRequest<'GET /dispatch/orders'>['query'] = {}) =>
    (await list(query)).orders.map(({ orderId }) => orderId);
  const rowOf = async (orderId: string, query: CallRequest<'GET /dispatch/orders'>['query'] = {}) =>
    (await list(query)).orders.find((row) => row.orderId === orderId);
  const listed = (orderId: string, query = {}) => eventually(async () => expect(await idsOf(query)).toContain(orderId));
  const ship = async (orderIds: string[], requestId: string = randomUUID()) =>
    (await fixture.call('POST /dispatch/ship', { body: { requestId, orderIds, courier: 'own' } }, packer)).body;
  const getDocuments = (body: CallRequest<'POST /dispatch/documents'>['body']) =>
    fixture.app.inject({
      method: 'POST',
      url: '/dispatch/documents',
      headers: { ...testIdentityHeader('fulfilment', packer), 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });

  it('lists what has to leave by its day: promised days less those of the courier, with filters and pages', async () => {
    const later = await place();
    const overdue = await place(
      {
        promise: { from: '2026-01-08', to: '2026-01-09' },
        codDuePaise: 129_900,
        note: 'Ring twice',
        giftMessage: 'Joy',
      },
      { name: 'Meera', city: 'Chennai', pincode: '600001' },
    );
    await listed(later);
    await listed(overdue);
    // Chennai takes three working days: 8 January is a Thursday.
    expect(await rowOf(overdue)).toMatchObject({
      dueDate: '2026-01-05',
      recipient: 'Meera',
      city: 'Chennai',
      zone: 'South and West',
      cod: 1_299,
      note: 'Ring twice',
      isGift: true,
      weightGrams: 2 * 900 + 400,
    });
    expect((await rowOf(later))?.dueDate).toBe('2099-12-02');
    expect(await idsOf()).toEqual([overdue, later]);
    expect(await idsOf({ due: 'overdue' })).toEqual([overdue]);
    expect(await idsOf({ q: '5000' })).toEqual([later]);
    expect(await idsOf({ q: 'rv 26 0000001' })).toEqual([later]);
    expect(await idsOf({ zone: 'South and West' })).toEqual([overdue]);
    expect(await idsOf({ cod: 'false' })).toEqual([later]);
    const first = await list({ limit: '1' });
    expect(first).toMatchObject({ total: 2, counts: { overdue: 1, today: 1, toShip: 2, ready: 0 } });
    expect(await idsOf({ limit: '1', cursor: first.nextCursor! })).toEqual([later]);
  });

  it('weighs the products that the catalog has by their own weight, and one that is gone by its category', async () => {
    const productId = fixture.addProduct({ category: 'accessories', weightGrams: 1_500 });
    const silk = { lineId: '1', productId, name: 'Temple saree', size: '', quantity: 2, category: 'saree' };
    const kurta = { lineId: '2', productId: createId(), name: 'Kurta', size: 'M', quantity: 1, category: 'kidswear' };
    const orderId = await place({ lines: [silk, kurta] });
    await listed(orderId);
    expect(await rowOf(orderId)).toMatchObject({ weightGrams: 2 * 1_500 + 400 });
  });

  it('ships many orders once; one that cannot be shipped does not stop the others', async () => {
    const first = await place();
    const second = await place();
    const cancelled = await place();
    await listed(cancelled);
    fixture.changeOrder(cancelled, { status: 'Cancelled', revision: 1 });
    const requestId = randomUUID();
    const shipped = await ship([first, cancelled, second], requestId);
    expect(shipped.message).toBe('2 shipped, 1 failed.');
    expect(shipped.results.map(({ isDone, code }) => [isDone, code])).toEqual([
      [true, undefined],
      [false, 'ORDER_NOT_SHIPPABLE'],
      [true, undefined],
    ]);
    expect((await ship([first, second], requestId)).results.map(({ shipmentId }) => shipmentId)).toEqual(
      [0, 2].map((index) => shipped.results[index]?.shipmentId),
    );
    expect((await ship([first])).results).toMatchObject([{ isDone: false, message: 'All items are in parcels.' }]);
    // At once, without the event.
    expect(await idsOf({ view: 'ready' })).toEqual([first, second]);
    expect(await rowOf(first)).toBeUndefined();
    const parcels = [0, 2].map((index) => shipped.results[index]?.shipmentId ?? '');
    const body = { shipmentIds: [...parcels, 'none-1'] };
    const dispatched = (await fixture.call('POST /dispatch/dispatched', { body }, packer)).body;
    expect(dispatched.message).toBe('2 dispatched, 1 failed.');
    expect(await idsOf({ view: 'ready' })).toEqual([]);
  });

  it('removes an order that was cancelled, with its personal data, whatever order events arrive in', async () => {
    const orderId = await place({}, { pincode: '517501', city: 'Tirupati' });
    await listed(orderId);
    fixture.changeOrder(orderId, { status: 'Cancelled', revision: 3 });
    const changed = { orderId, userId: customer.id, from: 'Pending', to: 'Cancelled', revision: 3, by: 'x' } as const;
    await fixture.publish('order.status.changed', changed);
    await eventually(async () => expect(await rowOf(orderId)).toBeUndefined());
    const rows = fixture.app.get<Model<DispatchRecord>>(getModelToken(DISPATCH_ORDER));
    const stored = await rows.findById(orderId).lean();
    expect(stored).toMatchObject({ version: 3 });
    expect(JSON.stringify(stored)).not.toMatch(/Lakshmi|517501/);
  });

  it('prints slips and labels of many parcels as one PDF for their recipients, in their scripts', async () => {
    const gift = await place({ giftMessage: 'शुभकामनाएँ' }, { name: TELUGU_NAME });
    const paid = await place({ codDuePaise: 499_900 }, { name: DEVANAGARI_NAME });
    const { results } = await ship([gift, paid]);
    const shipmentIds = results.map(({ shipmentId = '' }) => shipmentId);
    const response = await getDocuments({ kind: 'slips_and_labels', shipmentIds });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    const pdf = response.rawPayload;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pageSizesOf(pdf)).toEqual(['595 842', '595 842', '288 432', '288 432']);
    const written = charactersOf(pdf);
    for (const character of `${TELUGU_NAME}${DEVANAGARI_NAME}शुभकामनाएँ₹`.replaceAll(/\s/g, ''))
      expect([character, written.has(character)]).toEqual([character, true]);
    const manifest = (await getDocuments({ kind: 'manifest', shipmentIds })).rawPayload;
    expect(pageSizesOf(manifest)).toHaveLength(1);
    const inManifest = charactersOf(manifest);
    for (const character of `${TELUGU_NAME}${DEVANAGARI_NAME}`.replaceAll(/\s/g, ''))
      expect([character, inManifest.has(character)]).toEqual([character, true]);
    const own = await getDocuments({ kind: 'courier_labels', shipmentIds });
    expect(own.json()).toMatchObject({ code: 'COURIER_NOT_AVAILABLE' });
    expect((await getDocuments({ kind: 'labels', shipmentIds: ['none-1'] })).statusCode).toBe(404);
  });

  describe('collects the cash of an order once', () => {
    const prices = { saree: 250_000, kurta: 100_000 };
    /** An order of two sarees and a kurta for 6,000 rupees, of which 99.99 are paid. */
    const placeCod = () =>
      place({
        codDuePaise: 590_001,
        lines: [
          { lineId: '1', productId: createId(), name: 'Saree', size: '', quantity: 2, unitPaise: prices.saree },
          { lineId: '2', productId: createId(), name: 'Kurta', size: 'M', quantity: 1, unitPaise: prices.kurta },
        ],
      });
    const pack = async (orderId: string, lineId: string, facts: object = {}) => {
      const lines = [{ lineId, quantity: lineId === '1' ? 2 : 1 }];
      const body = { orderId, lines, courier: 'own' as const, ...facts };
      return (await fixture.call('POST /shipments', { body }, packer)).body.shipment.id;
    };
    const printed = async (shipmentIds: string[]) => {
      const parcels = await fixture.app.get(Dispatch).find(shipmentIds);
      const queue = fixture.app.get(DispatchQueue);
      return Promise.all(
        parcels.map(async (parcel) => contentOf(parcel, await queue.getOrder(parcel.order._id)).codPaise),
      );
    };
    const model = () => fixture.app.get<Model<OrderShipmentsRecord>>(getModelToken(ORDER_SHIPMENTS));

    it('in two parcels with typed-in numbers: each its share, on papers and in the list', async () => {
      const orderId = await placeCod();
      const awb = { courier: 'delhivery' as const, awb: 'TYPED-COD-1' };
      const ids = [await pack(orderId, '1'), await pack(orderId, '2', awb)];
      expect(await printed(ids)).toEqual([491_667, 98_334]);
      await eventually(async () =>
        expect((await rowOf(orderId, { view: 'ready' }))?.parcels).toMatchObject([
          { id: ids[0], codPaise: 491_667 },
          { id: ids[1], codPaise: 98_334 },
        ]),
      );
    });

    it('with a parcel from before each had a share: its papers have the whole sum', async () => {
      const orderId = await placeCod();
      const first = await pack(orderId, '1');
      await model().updateOne({ _id: orderId }, { $unset: { 'shipments.0.codPaise': 1 } });
      const ids = [first, await pack(orderId, '2')];
      expect(await printed(ids)).toEqual([590_001, 0]);
      await fixture.call('POST /dispatch/dispatched', { body: { shipmentIds: [first] } }, packer);
      expect(await printed(ids)).toEqual([590_001, 0]);
      const { shipments } = await model().findById(orderId).orFail().lean();
      expect(shipments.map(({ codPaise }) => codPaise)).toEqual([undefined, 0]);
    });

    it('when the last parcel is cancelled and packed again', async () => {
      const orderId = await placeCod();
      const [first, cancelled] = [await pack(orderId, '1'), await pack(orderId, '2')];
      const cancel = { params: { id: cancelled }, body: { status: 'cancelled' } } as const;
      await fixture.call('POST /shipments/{id}/status', cancel, packer);
      expect(await printed([first, await pack(orderId, '2')])).toEqual([491_667, 98_334]);
    });

    it('when items are cancelled: the parcel that is left collects what is due', async () => {
      const orderId = await placeCod();
      const ids = [await pack(orderId, '1'), await pack(orderId, '2')];
      const { lines } = await fixture.app.get(DispatchQueue).getOrder(orderId);
      fixture.changeOrder(orderId, { codDuePaise: 490_001, lines: lines.slice(0, 1), revision: 1 });
      await fixture.publish('order.lines.cancelled', {
        orderNumber: 'RV-26-0042174',
        orderId,
        userId: customer.id,
        returnId: 'd'.repeat(24),
        holdId: 'cancelled:1',
        restocked: [],
        creditPaise: 0,
        lines: [
          { lineId: '1', quantity: 2 },
          { lineId: '2', quantity: 0 },
        ],
      });
      await eventually(async () =>
        expect((await rowOf(orderId, { view: 'ready' }))?.parcels).toMatchObject([{ id: ids[0], codPaise: 490_001 }]),
      );
      expect(await printed(ids)).toEqual([490_001, 98_334]);
    });

    it('when a parcel came back and its value was refunded: the other one collects no more than is due', async () => {
      const orderId = await placeCod();
      const [first, second] = [await pack(orderId, '1'), await pack(orderId, '2')];
      const params = { id: first };
      for (const status of ['picked_up', 'rto'] as const)
        await fixture.call('POST /shipments/{id}/status', { params, body: { status } }, packer);
      expect(await printed([first, second])).toEqual([491_667, 98_334]);
      const body = { lines: [{ lineId: '1', restock: true }] };
      await fixture.call('POST /shipments/{id}/rto-received', { params, body }, packer);
      fixture.changeOrder(orderId, { codDuePaise: 90_001 });
      expect(await printed([second])).toEqual([90_001]);
    });
  });

  it('ships what came back again, but not what staff have taken back', async () => {
    const orderId = await place();
    await listed(orderId);
    const [result] = (await ship([orderId])).results;
    const params = { id: result?.shipmentId ?? '' };
    for (const status of ['picked_up', 'rto'] as const)
      await fixture.call('POST /shipments/{id}/status', { params, body: { status } }, packer);
    const body = { lines: [{ lineId: '1', restock: true }] };
    await fixture.call('POST /shipments/{id}/rto-received', { params, body }, packer);
    const toShip = async () => (await rowOf(orderId))?.lines.map(({ lineId, quantity }) => [lineId, quantity]);
    await eventually(async () =>
      expect(await toShip()).toEqual([
        ['1', 2],
        ['2', 1],
      ]),
    );
    const { lines } = await fixture.app.get(DispatchQueue).getOrder(orderId);
    const takeBack = async (returned: Record<string, number>, revision: number) => {
      const taken = lines.map((line) => ({ ...line, returned: returned[line.lineId] }));
      fixture.changeOrder(orderId, { lines: taken, revision });
      await fixture.publish('order.return.decided', {
        orderNumber: 'RV-26-0042174',
        orderId,
        userId: customer.id,
        returnId: createId(),
        holdId: 'returned:1',
        restocked: [],
        creditPaise: 0,
        staff: { id: packer.id, name: packer.name, role: 'owner' },
      });
    };
    await takeBack({ '1': 1 }, 1);
    await eventually(async () =>
      expect(await toShip()).toEqual([
        ['1', 1],
        ['2', 1],
      ]),
    );
    const tooMany = { orderId, lines: [{ lineId: '1', quantity: 2 }], courier: 'own' as const };
    expect((await fixture.call('POST /shipments', { body: tooMany }, packer)).body).toMatchObject({
      code: 'SHIPMENT_LINES_INVALID',
      details: { lineId: '1', left: 1 },
    });
    const list = async (as: typeof packer) => (await fixture.call('GET /shipments', { query: { orderId } }, as)).body;
    expect((await list(packer)).left).toEqual([
      { lineId: '1', quantity: 1 },
      { lineId: '2', quantity: 1 },
    ]);
    expect(await list(customer)).not.toHaveProperty('left');
    await takeBack({ '1': 2, '2': 1 }, 2);
    await eventually(async () => expect(await toShip()).toBeUndefined());
    expect((await list(packer)).left).toEqual([]);
    expect((await ship([orderId])).results).toMatchObject([{ isDone: false, code: 'SHIPMENT_LINES_INVALID' }]);
  });

  it('notes a requested pickup on the orders', async () => {
    const orderId = await place();
    const { results } = await ship([orderId]);
    const shipmentIds = results.map(({ shipmentId = '' }) => shipmentId);
    const body = { courier: 'own' as const, date: '2026-11-30', shipmentIds };
    expect((await fixture.call('POST /dispatch/pickup', { body }, packer)).body.message).toBe(
      'The pickup of 1 parcel was requested.',
    );
    expect((await rowOf(orderId, { view: 'ready' }))?.pickupDate).toBe('2026-11-30');
    const other = await fixture.call('POST /dispatch/pickup', { body: { ...body, courier: 'delhivery' } }, packer);
    expect(other.status).toBe(400);
  });

  it.each(['today', 'overdue'] as const)(
    'loads the next page of orders that are due (%s) after midnight',
    async (due) => {
      for (let count = 0; count < 2; count += 1)
        await listed(await place({ promise: { from: '2026-01-08', to: '2026-01-09' } }), { due });
      const query = { view: 'to_ship', due, limit: 1 } as const;
      const queue = fixture.app.get(DispatchQueue);
      const { orders, nextCursor } = await queue.list(query);
      const { Date } = globalThis;
      class DateTomorrow extends Date {
        constructor(time = Date.now() + DAY_MS) {
          super(time);
        }
      }
      globalThis.Date = DateTomorrow as DateConstructor;
      const loading = queue.list({ ...query, cursor: nextCursor });
      // The call has read the date by now; the process goes on in the present.
      globalThis.Date = Date;
      const next = await loading;
      expect(next.orders).toHaveLength(1);
      expect(next.orders[0]?.orderId).not.toBe(orders[0]?.orderId);
    },
  );
});

it('divides words that are too long for the manifest between characters as people see them', () => {
  expect(fitWords('Venkata Satyanarayana')).toBe('Venkata Satyanarayana');
  expect(fitWords('శ్రీలక్ష్మీనరసింహవెంకటసత్యనారాయణ గారు')).toBe('శ్రీలక్ష్మీనరసింహవెంకటస త్యనారాయణ గారు');
});

const pageSizesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} ${Math.round(Number(height))}`,
  );

/** Returns the characters of the fonts' maps from glyphs: a missing glyph has none. */
function charactersOf(pdf: Buffer): Set<string> {
  const characters = new Set<string>();
  let from = 0;
  for (let at = pdf.indexOf('stream\n', from); at >= 0; at = pdf.indexOf('stream\n', from)) {
    const start = at + 'stream\n'.length;
    from = pdf.indexOf('endstream', start);
    if (from < 0) break;
    const content = inflate(pdf.subarray(start, from));
    from += 'endstream'.length;
    if (!content.includes('begincmap')) continue;
    for (const [, hex = ''] of content.slice(content.indexOf('beginbf')).matchAll(/<([0-9a-fA-F ]+)>/g))
      for (const character of Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
        characters.add(character);
  }
  return characters;
}

function inflate(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}
