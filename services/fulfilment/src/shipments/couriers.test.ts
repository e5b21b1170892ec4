import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { errorFields } from '@rangavalli/service-kit/log/error-fields';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import { Couriers } from '../couriers/couriers.js';
import { deliveryDates } from '../promise/delivery-dates.js';
import { DISPATCH_ORDER, type DispatchRecord } from '../dispatch/dispatch.schema.js';
import { defaultSettings } from '../settings/default-settings.js';
import { CourierFixture, HYDERABAD, PREVIOUS_WEBHOOK_KEY, WEBHOOK_KEY } from '../testing/courier-fixture.js';
import { packer } from '../testing/start-fulfilment.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord } from './shipment.schema.js';

const createId = () => new Types.ObjectId().toHexString();
const customer = buildIdentity({ id: createId(), role: 'user' });
const both = ['shiprocket', 'delhivery'] as const;

interface Line {
  err?: unknown;
  shipmentId?: string;
}

describe('parcels of couriers with an account', () => {
  let fixture: CourierFixture;
  const logged: (Line & { message?: string })[] = [];
  beforeAll(async () => {
    fixture = await CourierFixture.start();
    const logger = fixture.service.app.get<Logger>(LOGGER);
    logger.info = logger.warn = ({ err, ...line }: Line, message?: string) =>
      void logged.push({ ...line, ...(err ? { err: errorFields(err) } : {}), ...(message ? { message } : {}) });
  });
  afterEach(() => fixture.faults());
  afterAll(() => fixture.stop());

  let orders = 0;
  const addOrder = (facts: Partial<CommandReply<'rpc.order.shipping.get'>> = {}) => {
    orders += 1;
    return fixture.service.addOrder({
      orderNumber: `RV-26-${String(orders).padStart(7, '0')}`,
      userId: customer.id,
      status: 'Pending',
      city: 'Hyderabad',
      orderedAt: '2026-11-20T06:30:00.000Z',
      recipient: HYDERABAD,
      lines: [
        { lineId: '1', productId: createId(), name: 'Silk saree', size: '', quantity: 2, unitPaise: 250_000 },
        { lineId: '2', productId: createId(), name: 'Kurta', size: 'M', quantity: 1, unitPaise: 100_000 },
      ],
      ...facts,
    });
  };
  type Body = CallRequest<'POST /shipments'>['body'];
  const ship = (courier: Body['courier'], orderId: string, facts: Partial<Body> = {}) =>
    fixture.service.call(
      'POST /shipments',
      { body: { orderId, courier, lines: [{ lineId: '1', quantity: 2 }], ...facts } },
      packer,
    );
  const book = async (courier: Body['courier']) => (await ship(courier, addOrder())).body.shipment;
  const read = async ({ orderId, id }: { orderId: string; id: string }) => {
    const { shipments } = (await fixture.service.call('GET /shipments', { query: { orderId } }, packer)).body;
    const found = shipments.find((one) => one.id === id);
    if (!found) throw new Error(`No parcel ${id}`);
    return found;
  };
  const statusesOf = async (shipment: { orderId: string; id: string }) =>
    (await read(shipment)).history.map(({ status }) => status);
  const cancelOrder = (orderId: string) =>
    fixture.service.publish('order.cancelled', {
      customer: {},
      orderNumber: 'RV-26-0042174',
      orderId,
      userId: customer.id,
      holdId: 'x',
      razorpayPaymentId: '',
      amountPaise: 0,
      lines: [],
      by: 'system',
    });
  const model = () => fixture.service.app.get<Model<OrderShipmentsRecord>>(getModelToken(ORDER_SHIPMENTS));

  it.each(both)('%s books a parcel, prints its label, and collects it', async (courier) => {
    const shipment = await book(courier);
    expect(shipment).toMatchObject({ status: 'created', courier, booking: { state: 'booked' } });
    expect(shipment.awb).toMatch(/^\d{10,}$/);
    const { awb, courierShipmentId = '' } = shipment;
    const adapter = fixture.service.app.get(Couriers).get(courier);
    const other = await book(courier);
    const parcels = [
      { awb, courierShipmentId },
      { awb: other.awb, courierShipmentId: other.courierShipmentId ?? '' },
    ];
    expect((await adapter.getLabelPdf(parcels))?.subarray(0, 5).toString()).toBe('%PDF-');
    await adapter.requestPickup(parcels, '2026-12-01');
    await adapter.requestPickup(parcels, '2026-12-01');
    for (const _time of [1, 2])
      expect((await adapter.createManifestPdf(parcels))?.subarray(0, 5).toString()).toBe(
        courier === 'shiprocket' ? '%PDF-' : undefined,
      );
    const back = { reference: `${shipment.id}-R`, orderNumber: 'RV-26-0000001', orderedAt: new Date() };
    const size = { weightGrams: 900, lengthCm: 30, breadthCm: 25, heightCm: 5 };
    const lines = [{ productId: createId(), name: 'Silk saree', size: '', quantity: 1, unitPaise: 250_000 }];
    const parcel = { ...back, recipient: HYDERABAD, size, lines, pickupOn: '2026-12-01' };
    expect(await adapter.createReturn(parcel)).toEqual(await adapter.createReturn(parcel));
    expect(await fixture.bookingsOf(back.reference)).toHaveLength(1);
  });

  it('declare the weight of their products, and by its category that of one that is gone', async () => {
    const productId = fixture.service.addProduct({ weightGrams: 1_500 });
    const silk = { lineId: '1', productId, name: 'Silk saree', size: '', quantity: 2, category: 'saree' };
    const kurta = { lineId: '2', productId: createId(), name: 'Kurta', size: 'M', quantity: 1, category: 'kidswear' };
    const unknown = { lineId: '3', productId: createId(), name: 'Dupatta', size: '', quantity: 1 };
    const createShipment = jest.spyOn(fixture.service.app.get(Couriers).get('delhivery'), 'createShipment');
    const ordered = [silk, kurta, unknown];
    const lines = ordered.map(({ lineId, quantity }) => ({ lineId, quantity }));
    const { id } = (await ship('delhivery', addOrder({ lines: ordered }), { lines })).body.shipment;
    const booked = createShipment.mock.calls.map(([parcel]) => parcel).find(({ reference }) => reference === id);
    createShipment.mockRestore();
    expect(booked?.size.weightGrams).toBe(2 * 1_500 + 400 + 900);
  });

  it('request each pickup at Shiprocket, and note those that it accepted', async () => {
    const [first, cancelled, last] = [await book('shiprocket'), await book('shiprocket'), await book('shiprocket')];
    const parcels = [first, cancelled, last];
    const rows = fixture.service.app.get<Model<DispatchRecord>>(getModelToken(DISPATCH_ORDER));
    const orderIds = parcels.map(({ orderId }) => orderId);
    await eventually(async () => expect(await rows.countDocuments({ _id: { $in: orderIds } })).toBe(3));
    await fixture.move(cancelled.awb, 'cancelled', { webhook: 'never' });
    const body = { courier: 'shiprocket' as const, date: '2026-12-01', shipmentIds: parcels.map(({ id }) => id) };
    const reply = await fixture.service.call('POST /dispatch/pickup', { body }, packer);
    expect([reply.status, reply.body]).toMatchObject([
      409,
      {
        code: 'COURIER_REFUSED',
        message:
          `No pickup was requested for ${cancelled.id}. The pickup of 2 parcels was requested. ` +
          'The courier refused this: The shipment is cancelled.',
      },
    ]);
    const noted = async (id: string) => (await rows.findById(id).lean())?.pickupDate;
    const atShiprocket = async (id: string) => (await fixture.bookingsOf(id))[0]?.pickupOn;
    expect(await Promise.all(orderIds.map(noted))).toEqual(['2026-12-01', undefined, '2026-12-01']);
    // Shiprocket keeps the first day.
    const next = { ...body, date: '2026-12-02', shipmentIds: [first.id, last.id] };
    expect((await fixture.service.call('POST /dispatch/pickup', { body: next }, packer)).status).toBe(200);
    expect(await Promise.all(orderIds.map(noted))).toEqual(['2026-12-01', undefined, '2026-12-01']);
    expect(await Promise.all(parcels.map(({ id }) => atShiprocket(id)))).toEqual([
      '2026-12-01',
      undefined,
      '2026-12-01',
    ]);
  });

  it('name the parcels that Shiprocket makes no label for', async () => {
    const [first, cancelled] = [await book('shiprocket'), await book('shiprocket')];
    await fixture.move(cancelled.awb, 'cancelled', { webhook: 'never' });
    for (const shipmentIds of [[first.id, cancelled.id], [cancelled.id]]) {
      const body = { kind: 'courier_labels' as const, shipmentIds };
      expect((await fixture.service.call('POST /dispatch/documents', { body }, packer)).body).toMatchObject({
        code: 'COURIER_REFUSED',
        message: `Shiprocket has no label for ${cancelled.awb}.`,
      });
    }
  });

  it('are all in the manifest of Shiprocket when some have one already', async () => {
    const [first, second] = [await book('shiprocket'), await book('shiprocket')];
    const adapter = fixture.service.app.get(Couriers).get('shiprocket');
    const [one, other] = [first, second].map(({ awb, courierShipmentId = '' }) => ({ awb, courierShipmentId }));
    await adapter.createManifestPdf([one!]);
    const pdf = (await adapter.createManifestPdf([one!, other!]))?.toString('latin1');
    for (const { awb } of [first, second]) expect(pdf?.split(`AWB ${awb}`)).toHaveLength(2);
    expect(await fixture.bookingsOf(second.id)).toMatchObject([{ hasManifest: true }]);
  });

  it('are booked by Shiprocket in a city with a longer name than it accepts', async () => {
    const city = 'Sri Potti Sriramulu Nellore Rural Mandal';
    const { shipment } = (await ship('shiprocket', addOrder({ recipient: { ...HYDERABAD, city } }))).body;
    expect(shipment.booking?.state).toBe('booked');
    expect(await fixture.bookingsOf(shipment.id)).toMatchObject([
      { city: 'Sri Potti Sriramulu Nellore Ru', address: '12 Temple Road, Sri Potti Sriramulu Nellore Rural Mandal' },
    ]);
  });

  it('are cancelled at Shiprocket when it refuses the AWB', async () => {
    const body = { message: 'Oops! Cannot reassign courier for this shipment.', status_code: 400 };
    await fixture.faults({ path: '/v1/external/courier/assign/awb', status: 400, body, times: 1 });
    const orderId = addOrder();
    expect((await ship('shiprocket', orderId)).body).toMatchObject({ code: 'COURIER_REFUSED' });
    const list = async (caller: typeof customer) =>
      (await fixture.service.call('GET /shipments', { query: { orderId } }, caller)).body.shipments;
    const [refused] = await list(packer);
    expect(await fixture.bookingsOf(refused?.id ?? '')).toMatchObject([{ isCancelled: true }]);
    expect(refused?.history.at(-1)?.note).toContain('Cannot reassign courier');
    expect(JSON.stringify(await list(customer))).not.toContain('Cannot reassign courier');
  });

  it('show why Shiprocket assigns no AWB, and are cancelled there without one', async () => {
    const body = { status_code: 350, message: 'Please recharge your ShipRocket wallet.' };
    await fixture.faults({ path: '/v1/external/courier/assign/awb', status: 200, body });
    const { shipment } = (await ship('shiprocket', addOrder())).body;
    expect((await read(shipment)).booking).toEqual({
      state: 'pending',
      error: 'Shiprocket responded: Please recharge your ShipRocket wallet.',
    });
    const { orderId } = shipment;
    const own = await fixture.service.call('GET /shipments', { query: { orderId } }, customer);
    expect(own.body.shipments.map(({ booking }) => booking)).toEqual([{ state: 'pending' }]);
    expect(await fixture.bookingsOf(shipment.id)).toMatchObject([{ isCancelled: false }]);
    const cancel = { params: { id: shipment.id }, body: { status: 'cancelled' } } as const;
    await fixture.service.call('POST /shipments/{id}/status', cancel, packer);
    await eventually(async () => expect((await read(shipment)).booking?.state).toBe('cancelled'));
    const bookings = await fixture.bookingsOf(shipment.id);
    expect(bookings.map(({ isCancelled }) => isCancelled)).toEqual(bookings.map(() => true));
  });

  it('collect the cash of an order together, each by its value', async () => {
    const orderId = addOrder({ codDuePaise: 590_001 });
    const first = await ship('delhivery', orderId);
    expect(first.body.shipment.codPaise).toBe(491_667);
    const second = await ship('shiprocket', orderId, { lines: [{ lineId: '2', quantity: 1 }] });
    expect(second.body.shipment.codPaise).toBe(98_334);
    expect(await fixture.bookingsOf(first.body.shipment.id)).toMatchObject([{ codRupees: 4_916.67 }]);
  });

  it.each([
    ['shiprocket', '/v1/external/orders/create/adhoc'],
    ['shiprocket', '/v1/external/courier/assign/awb'],
    ['delhivery', '/api/cmu/create.json'],
  ] as const)('%s books a parcel once when the response of %s is lost', async (courier, path) => {
    await fixture.faults({ path, drop: 'after', times: 1 });
    const { status, body } = await ship(courier, addOrder());
    expect([status, body.shipment.booking?.state]).toEqual([200, 'pending']);
    await eventually(async () => expect((await read(body.shipment)).booking?.state).toBe('booked'));
    const bookings = await fixture.bookingsOf(body.shipment.id);
    expect(bookings.map(({ awb }) => awb)).toEqual([(await read(body.shipment)).awb]);
  });

  it.each(both)('%s books a parcel once when the service ends before it has stored the number', async (courier) => {
    const shipment = await book(courier);
    const lost = { state: 'pending', tries: 0, dueAt: new Date() };
    await model().updateOne(
      { _id: shipment.orderId },
      {
        $set: { 'shipments.0.booking': lost, 'shipments.0.awb': shipment.id, bookingDueAt: lost.dueAt },
        $inc: { revision: 1 },
      },
    );
    await eventually(async () => expect((await read(shipment)).awb).toBe(shipment.awb));
    expect(await fixture.bookingsOf(shipment.id)).toHaveLength(1);
  });

  it.each(both)('%s refuses a parcel in its own words, and the units can be shipped otherwise', async (courier) => {
    const orderId = addOrder({ recipient: { ...HYDERABAD, pincode: '900001' } });
    const requestId = randomUUID();
    const refused = await ship(courier, orderId, { requestId });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'COURIER_REFUSED' }]);
    expect(refused.body.message).toMatch(/pincode/);
    expect((await ship('own', orderId, { requestId })).status).toBe(200);
  });

  it('are logged without the address that a courier quotes in its refusal', async () => {
    await fixture.faults({ path: '/api/cmu/create.json', drop: 'before', times: 1 });
    const orderId = addOrder({ recipient: { ...HYDERABAD, pincode: '900001' } });
    const { shipment } = (await ship('delhivery', orderId)).body;
    await eventually(async () => expect((await read(shipment)).booking?.error).toContain('900001'));
    const lines = await eventually(() => {
      const own = logged.filter(({ shipmentId }) => shipmentId === shipment.id);
      expect(own.map(({ message }) => message)).toContain('booking at the courier failed');
      return own;
    });
    expect(JSON.stringify(lines)).not.toContain('900001');
  });

  it('log in again when the token of Shiprocket has ended', async () => {
    await fixture.expireToken();
    expect((await book('shiprocket')).booking?.state).toBe('booked');
  });

  it.each(both)('%s: shuffled, repeated and late webhooks end in the right status', async (courier) => {
    const shipment = await book(courier);
    const steps = ['picked_up', 'in_transit', 'out_for_delivery', 'undelivered', 'out_for_delivery', 'delivered'];
    const start = Date.now() - 3_600_000;
    for (const [index, status] of steps.entries())
      await fixture.move(shipment.awb, status, {
        at: new Date(start + index * 60_000).toISOString(),
        webhook: 'never',
      });
    // A hub scans the parcel after its delivery.
    await fixture.move(shipment.awb, 'in_transit', { at: new Date(start + 600_000).toISOString(), webhook: 'late' });
    await fixture.replay(shipment.awb, 3);
    await eventually(async () => {
      const { status, history, undelivered } = await read(shipment);
      expect(status).toBe('delivered');
      expect(undelivered?.attempts).toBe(1);
      expect(history.filter((entry) => entry.at < new Date(start + 630_000).toISOString())).toHaveLength(7);
    });
    const published = await eventually(async () => {
      const events = await fixture.service.events('fulfilment.shipment.changed');
      const own = events.filter(({ data }) => data.shipmentId === shipment.id).map(({ data }) => data.status);
      expect(own).toContain('delivered');
      return own;
    });
    expect(published.filter((status) => status === 'delivered')).toHaveLength(1);
  });

  describe.each(both)('%s: a parcel that the courier cancelled and then collected', (courier) => {
    const steps = ['cancelled', 'picked_up', 'delivered'].map((status, minute) => ({ status, minute }));
    it.each([
      ['in the order of its scans', steps],
      ['in the reverse order', steps.toReversed()],
    ])('is delivered with one webhook each %s', async (_name, sent) => {
      const shipment = await book(courier);
      const start = Date.now() - 3_600_000;
      for (const { status, minute } of sent) {
        await fixture.move(shipment.awb, status, { at: new Date(start + minute * 60_000).toISOString() });
        await eventually(async () => expect(await statusesOf(shipment)).toContain(status));
      }
      expect((await read(shipment)).status).toBe('delivered');
      expect((await ship('own', shipment.orderId)).body).toMatchObject({ code: 'SHIPMENT_LINES_INVALID' });
    });
  });

  it.each(both)(
    '%s: a parcel that the courier cancelled is polled, one that staff cancelled stays so',
    async (courier) => {
      const [shipment, other] = [await book(courier), await book(courier)];
      await fixture.move(shipment.awb, 'cancelled');
      await eventually(async () => expect((await read(shipment)).status).toBe('cancelled'));
      const { shipments } = await model().findById(shipment.orderId).orFail().lean();
      expect(shipments[0]?.nextPollAt).toEqual(expect.any(Date));

      const cancel = { params: { id: other.id }, body: { status: 'cancelled' } } as const;
      expect((await fixture.service.call('POST /shipments/{id}/status', cancel, packer)).status).toBe(200);
      await fixture.move(other.awb, 'picked_up');
      await eventually(async () => expect(await statusesOf(other)).toContain('picked_up'));
      expect((await read(other)).status).toBe('cancelled');
    },
  );

  describe.each(both)('%s: a parcel that the courier cancelled', (courier) => {
    it.each([
      ['its units were packed again', async (orderId: string) => expect((await ship('own', orderId)).status).toBe(200)],
      ['its order was cancelled', (orderId: string) => cancelOrder(orderId)],
    ])('stays cancelled where %s', async (_name, end) => {
      const shipment = await book(courier);
      await fixture.move(shipment.awb, 'cancelled');
      await eventually(async () => expect((await read(shipment)).status).toBe('cancelled'));
      await end(shipment.orderId);
      await eventually(async () => expect((await read(shipment)).booking?.state).toBe('cancelled'));
      await fixture.move(shipment.awb, 'picked_up');
      await eventually(async () => expect(await statusesOf(shipment)).toContain('picked_up'));
      expect((await read(shipment)).status).toBe('cancelled');
    });
  });

  it.each(['aggregator', 'sr'])('keep an unknown label as a note, and read the clock of India (%s)', async (path) => {
    const shipment = await book('shiprocket');
    const body = {
      awb: shipment.awb,
      current_status: 'SHIPMENT HELD AT CUSTOMS',
      current_timestamp: '21 11 2026 13:37:05',
    };
    const send = (key: string) =>
      fixture.service.app.inject({
        method: 'POST',
        url: `/shipments/webhook/${path}`,
        headers: { 'x-api-key': key },
        payload: body,
      });
    expect((await send('wrong')).json()).toMatchObject({ code: 'WEBHOOK_KEY_INVALID' });
    expect((await read(shipment)).history).not.toContainEqual(expect.objectContaining({ note: body.current_status }));
    expect((await send(WEBHOOK_KEY)).statusCode).toBe(200);
    const { status, history } = await read(shipment);
    expect(status).toBe('created');
    expect(history).toContainEqual({ status: 'created', at: '2026-11-21T08:07:05.000Z', note: body.current_status });
  });

  it.each(['aggregator', 'sr', 'dl'])('are accepted with the next and the previous key only (%s)', async (path) => {
    const send = (key: string) =>
      fixture.service.app.inject({
        method: 'POST',
        url: `/shipments/webhook/${path}`,
        headers: { 'x-api-key': key },
        payload: {},
      });
    for (const key of [WEBHOOK_KEY, PREVIOUS_WEBHOOK_KEY]) expect((await send(key)).statusCode).toBe(200);
    for (const key of ['another', '', 'undefined'])
      expect((await send(key)).json()).toMatchObject({ code: 'WEBHOOK_KEY_INVALID' });
  });

  it.each(both)('%s: parcels without a scan for a while are polled', async (courier) => {
    const shipment = await book(courier);
    await fixture.move(shipment.awb, 'picked_up', { webhook: 'never' });
    const due = new Date();
    await model().updateOne({ _id: shipment.orderId }, { $set: { 'shipments.0.nextPollAt': due, pollDueAt: due } });
    await eventually(async () => expect((await read(shipment)).status).toBe('picked_up'));
  });

  it.each(both)('%s delivers again, or returns a parcel that is inspected and shipped again', async (courier) => {
    const shipment = await book(courier);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await fixture.move(shipment.awb, 'picked_up', { at: at(-30) });
    await fixture.move(shipment.awb, 'out_for_delivery', { at: at(-20) });
    await fixture.move(shipment.awb, 'undelivered', { at: at(-10), reason: 'Door locked' });
    await eventually(async () =>
      expect(await read(shipment)).toMatchObject({ undelivered: { attempts: 1, reason: 'Door locked' } }),
    );
    const request = (action: 'reattempt' | 'rto') =>
      fixture.service.call('POST /shipments/{id}/ndr', { params: { id: shipment.id }, body: { action } }, packer);
    const idsOf = async (status: 'undelivered' | 'rto') =>
      (await fixture.service.call('GET /shipments/ndr', { query: { status } }, packer)).body.shipments.map(
        ({ id }) => id,
      );
    expect(await idsOf('undelivered')).toContain(shipment.id);
    const [first, again] = [await request('reattempt'), await request('reattempt')];
    expect([first.status, again.status]).toEqual([200, 200]);
    await eventually(async () => expect((await read(shipment)).status).toBe('in_transit'));
    expect((await request('rto')).body).toMatchObject({ code: 'SHIPMENT_STATUS_INVALID' });

    await fixture.move(shipment.awb, 'undelivered', { at: at(1), reason: 'Refused by the customer' });
    await eventually(async () =>
      expect((await read(shipment)).undelivered).toMatchObject({ attempts: 2, reason: 'Refused by the customer' }),
    );
    expect((await request('rto')).status).toBe(200);
    await eventually(async () => expect(await idsOf('rto')).toContain(shipment.id));

    const receive = (restock: boolean, lineId = '1') =>
      fixture.service.call(
        'POST /shipments/{id}/rto-received',
        { params: { id: shipment.id }, body: { lines: [{ lineId, restock }] } },
        packer,
      );
    expect((await ship('own', shipment.orderId)).body).toMatchObject({ code: 'SHIPMENT_LINES_INVALID' });
    expect((await receive(true, '9')).body).toMatchObject({ code: 'SHIPMENT_LINES_INVALID' });
    await Promise.all([receive(true), receive(true)]);
    expect((await receive(false)).body.shipment.received?.lines).toEqual([{ lineId: '1', restock: true }]);
    expect(await idsOf('rto')).not.toContain(shipment.id);
    expect((await ship('own', shipment.orderId)).status).toBe(200);
  });

  it('keep the note of a second call about the same attempt, without another request to the courier', async () => {
    const shipment = await book('shiprocket');
    await fixture.move(shipment.awb, 'undelivered');
    await eventually(async () => expect((await read(shipment)).status).toBe('undelivered'));
    const params = { id: shipment.id };
    const request = async (note?: string) => {
      const body = { action: 'reattempt' as const, date: '2026-12-02', ...(note ? { note } : {}) };
      return (await fixture.service.call('POST /shipments/{id}/ndr', { params, body }, packer)).status;
    };
    expect(await request('At home after six')).toBe(200);
    // Shiprocket would refuse a second request.
    for (const note of ['Leave it with the guard', 'Leave it with the guard', undefined])
      expect(await request(note)).toBe(200);
    expect((await read(shipment)).undelivered).toMatchObject({
      requested: 'reattempt',
      requestedDate: '2026-12-02',
      note: 'Leave it with the guard',
    });
    await eventually(async () => {
      const audited = (await fixture.service.events('audit.fulfilment.recorded')).map(({ data }) => data);
      const own = audited.filter(
        ({ action, label }) => action === 'shipping.shipment.ndr' && label === `Shipment ${shipment.id}`,
      );
      expect(own.map(({ changes }) => changes)).toEqual([
        expect.arrayContaining([{ field: 'note', to: 'At home after six' }]),
        [{ field: 'note', from: 'At home after six', to: 'Leave it with the guard' }],
      ]);
    });
  });

  it.each(both)('%s: parcels with a typed-in number are polled without a first webhook', async (courier) => {
    const booked = await book(courier);
    await model().deleteOne({ _id: booked.orderId });
    const { shipment } = (await ship(courier, addOrder(), { awb: booked.awb })).body;
    const own = (await ship('own', addOrder(), { awb: `OWN-${booked.awb}` })).body.shipment;
    const stored = await model().findById(shipment.orderId).orFail().lean();
    expect(stored.shipments[0]?.nextPollAt?.getTime()).toBeGreaterThan(Date.now());
    expect(stored.pollDueAt).toEqual(stored.shipments[0]?.nextPollAt);
    expect((await model().findById(own.orderId).orFail().lean()).pollDueAt).toBeUndefined();
    await fixture.move(shipment.awb, 'picked_up', { webhook: 'never' });
    // Without the field there is nothing to bring forward.
    const due = { $min: { 'shipments.0.nextPollAt': new Date(), pollDueAt: new Date() } };
    await model().updateOne({ _id: shipment.orderId, pollDueAt: { $exists: true } }, due);
    await eventually(async () => expect((await read(shipment)).status).toBe('picked_up'));
  });

  it('are not polled any more once staff have marked them as delivered', async () => {
    const shipment = await book('delhivery');
    const deliver = { params: { id: shipment.id }, body: { status: 'delivered' } } as const;
    await fixture.service.call('POST /shipments/{id}/status', deliver, packer);
    const due = new Date();
    await model().updateOne({ _id: shipment.orderId }, { $set: { 'shipments.0.nextPollAt': due, pollDueAt: due } });
    await eventually(async () =>
      expect((await model().findById(shipment.orderId).orFail().lean()).pollDueAt).toBeUndefined(),
    );
  });

  it.each(both)('%s cancels the parcel of a cancelled order', async (courier) => {
    const shipment = await book(courier);
    await cancelOrder(shipment.orderId);
    await eventually(async () => expect((await read(shipment)).booking?.state).toBe('cancelled'));
    expect(await fixture.bookingsOf(shipment.id)).toMatchObject([{ isCancelled: true }]);
    const { orderId, orderNumber, id: shipmentId } = shipment;
    const facts = { orderId, orderNumber, shipmentId, message: 'shipment changed' };
    expect(logged.filter((line) => line.shipmentId === shipmentId)).toEqual([
      { ...facts, outcome: 'created' },
      { ...facts, from: 'created', outcome: 'cancelled' },
    ]);
  });

  it('decide where the shop delivers and collects cash; the zones do while they are down', async () => {
    const productId = fixture.service.addProduct();
    const promise = async (pincode: string) =>
      (await fixture.service.call('GET /delivery/promise', { query: { pincode, productId } })).body.promise;
    const { cod } = await promise('500092');
    expect([(await promise('744101')).serviceable, cod]).toEqual([false, true]);
    expect(await promise('682001')).toMatchObject({ serviceable: true, cod: false });
    const wait = { pincode: '744101', email: 'asha@example.com' };
    expect((await fixture.service.call('POST /delivery/waitlist', { body: wait })).status).toBe(200);
    const served = await fixture.service.call('POST /delivery/waitlist', { body: { ...wait, pincode: '682001' } });
    expect(served.body).toMatchObject({ code: 'PIN_SERVED' });

    // The couriers need 3 days to Delhi, the zone has 4 to 6: two more than the first.
    const days = (from: number, to: number) =>
      deliveryDates(
        { orderedAt: new Date(), handlingDays: 2, courierDays: { from, to } },
        { cutoffHour: 14, holidays: new Set(defaultSettings.holidays.map(({ date }) => date)) },
      );
    expect(await promise('110001')).toMatchObject(days(3, 5));
    const rule = { params: { pincode: '110001' }, body: { isServed: true, from: 8, to: 9 } };
    await fixture.service.call('PUT /delivery/pins/{pincode}', rule, packer);
    expect(await promise('110001')).toMatchObject(days(8, 9));
    await fixture.faults({ path: '/', status: 503 });
    expect(await promise('400001')).toMatchObject({ serviceable: true, cod: true });
    const unconfirmed = logged.filter(({ message }) => message === 'couriers did not confirm a PIN code');
    expect(unconfirmed).toContainEqual(expect.objectContaining({ replies: 0 }));
    expect(JSON.stringify(unconfirmed)).not.toMatch(/\d{6}/);
  });
});
