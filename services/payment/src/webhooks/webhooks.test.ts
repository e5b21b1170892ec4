import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { CURRENCY } from '../payments/payment.schema.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { buildPaymentEvent, createId, PaymentFixture } from '../testing/payment-fixture.js';

describe('webhooks', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  it('accepts deliveries of Razorpay, whose raw body is verified', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.pay(opened.razorpayOrderId, { webhook: 'once' });
    await eventually(async () =>
      expect(await fixture.record(opened.orderId)).toMatchObject({
        state: 'captured',
        captures: [{ amountPaise: opened.amountPaise, method: 'upi' }],
      }),
    );
  });

  it('accepts a body with unusual whitespace when its bytes were signed', async () => {
    const opened = await fixture.open();
    expect(await fixture.deliver(JSON.stringify(buildPaymentEvent(opened), null, 3))).toBe(200);
    expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
  });

  it.each(['', 'x', 'f'.repeat(64)])('rejects the signature %p, whatever the body', async (signature) => {
    const opened = await fixture.open();
    expect(await fixture.deliver(buildPaymentEvent(opened), { signature })).toBe(400);
    expect(await fixture.deliver({ nothing: 'known' }, { signature })).toBe(400);
    expect((await fixture.record(opened.orderId)).captures).toEqual([]);
  });

  it('records and publishes a capture once for repeated events and for order.paid', async () => {
    const before = await fixture.service.publishedCount('payment.captured');
    const opened = await fixture.open();
    const body = buildPaymentEvent(opened, { id: 'pay_once' });
    const statuses = [
      await fixture.deliver(body, { eventId: 'e1' }),
      await fixture.deliver(body, { eventId: 'e1' }),
      await fixture.deliver(body),
      await fixture.deliver(buildPaymentEvent(opened, { id: 'pay_once', event: 'order.paid' }), { eventId: 'e2' }),
    ];
    expect(statuses).toEqual([200, 200, 200, 200]);
    // Events without news are not stored.
    expect(await fixture.record(opened.orderId)).toMatchObject({
      captures: [{ paymentId: 'pay_once' }],
      webhookEvents: ['e1'],
    });
    await eventually(async () => expect(await fixture.service.publishedCount('payment.captured')).toBe(before + 1));
  });

  it('captures authorised money', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized', webhook: 'once' });
    await eventually(async () => expect((await fixture.record(opened.orderId)).captures).toHaveLength(1));
    expect((await fixture.razorpay.state()).orders.find(({ id }) => id === opened.razorpayOrderId)).toMatchObject({
      status: 'paid',
    });
  });

  it('captures authorised money at a later delivery when Razorpay was down', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.faults({ path: '/v1/payments', drop: 'before', times: 2 });
    await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized', webhook: 'once' });
    await eventually(async () => expect((await fixture.record(opened.orderId)).captures).toHaveLength(1));
  });

  it('money that was refunded by hand before its capture was reported pays for no order', async () => {
    const published = await fixture.service.publishedCount('payment.captured');
    const opened = await fixture.open();
    const body = buildPaymentEvent(opened);
    const refund = {
      event: 'refund.created',
      payload: {
        payment: body.payload.payment,
        refund: {
          entity: {
            id: `rfnd_${createId()}`,
            payment_id: body.payload.payment.entity.id,
            amount: opened.amountPaise,
            status: 'processed',
          },
        },
      },
    };
    expect([
      await fixture.deliver(refund),
      await fixture.deliver(body),
      await fixture.deliver(refund),
      await fixture.deliver(body),
    ]).toEqual([200, 200, 200, 200]);
    await eventually(async () =>
      expect(await fixture.record(opened.orderId)).toMatchObject({
        state: 'created',
        captures: [],
        refunds: [{ state: 'done', amountPaise: opened.amountPaise }],
        outbox: [],
      }),
    );
    const next = await fixture.razorpay.pay(opened.razorpayOrderId);
    await fixture.verify(opened.userId, next);
    await eventually(async () => expect(await fixture.service.publishedCount('payment.captured')).toBe(published + 1));
  });

  it('records a failure once and leaves the order payable', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'failed', webhook: 'twice' });
    await eventually(async () => expect((await fixture.record(opened.orderId)).failures).toHaveLength(1));
    await fixture.razorpay.pay(opened.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect((await fixture.record(opened.orderId)).state).toBe('captured'));
  });

  it('accepts and ignores other events and unknown orders', async () => {
    expect(await fixture.deliver({ event: 'subscription.charged', payload: {} })).toBe(200);
    expect(await fixture.deliver(buildPaymentEvent({ razorpayOrderId: 'order_foreign', amountPaise: 100 }))).toBe(200);
    expect(await fixture.deliver({ event: 'payment.captured', payload: { odd: true } })).toBe(200);
  });

  it('refunds money of another amount than the order', async () => {
    const opened = { orderId: createId(), userId: createId() };
    const { id: razorpayOrderId } = await fixture.service.app
      .get(RazorpayClient)
      .createOrder(opened.orderId, 200_000, CURRENCY);
    await fixture.model.create({
      _id: opened.orderId,
      userId: opened.userId,
      amountPaise: 300_000,
      currency: CURRENCY,
      razorpayOrderId,
      state: 'created',
      createdAt: new Date(),
    });
    const paid = await fixture.razorpay.pay(razorpayOrderId);
    await expect(fixture.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    await fixture.razorpay.replay(paid.razorpay_payment_id);
    await eventually(async () =>
      expect(
        (await fixture.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id),
      ).toHaveLength(1),
    );
    expect(await fixture.record(opened.orderId)).toMatchObject({
      state: 'created',
      refunds: [{ amountPaise: 200_000 }],
    });
  });
});
