import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { EventData } from '@rangavalli/contracts/events';
import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import { type FulfilmentFixture, packer, startFulfilment } from '../testing/start-fulfilment.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord } from './shipment.schema.js';

const createId = () => new Types.ObjectId().toHexString();

describe('shipments', () => {
  let fixture: FulfilmentFixture;
  const changes: EventData<'fulfilment.shipment.changed'>[] = [];
  const logged: { shipmentId?: string }[] = [];
  beforeAll(async () => {
    fixture = await startFulfilment();
    fixture.app.get<Logger>(LOGGER).info = (line: object, message?: string) => {
      if (message === 'shipment changed') logged.push(line);
    };
    fixture.nats.subscribe('fulfilment.shipment.changed', {
      callback: (_error, message) =>
        void changes.push(message.json<{ data: EventData<'fulfilment.shipment.changed'> }>().data),
    });
  });
  afterAll(() => fixture.stop());

  const customer = buildIdentity({ id: createId(), role: 'user' });
  const line = (lineId: string, quantity: number) => ({
    lineId,
    productId: createId(),
    name: `Saree ${lineId}`,
    size: '',
    quantity,
  });
  let orders = 0;
  const addOrder = (facts: object = {}) => {
    orders += 1;
    const orderNumber = `RV-26-${String(orders).padStart(7, '0')}`;
    const promise = { from: '2026-12-01', to: '2026-12-03' };
    return fixture.addOrder({
      orderNumber,
      userId: customer.id,
      status: 'Pending',
      city: 'Hyderabad',
      promise,
      lines: [line('1', 2), line('2', 1), line('3', 1)],
      ...facts,
    });
  };
  const ship = (body: CallRequest<'POST /shipments'>['body']) => fixture.call('POST /shipments', { body }, packer);
  const setStatus = (id: string, status: ShipmentStatus, place?: string) =>
    fixture.call(
      'POST /shipments/{id}/status',
      { params: { id }, body: { status, ...(place ? { place } : {}) } },
      packer,
    );
  /** Two changes at once may be published in either order. */
  const changeTo = (status: ShipmentStatus, shipmentId: string) =>
    changes.find((change) => change.shipmentId === shipmentId && change.status === status);

  it('ship an order in two parcels; the order is delivered when the last unit is', async () => {
    const orderId = addOrder();
    const first = await ship({ orderId, lines: [{ lineId: '1', quantity: 2 }], courier: 'own', awb: 'DTDC-1001' });
    expect(first.status).toBe(200);
    expect(first.body.shipment).toMatchObject({
      id: 'RV-26-0000001-1',
      status: 'created',
      awb: 'DTDC-1001',
      lines: [{ lineId: '1', quantity: 2 }],
      expected: { from: '2026-12-01', to: '2026-12-03' },
    });
    const rest = [
      { lineId: '2', quantity: 1 },
      { lineId: '3', quantity: 1 },
    ];
    const second = (await ship({ orderId, lines: rest, courier: 'delhivery', awb: '1490001' })).body.shipment;
    await setStatus(first.body.shipment.id, 'picked_up', 'Hyderabad');
    await eventually(() =>
      expect(changeTo('picked_up', first.body.shipment.id)).toMatchObject({
        previous: 'created',
        place: 'Hyderabad',
        order: { isDispatched: true, isDelivered: false },
      }),
    );
    await setStatus(first.body.shipment.id, 'delivered');
    await eventually(() => expect(changeTo('delivered', first.body.shipment.id)?.order.isDelivered).toBe(false));
    await setStatus(second.id, 'delivered');
    await eventually(() =>
      expect(changeTo('delivered', second.id)?.order).toEqual({ isDispatched: true, isDelivered: true }),
    );
    const listed = (await fixture.call('GET /shipments', { query: { orderId } }, customer)).body.shipments;
    expect(listed.map(({ history }) => history.map(({ status }) => status))).toEqual([
      ['created', 'picked_up', 'delivered'],
      ['created', 'delivered'],
    ]);
  });

  it('never contain more units than were ordered, with fifty at once', async () => {
    const orderId = addOrder();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => ship({ orderId, lines: [{ lineId: '1', quantity: 1 }], courier: 'own' })),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(results.filter(({ status }) => status !== 200).map(({ body }) => (body as never)['code']))).toEqual(
      new Set(['SHIPMENT_LINES_INVALID']),
    );
  });

  it('keep fields of a later release when they change', async () => {
    const orderId = addOrder();
    const { shipment } = (await ship({ orderId, lines: [{ lineId: '1', quantity: 2 }], courier: 'own' })).body;
    const { collection } = fixture.app.get<Model<OrderShipmentsRecord>>(getModelToken(ORDER_SHIPMENTS));
    const later = {
      'shipments.0.seal': 'S-1',
      'shipments.0.lines.0.batch': 'B-1',
      'shipments.0.history.0.scanner': 'Gate 2',
    };
    await collection.updateOne({ 'shipments.id': shipment.id }, { $set: later });
    expect((await setStatus(shipment.id, 'picked_up')).status).toBe(200);
    expect(await collection.findOne({ 'shipments.id': shipment.id })).toMatchObject({
      shipments: [
        { status: 'picked_up', seal: 'S-1', lines: [{ batch: 'B-1' }], history: [{ scanner: 'Gate 2' }, {}] },
      ],
    });
  });

  it('are made once per request, and again for units of a lost parcel', async () => {
    const orderId = addOrder();
    const body = { requestId: randomUUID(), orderId, lines: [{ lineId: '2', quantity: 1 }], courier: 'own' as const };
    const [first, again] = await Promise.all([ship(body), ship(body)]);
    expect(first.body.shipment.id).toBe(again.body.shipment.id);
    const other = { orderId, lines: body.lines, courier: 'own' as const };
    expect((await ship(other)).status).toBe(409);
    await setStatus(first.body.shipment.id, 'lost');
    expect((await ship(other)).status).toBe(200);
  });

  it('refuse wrong lines, numbers, couriers, orders and status changes, with a reason', async () => {
    const orderId = addOrder();
    const lines = [{ lineId: '2', quantity: 1 }];
    const codeOf = async (body: object) => (await ship({ orderId, lines, courier: 'own', ...body })).body as never;
    expect((await codeOf({ lines: [{ lineId: '9', quantity: 1 }] }))['code']).toBe('SHIPMENT_LINES_INVALID');
    expect((await codeOf({ courier: 'shiprocket' }))['code']).toBe('COURIER_NOT_AVAILABLE');
    expect((await codeOf({ orderId: createId() }))['code']).toBe('ORDER_NOT_FOUND');
    expect((await codeOf({ orderId: addOrder({ status: 'Cancelled' }) }))['code']).toBe('ORDER_NOT_SHIPPABLE');
    const { shipment } = (await ship({ orderId, lines, courier: 'own', awb: 'TAKEN-1' })).body;
    expect((await codeOf({ orderId: addOrder(), awb: 'TAKEN-1' }))['code']).toBe('AWB_TAKEN');
    expect((await codeOf({ lines: [{ lineId: '3', quantity: 1 }], awb: 'TAKEN-1' }))['code']).toBe('AWB_TAKEN');
    await setStatus(shipment.id, 'delivered');
    expect((await setStatus(shipment.id, 'in_transit')).body).toMatchObject({
      code: 'SHIPMENT_STATUS_INVALID',
      message: 'The shipment is delivered and cannot change to in transit.',
    });
    expect((await setStatus(shipment.id, 'delivered')).body.shipment.history).toHaveLength(2);
  });

  it('show where a parcel is to everybody who has its link, without personal data', async () => {
    const orderId = addOrder({ promise: { from: '2026-01-01', to: '2026-01-02' } });
    const { shipment } = (await ship({ orderId, lines: [{ lineId: '2', quantity: 1 }], courier: 'own' })).body;
    await setStatus(shipment.id, 'out_for_delivery', 'Secunderabad');
    const token = shipment.trackingPath.replace('/track/', '');
    expect(token).toHaveLength(32);
    const { body } = await fixture.call('GET /track/{token}', { params: { token } });
    expect(body.tracking).toMatchObject({
      status: 'out_for_delivery',
      city: 'Hyderabad',
      isDelayed: true,
      lines: [{ name: 'Saree 2', quantity: 1 }],
      history: [{ status: 'created' }, { status: 'out_for_delivery', place: 'Secunderabad' }],
    });
    expect(JSON.stringify(body)).not.toContain(packer.email);
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await fixture.call('GET /track/{token}', { params: { token: wrong } })).status).toBe(404);
    expect((await fixture.call('GET /track/{token}', { params: { token: shipment.id.padEnd(24, 'x') } })).status).toBe(
      404,
    );
  });

  it("do not show their customer staff's notes of calls and inspections", async () => {
    const orderId = addOrder();
    const { shipment } = (await ship({ orderId, lines: [{ lineId: '2', quantity: 1 }], courier: 'own' })).body;
    await setStatus(shipment.id, 'undelivered');
    const params = { id: shipment.id };
    const call = { action: 'reattempt', note: 'Shouted at us', date: '2026-12-04' } as const;
    expect((await fixture.call('POST /shipments/{id}/ndr', { params, body: call }, packer)).status).toBe(200);
    await setStatus(shipment.id, 'rto');
    const inspection = { lines: [{ lineId: '2', restock: false }], note: 'Smells of smoke' };
    await fixture.call('POST /shipments/{id}/rto-received', { params, body: inspection }, packer);
    const listFor = async (caller: typeof customer) =>
      (await fixture.call('GET /shipments', { query: { orderId } }, caller)).body.shipments;
    expect(await listFor(packer)).toMatchObject([
      { undelivered: { note: 'Shouted at us' }, received: { note: 'Smells of smoke' } },
    ]);
    const own = await listFor(customer);
    expect(own).toMatchObject([
      {
        undelivered: { attempts: 1, requested: 'reattempt', requestedDate: '2026-12-04' },
        received: { lines: [{ lineId: '2', restock: false }] },
      },
    ]);
    expect(JSON.stringify(own)).not.toMatch(/Shouted|Smells/);
    const token = shipment.trackingPath.replace('/track/', '');
    const { body } = await fixture.call('GET /track/{token}', { params: { token } });
    expect(JSON.stringify(body)).not.toMatch(/Shouted|Smells/);
  });

  it('lose cancelled units: a parcel with too many of them is packed again', async () => {
    const orderId = addOrder();
    const packed = (await ship({ orderId, lines: [{ lineId: '1', quantity: 2 }], courier: 'own' })).body.shipment;
    const lines = [
      { lineId: '1', quantity: 1 },
      { lineId: '2', quantity: 0 },
      { lineId: '3', quantity: 1 },
    ];
    for (const _repeated of [1, 2])
      await fixture.publish('order.lines.cancelled', {
        orderNumber: 'RV-26-0042174',
        orderId,
        userId: customer.id,
        returnId: 'd'.repeat(24),
        holdId: 'cancelled:1',
        restocked: [],
        creditPaise: 0,
        lines,
      });
    await eventually(async () => {
      const { shipments } = (await fixture.call('GET /shipments', { query: { orderId } }, packer)).body;
      expect(shipments.map(({ id, status }) => [id, status])).toEqual([[packed.id, 'cancelled']]);
    });
    await eventually(async () => expect(await fixture.hasHandled('order.lines.cancelled')).toBe(true));
    const { orderNumber } = packed;
    expect(logged.filter(({ shipmentId }) => shipmentId === packed.id)).toEqual([
      { orderId, orderNumber, shipmentId: packed.id, outcome: 'created' },
      { orderId, orderNumber, shipmentId: packed.id, from: 'created', outcome: 'cancelled' },
    ]);
    expect((await ship({ orderId, lines: [{ lineId: '2', quantity: 1 }], courier: 'own' })).status).toBe(409);
    expect((await ship({ orderId, lines: [{ lineId: '1', quantity: 2 }], courier: 'own' })).status).toBe(409);
    const rest = (await ship({ orderId, lines: lines.filter(({ quantity }) => quantity > 0), courier: 'own' })).body;
    await setStatus(rest.shipment.id, 'delivered');
    await eventually(() =>
      expect(changeTo('delivered', rest.shipment.id)?.order).toEqual({ isDispatched: true, isDelivered: true }),
    );
  });

  it('publish what came back damaged, once', async () => {
    const orderId = addOrder();
    const lines = [
      { lineId: '1', quantity: 2 },
      { lineId: '2', quantity: 1 },
    ];
    const { id } = (await ship({ orderId, lines, courier: 'own' })).body.shipment;
    for (const status of ['picked_up', 'rto'] as const) await setStatus(id, status);
    const inspected = [
      { lineId: '1', restock: false },
      { lineId: '2', restock: true },
    ];
    for (const _time of [1, 2])
      expect(
        (
          await fixture.call(
            'POST /shipments/{id}/rto-received',
            { params: { id }, body: { lines: inspected } },
            packer,
          )
        ).status,
      ).toBe(200);
    await eventually(() => {
      const published = changes.filter((one) => one.shipmentId === id && one.status === 'rto');
      expect(published.map(({ damaged }) => damaged)).toEqual([undefined, [{ lineId: '1', quantity: 2 }]]);
    });
  });

  it('are hidden from other customers, and cancelled with their order', async () => {
    const orderId = addOrder();
    const stranger = buildIdentity({ id: createId(), role: 'user' });
    expect((await fixture.call('GET /shipments', { query: { orderId } }, stranger)).status).toBe(404);
    expect((await fixture.call('GET /shipments', { query: { orderId } }, customer)).body.shipments).toEqual([]);
    const { shipment } = (await ship({ orderId, lines: [{ lineId: '2', quantity: 1 }], courier: 'own' })).body;
    expect((await fixture.call('GET /shipments', { query: { orderId } }, stranger)).status).toBe(404);
    const cancelled = { holdId: 'x', razorpayPaymentId: '', amountPaise: 0, lines: [], by: 'system' };
    await fixture.publish('order.cancelled', {
      customer: {},
      orderNumber: 'RV-26-0042174',
      orderId,
      userId: customer.id,
      ...cancelled,
    });
    await eventually(async () => {
      const { shipments } = (await fixture.call('GET /shipments', { query: { orderId } }, packer)).body;
      expect(shipments.map(({ id, status }) => [id, status])).toEqual([[shipment.id, 'cancelled']]);
    });
    const again = await ship({ orderId, lines: [{ lineId: '3', quantity: 1 }], courier: 'own' });
    expect(again.body).toMatchObject({ code: 'ORDER_NOT_SHIPPABLE' });
  });
});
