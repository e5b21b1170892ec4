import { getModelToken } from '@nestjs/mongoose';
import { signWebhook } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { admin, buildPaymentEvent, PaymentFixture } from '../testing/payment-fixture.js';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';
import { FORGED_SLOTS } from './delivery-log.js';

describe('webhook deliveries', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start({ WEBHOOK_RETENTION_DAYS: '30' });
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const model = () => fixture.service.app.get<Model<DeliveryRecord>>(getModelToken(DELIVERY));
  const list = async (query: { outcome?: DeliveryRecord['outcome']; orderId?: string } = {}) =>
    (await fixture.service.call('GET /payments/deliveries', { query }, admin)).body;
  const replay = (id: string) =>
    fixture.service.call('POST /payments/deliveries/{id}/replay', { params: { id } }, admin);

  it('expire after the days of the setting', async () => {
    await eventually(async () =>
      expect(await model().collection.indexes()).toContainEqual(
        expect.objectContaining({ key: { receivedAt: 1 }, expireAfterSeconds: 30 * 86_400 }),
      ),
    );
  });

  it('are logged with their outcome and shown with the payment', async () => {
    const opened = await fixture.open();
    const body = await fixture.buildPaidEvent(opened);
    await fixture.deliver(body, { eventId: 'd1' });
    await eventually(async () => expect((await list({ orderId: opened.orderId })).total).toBe(1));
    await fixture.deliver(body, { eventId: 'd1' });
    await fixture.deliver({ event: 'subscription.charged', payload: {} });
    await fixture.deliver({ event: 'payment.captured', payload: { odd: true } });
    await eventually(async () =>
      expect((await list()).deliveries.map(({ outcome }) => outcome).sort()).toEqual([
        'handled',
        'ignored',
        'repeated',
        'unreadable',
      ]),
    );
    const { body: shown } = await fixture.service.call(
      'GET /payments/admin/{orderId}',
      { params: { orderId: opened.orderId } },
      admin,
    );
    expect(shown.deliveries.map(({ outcome }) => outcome)).toEqual(['repeated', 'handled']);
    expect(shown.deliveries[0]).toMatchObject({
      eventId: 'd1',
      event: 'payment.captured',
      razorpayOrderId: opened.razorpayOrderId,
    });
    expect(JSON.stringify(shown)).not.toContain(signWebhook(JSON.stringify(body)));
  });

  it('can be replayed without repeating their effect', async () => {
    const opened = await fixture.open();
    await fixture.deliver(await fixture.buildPaidEvent(opened), { eventId: 'd2' });
    await eventually(async () => expect((await list({ orderId: opened.orderId })).total).toBe(1));
    const _id = (await list({ orderId: opened.orderId })).deliveries[0]?._id ?? '';
    // The capture was lost.
    await fixture.model.updateOne({ _id: opened.orderId }, { $set: { captures: [], state: 'created' } });
    expect(await replay(_id)).toMatchObject({ status: 200, body: { delivery: { _id, outcome: 'handled' } } });
    expect((await replay(_id)).status).toBe(200);
    expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
    await eventually(async () =>
      expect((await fixture.service.events('audit.payment.recorded')).map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ action: 'delivery.replayed', subjectId: opened.orderId }),
      ),
    );
    expect(await replay('nothing')).toMatchObject({ status: 404, body: { code: 'DELIVERY_NOT_FOUND' } });
  });

  it('that failed show the error, and can be replayed when Razorpay is back', async () => {
    const opened = await fixture.open();
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
    const body = buildPaymentEvent(opened, { status: 'authorized', event: 'payment.authorized' });
    body.payload.payment.entity.id = paid.razorpay_payment_id;
    await fixture.razorpay.faults({ path: '/v1/payments', error_rate: 1, status: 503 });
    expect(await fixture.deliver(body)).toBe(503);
    await eventually(async () =>
      expect((await list({ outcome: 'failed' })).deliveries).toMatchObject([
        { razorpayPaymentId: paid.razorpay_payment_id, error: expect.stringContaining('503') },
      ]),
    );
    const _id = (await list({ outcome: 'failed' })).deliveries[0]?._id ?? '';
    expect((await replay(_id)).status).toBe(503);
    await fixture.razorpay.faults();
    const { body: replayed } = await replay(_id);
    expect(replayed.delivery.outcome).toBe('handled');
    expect(replayed.delivery).not.toHaveProperty('error');
    expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
  });

  it('that are forged are logged in few documents without their content, and cannot be replayed', async () => {
    const opened = await fixture.open();
    const body = { ...buildPaymentEvent(opened), note: 'x'.repeat(100_000) };
    for (let count = 0; count < 40; count += 1)
      expect(await fixture.deliver(body, { signature: 'f'.repeat(64) })).toBe(400);
    await eventually(async () => expect((await list({ outcome: 'forged' })).total).toBeGreaterThan(0));
    const forged = await model().find({ outcome: 'forged' }).lean<DeliveryRecord[]>().exec();
    expect(forged.length).toBeLessThanOrEqual(FORGED_SLOTS);
    for (const { _id } of forged) expect(_id).toMatch(/^forged-\d{1,3}$/);
    expect(JSON.stringify(forged)).not.toContain('xxx');
    expect(await replay(forged[0]?._id ?? '')).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_SIGNATURE_INVALID' },
    });
  });

  it('that were inserted into the database cannot be replayed', async () => {
    const opened = await fixture.open();
    await model().create({
      _id: 'planted',
      event: 'payment.captured',
      outcome: 'handled',
      receivedAt: new Date(),
      raw: JSON.stringify(buildPaymentEvent(opened)),
      signature: '0'.repeat(64),
    });
    expect((await replay('planted')).body.code).toBe('PAYMENT_SIGNATURE_INVALID');
    expect((await fixture.record(opened.orderId)).captures).toEqual([]);
  });

  it('are handled even if they cannot be logged', async () => {
    const opened = await fixture.open();
    // An index that rejects the log entries.
    await model().collection.createIndex(
      { event: 1 },
      { unique: true, name: 'conflicting', partialFilterExpression: { event: 'order.paid' } },
    );
    const first = await fixture.buildPaidEvent(opened, 'order.paid');
    const other = await fixture.open();
    expect([
      await fixture.deliver(first),
      await fixture.deliver(await fixture.buildPaidEvent(other, 'order.paid')),
    ]).toEqual([200, 200]);
    expect((await fixture.record(other.orderId)).captures).toHaveLength(1);
    await model().collection.dropIndex('conflicting');
  });
});
