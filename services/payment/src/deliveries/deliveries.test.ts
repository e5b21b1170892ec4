import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { signWebhook } from '@rangavalli/service-kit/testing/razorpay-stand-in';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { anId, type Opened, PaymentBench } from '../testing/payment-bench.js';
import { DELIVERY, type DeliveryRecord } from './delivery.schema.js';
import { FORGED_PLACES } from './delivery-notes.js';

const admin: Identity = { id: anId(), role: 'admin', name: 'Shop', email: 'shop@example.com' };

describe('webhook deliveries', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const model = () => bench.service.app.get<Model<DeliveryRecord>>(getModelToken(DELIVERY));
  const captured = ({ razorpayOrderId, amountPaise }: Opened, status = 'captured', event = 'payment.captured') => ({
    event,
    payload: {
      payment: {
        entity: {
          id: `pay_${anId()}`,
          order_id: razorpayOrderId,
          amount: amountPaise,
          currency: 'INR',
          status,
          method: 'card',
        },
      },
    },
  });
  const list = async (query: { outcome?: DeliveryRecord['outcome']; orderId?: string } = {}) =>
    (await bench.service.call('GET /payments/deliveries', { query }, admin)).body;
  const replay = (id: string) => bench.service.call('POST /payments/deliveries/{id}/replay', { params: { id } }, admin);

  it('are noted with what became of them, and shown with the payment', async () => {
    const opened = await bench.open();
    const body = captured(opened);
    await bench.deliver(body, { eventId: 'd1' });
    await eventually(async () => expect((await list({ orderId: opened.orderId })).total).toBe(1));
    await bench.deliver(body, { eventId: 'd1' });
    await bench.deliver({ event: 'subscription.charged', payload: {} });
    await bench.deliver({ event: 'payment.captured', payload: { odd: true } });
    await eventually(async () =>
      expect((await list()).deliveries.map(({ outcome }) => outcome).sort()).toEqual([
        'handled',
        'ignored',
        'repeated',
        'unreadable',
      ]),
    );
    const { body: shown } = await bench.service.call(
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

  it('are handled once more, and nothing is done twice', async () => {
    const opened = await bench.open();
    await bench.deliver(captured(opened), { eventId: 'd2' });
    await eventually(async () => expect((await list({ orderId: opened.orderId })).total).toBe(1));
    const [{ _id = '' } = {}] = (await list({ orderId: opened.orderId })).deliveries;
    // As if the record of it had been lost.
    await bench.model.updateOne({ _id: opened.orderId }, { $set: { captures: [], state: 'created' } });
    expect(await replay(_id)).toMatchObject({ status: 200, body: { delivery: { _id, outcome: 'handled' } } });
    expect((await replay(_id)).status).toBe(200);
    expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
    expect(await replay('nothing')).toMatchObject({ status: 404, body: { code: 'DELIVERY_NOT_FOUND' } });
  });

  it('that failed say why, and are handled when Razorpay is back', async () => {
    const opened = await bench.open();
    const paid = await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
    const body = captured(opened, 'authorized', 'payment.authorized');
    body.payload.payment.entity.id = paid.razorpay_payment_id;
    await bench.razorpay.faults({ path: '/v1/payments', error_rate: 1, status: 503 });
    expect(await bench.deliver(body)).toBe(503);
    await eventually(async () =>
      expect((await list({ outcome: 'failed' })).deliveries).toMatchObject([
        { razorpayPaymentId: paid.razorpay_payment_id, error: expect.stringContaining('503') },
      ]),
    );
    const [{ _id = '' } = {}] = (await list({ outcome: 'failed' })).deliveries;
    expect((await replay(_id)).status).toBe(503);
    await bench.razorpay.faults();
    const { body: answer } = await replay(_id);
    expect(answer.delivery.outcome).toBe('handled');
    expect(answer.delivery).not.toHaveProperty('error');
    expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
  });

  it('that are forged are noted in few places, without a word of theirs, and never handled', async () => {
    const opened = await bench.open();
    const body = { ...captured(opened), note: 'x'.repeat(100_000) };
    for (let count = 0; count < 40; count += 1)
      expect(await bench.deliver(body, { signature: 'f'.repeat(64) })).toBe(400);
    await eventually(async () => expect((await list({ outcome: 'forged' })).total).toBeGreaterThan(0));
    const forged = await model().find({ outcome: 'forged' }).lean<DeliveryRecord[]>().exec();
    expect(forged.length).toBeLessThanOrEqual(FORGED_PLACES);
    for (const { _id } of forged) expect(_id).toMatch(/^forged-\d{1,3}$/);
    expect(JSON.stringify(forged)).not.toContain('xxx');
    expect(await replay(forged[0]?._id ?? '')).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_SIGNATURE_INVALID' },
    });
  });

  it('put into the database by other ways are not believed', async () => {
    const opened = await bench.open();
    await model().create({
      _id: 'planted',
      event: 'payment.captured',
      outcome: 'handled',
      receivedAt: new Date(),
      raw: JSON.stringify(captured(opened)),
      signature: '0'.repeat(64),
    });
    expect((await replay('planted')).body.code).toBe('PAYMENT_SIGNATURE_INVALID');
    expect((await bench.record(opened.orderId)).captures).toEqual([]);
  });

  it('are handled all the same when they cannot be noted', async () => {
    const opened = await bench.open();
    // A rule of the database that no note fits.
    await model().collection.createIndex(
      { event: 1 },
      { unique: true, name: 'in_the_way', partialFilterExpression: { event: 'order.paid' } },
    );
    const first = captured(opened, 'captured', 'order.paid');
    const other = await bench.open();
    expect([await bench.deliver(first), await bench.deliver(captured(other, 'captured', 'order.paid'))]).toEqual([
      200, 200,
    ]);
    expect((await bench.record(other.orderId)).captures).toHaveLength(1);
    await model().collection.dropIndex('in_the_way');
  });
});
