import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import { Couriers } from '../couriers/couriers.js';
import { CourierFixture, HYDERABAD } from '../testing/courier-fixture.js';
import { packer } from '../testing/start-fulfilment.js';
import { RETURN_PARCEL, type ReturnParcelRecord } from './return-parcel.schema.js';

const createId = () => new Types.ObjectId().toHexString();
const both = ['shiprocket', 'delhivery'] as const;
const DAY = '2099-12-01';

interface Line {
  orderNumber?: string;
  returnId?: string;
  from?: string;
  outcome?: string;
}

describe('the pick-up of a return', () => {
  let fixture: CourierFixture;
  const changes: Line[] = [];
  beforeAll(async () => {
    fixture = await CourierFixture.start();
    const logger = fixture.service.app.get<Logger>(LOGGER);
    logger.info = (line: Line, message?: string) => {
      if (message === 'return parcel changed') changes.push(line);
    };
  });
  afterEach(() => fixture.faults());
  afterAll(() => fixture.stop());

  const addReturn = (facts: Partial<CommandReply<'rpc.order.return.get'>> = {}) =>
    fixture.service.addReturn({
      orderId: createId(),
      orderNumber: 'RV-26-0042174',
      userId: createId(),
      state: 'requested',
      orderedAt: '2026-11-20T06:30:00.000Z',
      recipient: HYDERABAD,
      lines: [{ productId: createId(), name: 'Silk saree', size: '', quantity: 1, unitPaise: 250_000 }],
      ...facts,
    });
  type Body = CallRequest<'POST /returns/{id}/pickup'>['body'];
  const book = (id: string, courier: Body['courier'], pickupOn = DAY) =>
    fixture.service.call('POST /returns/{id}/pickup', { params: { id }, body: { courier, pickupOn } }, packer);
  const movesOf = async (id: string) =>
    (await fixture.service.events('fulfilment.return.moved'))
      .filter(({ data }) => data.returnId === id)
      .map(({ data }) => data.status);
  const loggedOf = (id: string) =>
    changes
      .filter(({ returnId }) => returnId === id)
      .map(({ orderNumber, from, outcome }) => [orderNumber, from, outcome]);
  const model = () => fixture.service.app.get<Model<ReturnParcelRecord>>(getModelToken(RETURN_PARCEL));

  it.each(both)('is booked once at %s, and followed until the goods are in the shop', async (courier) => {
    const orderId = createId();
    const id = addReturn({ orderId });
    const { status, body } = await book(id, courier);
    expect([status, body.pickup.courier, body.pickup.pickupOn]).toEqual([200, courier, DAY]);
    const { awb } = body.pickup;
    expect((await book(id, courier)).body.pickup.awb).toBe(awb);
    const bookings = await fixture.bookingsOf(`${id}-1`);
    expect(bookings).toMatchObject([{ awb, isReturn: true, ...(courier === 'shiprocket' ? { pickupOn: DAY } : {}) }]);

    await fixture.move(awb, 'picked_up', { webhook: 'twice' });
    // Later scans would make this one late.
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'picked_up']));
    for (const moved of ['in_transit', 'delivered']) await fixture.move(awb, moved, { webhook: 'twice' });
    await fixture.replay(awb, 2);
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'picked_up', 'received']));
    expect(await model().findById(id).lean()).toMatchObject({ status: 'received', awb });
    expect((await model().findById(id).lean())?.dueAt).toBeUndefined();
    const audited = (await fixture.service.events('audit.fulfilment.recorded')).map(({ data }) => data);
    expect(
      audited.filter(({ action, subjectId }) => `${action} ${subjectId}` === `shipping.return.booked ${orderId}`),
    ).toHaveLength(1);
  });

  it('is found by polling when the webhooks are lost, and logged with the order number', async () => {
    const id = addReturn({ orderNumber: 'RV-26-0042182' });
    const { awb } = (await book(id, 'delhivery')).body.pickup;
    await fixture.move(awb, 'delivered', { webhook: 'never' });
    await model().updateOne({ _id: id }, { $set: { dueAt: new Date() } });
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'received']));
    expect(loggedOf(id)).toEqual([
      ['RV-26-0042182', 'pending', 'booked'],
      ['RV-26-0042182', 'booked', 'received'],
    ]);
  });

  it('is found by polling while parcels of a courier that is not connected are due', async () => {
    const other = await CourierFixture.start({ SHIPROCKET_EMAIL: undefined });
    try {
      const parcels = other.service.app.get<Model<ReturnParcelRecord>>(getModelToken(RETURN_PARCEL));
      const facts = { orderId: createId(), userId: createId(), pickupOn: DAY, attempt: 1, createdAt: new Date() };
      const parcel = { ...facts, status: 'booked', dueAt: new Date(0) } as const;
      await parcels.insertMany(
        Array.from({ length: 20 }, () => ({ ...parcel, _id: createId(), courier: 'shiprocket', awb: createId() })),
      );
      const size = { weightGrams: 900, lengthCm: 30, breadthCm: 25, heightCm: 5 };
      const lines = [{ productId: createId(), name: 'Silk saree', size: '', quantity: 1, unitPaise: 250_000 }];
      const booking = { reference: 'R-1', orderNumber: 'RV-26-0042190', orderedAt: new Date(), recipient: HYDERABAD };
      const adapter = other.service.app.get(Couriers).get('delhivery');
      const { awb } = await adapter.createReturn({ ...booking, size, lines, pickupOn: DAY });
      await other.move(awb, 'picked_up', { webhook: 'never' });
      const _id = createId();
      await parcels.create({ ...parcel, _id, courier: 'delhivery', awb, dueAt: new Date() });
      await eventually(async () => expect((await parcels.findById(_id).lean())?.status).toBe('picked_up'));
      // Their tracking is requested later, when the courier may be connected again.
      const later = { courier: 'shiprocket', status: 'booked', dueAt: { $gt: new Date() } } as const;
      expect(await parcels.countDocuments(later)).toBe(20);
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['status 400', 400, { message: 'The pickup cannot be scheduled.', status_code: 400 }],
    ['a pickup_status of 0', 200, { pickup_status: 0, response: { data: 'The pickup cannot be scheduled.' } }],
  ] as const)('is cancelled at Shiprocket when it refuses to collect with %s', async (_name, status, body) => {
    await fixture.faults({ path: '/v1/external/courier/generate/pickup', status, body, times: 1 });
    const id = addReturn();
    const refused = await book(id, 'shiprocket');
    expect(refused.body).toMatchObject({
      code: 'COURIER_REFUSED',
      message: 'The courier refused this: The pickup cannot be scheduled.',
    });
    expect(await fixture.bookingsOf(`${id}-1`)).toMatchObject([{ isCancelled: true }]);
    expect((await book(id, 'shiprocket')).status).toBe(200);
    expect(await fixture.bookingsOf(`${id}-2`)).toMatchObject([{ isCancelled: false, pickupOn: DAY }]);
  });

  it('is cancelled at Shiprocket later when that is down after a refusal', async () => {
    await fixture.faults(
      { path: '/v1/external/courier/generate/pickup', status: 400, body: { message: 'No pickup on this day.' } },
      { path: '/v1/external/orders/cancel', status: 503, times: 2 },
    );
    const id = addReturn();
    expect((await book(id, 'shiprocket')).body.code).toBe('COURIER_UNAVAILABLE');
    await eventually(async () => expect((await model().findById(id).lean())?.status).toBe('cancelled'));
    expect(await fixture.bookingsOf(`${id}-1`)).toMatchObject([{ isCancelled: true }]);
  });

  it('is cancelled at Shiprocket, which has given no number, when the return is decided meanwhile', async () => {
    const body = { status_code: 350, message: 'Please recharge your ShipRocket wallet.' };
    await fixture.faults({ path: '/v1/external/courier/assign/awb', status: 200, body });
    const id = addReturn();
    expect((await book(id, 'shiprocket')).body).toMatchObject({
      code: 'COURIER_UNAVAILABLE',
      message: 'Shiprocket responded: Please recharge your ShipRocket wallet.',
    });
    fixture.service.changeReturn(id, { state: 'completed' });
    await eventually(async () => expect((await model().findById(id).lean())?.status).toBe('cancelled'));
    expect(await fixture.bookingsOf(`${id}-1`)).toMatchObject([{ isCancelled: true }]);
  });

  it('ends where Shiprocket does not cancel it after the return was decided', async () => {
    const body = { message: 'The courier is on the way.', status_code: 400 };
    await fixture.faults(
      { path: '/v1/external/courier/assign/awb', status: 200, body: { message: 'Please wait.' } },
      { path: '/v1/external/orders/cancel', status: 400, body },
    );
    const id = addReturn();
    expect((await book(id, 'shiprocket')).body).toMatchObject({ code: 'COURIER_UNAVAILABLE' });
    fixture.service.changeReturn(id, { state: 'completed' });
    await eventually(async () => expect((await model().findById(id).lean())?.status).toBe('cancelled'));
    expect((await model().findById(id).lean())?.dueAt).toBeUndefined();
  });

  it('is booked at Shiprocket that has its request already', async () => {
    const body = { message: 'Duplicate pickup request.', status_code: 400 };
    await fixture.faults({ path: '/v1/external/courier/generate/pickup', status: 400, body, times: 1 });
    const id = addReturn();
    expect((await book(id, 'shiprocket')).status).toBe(200);
    expect(await fixture.bookingsOf(`${id}-1`)).toMatchObject([{ isCancelled: false }]);
  });

  it.each([
    ['shiprocket', '/v1/external/orders/create/return'],
    ['shiprocket', '/v1/external/courier/assign/awb'],
    ['delhivery', '/api/cmu/create.json'],
  ] as const)('is booked once by %s when the response of %s is lost', async (courier, path) => {
    await fixture.faults({ path, drop: 'after', times: 1 });
    const id = addReturn();
    expect((await book(id, courier)).body.code).toBe('COURIER_UNAVAILABLE');
    await eventually(async () => expect((await model().findById(id).lean())?.status).toBe('booked'));
    expect(await fixture.bookingsOf(`${id}-1`)).toHaveLength(1);
    expect(await movesOf(id)).toEqual(['booked']);
  });

  it('can be booked again after the courier has cancelled it, also elsewhere', async () => {
    const id = addReturn();
    const first = (await book(id, 'shiprocket')).body.pickup;
    expect((await book(id, 'delhivery')).body.code).toBe('PICKUP_BOOKED');
    expect((await book(id, 'shiprocket', '2099-12-02')).body.code).toBe('PICKUP_BOOKED');
    await fixture.move(first.awb, 'cancelled');
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'cancelled']));
    const { body } = await book(id, 'delhivery');
    expect(body.pickup.courier).toBe('delhivery');
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'cancelled', 'booked']));
    // The first parcel is not of this return any more.
    await fixture.move(first.awb, 'picked_up');
    await fixture.move(body.pickup.awb, 'picked_up');
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'cancelled', 'booked', 'picked_up']));
  });

  it.each(both)('is cancelled at %s by staff, once, until the goods are collected', async (courier) => {
    const orderId = createId();
    const id = addReturn({ orderId });
    const cancel = (returnId = id) =>
      fixture.service.call('DELETE /returns/{id}/pickup', { params: { id: returnId } }, packer);
    expect((await cancel()).body.code).toBe('RETURN_NOT_FOUND');
    await book(id, courier);
    const path = courier === 'shiprocket' ? '/v1/external/orders/cancel' : '/api/p/edit';
    await fixture.faults({ path, status: 503, times: 9 });
    expect((await cancel()).body.code).toBe('COURIER_UNAVAILABLE');
    await fixture.faults();
    for (const reply of [await cancel(), await cancel()])
      expect(reply.body.message).toBe('The pick-up is cancelled. The customer gets a message.');
    await eventually(async () => expect(await movesOf(id)).toEqual(['booked', 'cancelled']));
    expect(await fixture.bookingsOf(`${id}-1`)).toMatchObject([{ isCancelled: true }]);
    await eventually(async () => {
      const audited = (await fixture.service.events('audit.fulfilment.recorded')).map(({ data }) => data);
      expect(audited.filter(({ subjectId }) => subjectId === orderId).map(({ action }) => action)).toEqual([
        'shipping.return.booked',
        'shipping.return.cancelled',
      ]);
    });
    const { awb } = (await book(id, courier)).body.pickup;
    await fixture.move(awb, 'picked_up');
    await eventually(async () => expect(await movesOf(id)).toContain('picked_up'));
    expect((await cancel()).body.code).toBe('PICKUP_COLLECTED');
  });

  it('is refused with a reason, and can be tried elsewhere then', async () => {
    const refusals = [
      [await book(createId(), 'shiprocket'), 404, 'RETURN_NOT_FOUND'],
      [await book(addReturn({ state: 'completed' }), 'shiprocket'), 409, 'RETURN_DECIDED'],
      [await book(addReturn(), 'shiprocket', '2020-01-01'), 400, 'VALIDATION_FAILED'],
      [await book(addReturn({ recipient: undefined }), 'delhivery'), 409, 'COURIER_REFUSED'],
    ] as const;
    for (const [{ status, body }, expected, code] of refusals) expect([status, body.code]).toEqual([expected, code]);
    const unserved = addReturn({ recipient: { ...HYDERABAD, pincode: '744101' } });
    for (const courier of both) expect((await book(unserved, courier)).body.code).toBe('COURIER_REFUSED');
    expect((await model().findById(unserved).lean())?.status).toBe('cancelled');
    const refused = ['RV-26-0042174', 'pending', 'cancelled'];
    expect(loggedOf(unserved)).toEqual([refused, refused]);
  });
});
