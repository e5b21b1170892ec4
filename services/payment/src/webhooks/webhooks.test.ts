import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { CURRENCY } from '../payments/payment.schema.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { admin, buildPaymentEvent, buildRefundEvent, createId, PaymentFixture } from '../testing/payment-fixture.js';

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
    expect(await fixture.deliver(JSON.stringify(await fixture.buildPaidEvent(opened), null, 3))).toBe(200);
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
    const body = await fixture.buildPaidEvent(opened);
    const { id } = body.payload.payment.entity;
    const statuses = [
      await fixture.deliver(body, { eventId: 'e1' }),
      await fixture.deliver(body, { eventId: 'e1' }),
      await fixture.deliver(body),
      await fixture.deliver(buildPaymentEvent(opened, { id, event: 'order.paid' }), { eventId: 'e2' }),
    ];
    expect(statuses).toEqual([200, 200, 200, 200]);
    // Events without news are not stored.
    expect(await fixture.record(opened.orderId)).toMatchObject({
      captures: [{ paymentId: id }],
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
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
    const body = buildPaymentEvent(opened, { id: paid.razorpay_payment_id });
    const { id } = await fixture.razorpay.api(`/v1/payments/${paid.razorpay_payment_id}/refund`, {});
    const refund = buildRefundEvent(opened, paid.razorpay_payment_id, id);
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
    await expect(fixture.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
    expect(await fixture.service.publishedCount('payment.captured')).toBe(published);
  });

  describe('with the webhook secret in the wrong hands', () => {
    const outcomeOf = async (orderId: string) =>
      eventually(async () => {
        const query = { orderId };
        const { deliveries } = (await fixture.service.call('GET /payments/deliveries', { query }, admin)).body;
        expect(deliveries).not.toEqual([]);
        return deliveries[0]?.outcome;
      });

    it('a signed event of a payment that Razorpay does not have captures nothing', async () => {
      const published = await fixture.service.publishedCount('payment.captured');
      for (const event of ['payment.captured', 'payment.authorized', 'order.paid']) {
        const opened = await fixture.open();
        expect(await fixture.deliver(buildPaymentEvent(opened, { event }), { eventId: `forged-${event}` })).toBe(200);
        expect(await fixture.record(opened.orderId)).toMatchObject({
          state: 'created',
          captures: [],
          webhookEvents: [],
        });
        expect(await outcomeOf(opened.orderId)).toBe('ignored');
      }
      expect(await fixture.service.publishedCount('payment.captured')).toBe(published);
    });

    it('a signed event cannot turn a failed payment or one of another order into a capture', async () => {
      const failed = await fixture.open();
      await fixture.razorpay.pay(failed.razorpayOrderId, { outcome: 'failed' });
      const { payments } = await fixture.razorpay.state();
      const id = payments.find(({ order_id }) => order_id === failed.razorpayOrderId)?.id ?? '';
      expect(await fixture.deliver(buildPaymentEvent(failed, { id }))).toBe(200);
      expect(await fixture.record(failed.orderId)).toMatchObject({ captures: [], failures: [{ paymentId: id }] });

      const expensive = await fixture.open(8_500_000);
      const cheap = await fixture.open(100);
      const paid = await fixture.razorpay.pay(cheap.razorpayOrderId);
      await fixture.deliver(buildPaymentEvent(expensive, { id: paid.razorpay_payment_id }));
      expect((await fixture.record(expensive.orderId)).captures).toEqual([]);
    });

    it('a signed refund that Razorpay does not have is not recorded', async () => {
      const published = await fixture.service.publishedCount('payment.refunded');
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
      await fixture.verify(opened.userId, paid);
      for (const event of ['refund.created', 'refund.processed', 'refund.failed'])
        expect(
          await fixture.deliver(buildRefundEvent(opened, paid.razorpay_payment_id, `rfnd_${createId()}`, event)),
        ).toBe(200);
      expect((await fixture.record(opened.orderId)).refunds).toEqual([]);
      expect(await fixture.service.publishedCount('payment.refunded')).toBe(published);
    });

    it('an event is delivered again while Razorpay is unavailable', async () => {
      const opened = await fixture.open();
      const body = await fixture.buildPaidEvent(opened);
      await fixture.razorpay.faults({ path: '/v1/payments', drop: 'before' });
      expect(await fixture.deliver(body)).toBe(503);
      expect((await fixture.record(opened.orderId)).captures).toEqual([]);
      await fixture.razorpay.faults();
      expect(await fixture.deliver(body)).toBe(200);
      expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
    });
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
      .createOrder(opened.orderId, opened.orderId, 200_000, CURRENCY);
    await fixture.model.create({
      _id: opened.orderId,
      orderNumber: 'RV-26-0042174',
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
