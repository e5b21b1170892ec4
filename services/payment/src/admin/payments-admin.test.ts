import type { PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { admin, createId, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';
import { buildRefund } from '../payments/payment.schema.js';
import { FakeOrders } from '../testing/fake-orders.js';

describe('payments admin', () => {
  let fixture: PaymentFixture;
  let orders: FakeOrders;

  beforeAll(async () => {
    fixture = await PaymentFixture.start({ ORDER_MATCH_MS: '3600000', REFUND_SWEEP_MS: '3600000' });
    orders = new FakeOrders(fixture);
  });
  afterAll(() => fixture.stop());
  afterEach(async () => {
    orders.isDown = false;
    await fixture.razorpay.faults();
  });

  const buildPaid = async (): Promise<OpenOrder & { paymentId: string }> => {
    const opened = await fixture.open();
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
    await fixture.verify(opened.userId, paid);
    return { ...opened, paymentId: paid.razorpay_payment_id };
  };
  const endGrace = ({ orderId }: OpenOrder) =>
    fixture.model.updateOne({ _id: orderId }, { $set: { 'captures.0.at': new Date(Date.now() - 61_000) } });
  const list = async (query: { problem?: PaymentProblem | 'any'; q?: string; page?: number } = {}) =>
    (await fixture.service.call('GET /payments/admin', { query }, admin)).body;
  const show = (orderId: string) =>
    fixture.service.call('GET /payments/admin/{orderId}', { params: { orderId } }, admin);
  const retry = (orderId: string) =>
    fixture.service.call('POST /payments/admin/{orderId}/retry', { params: { orderId } }, admin);
  const refund = (orderId: string, paymentId: string) =>
    fixture.service.call(
      'POST /payments/admin/{orderId}/refund',
      { params: { orderId }, body: { paymentId, reason: 'paid twice' } },
      admin,
    );
  const refundsOf = async (paymentId: string) =>
    (await fixture.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paymentId);

  it('reports captures without an order after a grace period, until there is one', async () => {
    const paid = await buildPaid();
    const idsOf = async () =>
      (await list({ problem: 'captured_without_order' })).payments.map(({ orderId }) => orderId);
    expect(await idsOf()).not.toContain(paid.orderId);
    await endGrace(paid);
    const before = (await list()).counts.captured_without_order;
    expect(await idsOf()).toContain(paid.orderId);
    expect((await show(paid.orderId)).body.payment).toMatchObject({
      amount: 4_999,
      problems: ['captured_without_order'],
      captures: [{ amount: 4_999, method: 'upi' }],
    });
    orders.set(paid.orderId, 'placed', 'Pending');
    expect(await idsOf()).not.toContain(paid.orderId);
    expect((await list()).counts.captured_without_order).toBe(before - 1);
    expect((await show(paid.orderId)).body.payment).toMatchObject({
      problems: [],
      order: { phase: 'placed', status: 'Pending', amount: 4_999 },
    });
    expect((await fixture.record(paid.orderId)).orderMatch).toBe('matched');
  });

  it('shows payments without orders while the order service is down', async () => {
    const paid = await buildPaid();
    orders.set(paid.orderId, 'placed', 'Pending');
    orders.isDown = true;
    const { status, body } = await show(paid.orderId);
    expect(status).toBe(200);
    expect(body.payment).not.toHaveProperty('order');
    expect(body.payment.problems).toEqual([]);
    expect((await refund(paid.orderId, paid.paymentId)).status).toBe(503);
    expect((await fixture.record(paid.orderId)).refunds).toEqual([]);
  }, 30_000);

  it('lists pending and failed refunds, and amount mismatches', async () => {
    const [pending, failed, mismatch] = [await buildPaid(), await buildPaid(), await buildPaid()];
    const entry = ({ paymentId }: { paymentId: string }, state: string, reason = 'cancelled') => ({
      key: `refund-${paymentId}`,
      paymentId,
      amountPaise: 499_900,
      state,
      reason,
      attempts: 1,
      nextAt: new Date(Date.now() + 3_600_000),
    });
    await fixture.model.updateOne({ _id: pending.orderId }, { $push: { refunds: entry(pending, 'requested') } });
    await fixture.model.updateOne({ _id: failed.orderId }, { $push: { refunds: entry(failed, 'failed') } });
    await fixture.model.updateOne(
      { _id: mismatch.orderId },
      { $push: { refunds: entry(mismatch, 'failed', 'amount does not fit the order') } },
    );
    expect((await list({ problem: 'refund_pending' })).payments.map(({ orderId }) => orderId)).toEqual([
      pending.orderId,
    ]);
    expect((await list({ problem: 'refund_failed' })).payments.map(({ orderId }) => orderId)).toEqual([
      mismatch.orderId,
      failed.orderId,
    ]);
    const { payments, counts } = await list({ problem: 'amount_mismatch' });
    expect(payments).toMatchObject([{ orderId: mismatch.orderId, problems: ['amount_mismatch', 'refund_failed'] }]);
    expect(counts).toMatchObject({ amount_mismatch: 1, refund_pending: 1, refund_failed: 2 });
    expect((await list({ problem: 'any' })).payments.map(({ orderId }) => orderId)).toEqual(
      expect.arrayContaining([pending.orderId, failed.orderId, mismatch.orderId]),
    );
    expect(await retry(pending.orderId)).toMatchObject({
      status: 200,
      body: { message: 'The refund was made.', payment: { refunds: [{ state: 'done' }], problems: [] } },
    });
    expect(await refundsOf(pending.paymentId)).toHaveLength(1);
  });

  it('finds payments by any of their ids, in pages', async () => {
    const paid = await buildPaid();
    const declined = `pay_${createId()}`;
    const razorpayRefundId = `rfnd_${createId()}`;
    await fixture.model.updateOne(
      { _id: paid.orderId },
      {
        $push: {
          failures: { paymentId: declined, reason: 'declined', at: new Date() },
          refunds: { ...buildRefund(paid.paymentId, paid.amountPaise, 'by hand'), state: 'done', razorpayRefundId },
        },
      },
    );
    for (const q of [
      paid.orderId,
      `#${paid.orderId.slice(-8)}`,
      paid.razorpayOrderId,
      paid.paymentId,
      declined,
      razorpayRefundId,
    ])
      expect((await list({ q })).payments.map(({ orderId }) => orderId)).toEqual([paid.orderId]);
    expect(await list({ q: 'pay_nobody' })).toMatchObject({ payments: [], total: 0, page: 1, pages: 1 });
    expect(await list({ q: '.*' })).toMatchObject({ payments: [], total: 0 });
    expect((await list({ page: 9_999 })).page).toBe((await list()).pages);
  });

  it('a retry records a capture that was not reported, once', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.pay(opened.razorpayOrderId);
    expect((await retry(opened.orderId)).body).toMatchObject({
      message: expect.stringContaining('missing capture was found'),
      payment: { captures: [{ amount: 4_999 }] },
    });
    await Promise.all([retry(opened.orderId), retry(opened.orderId)]);
    expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
    expect((await retry(createId())).body.code).toBe('PAYMENT_NOT_FOUND');
  });

  it('a retry publishes a capture again while it has no order', async () => {
    const paid = await buildPaid();
    await eventually(async () => expect((await fixture.record(paid.orderId)).outbox).toEqual([]));
    const published = await fixture.service.publishedCount('payment.captured');
    await retry(paid.orderId);
    await eventually(async () => expect(await fixture.service.publishedCount('payment.captured')).toBe(published + 1));
    orders.set(paid.orderId, 'placed', 'Pending');
    expect((await retry(paid.orderId)).body.message).toBe('Checked with Razorpay: nothing is missing.');
    await eventually(async () => expect((await fixture.record(paid.orderId)).outbox).toEqual([]));
    expect(await fixture.service.publishedCount('payment.captured')).toBe(published + 1);
  });

  it('a retry fails when Razorpay does not respond', async () => {
    const paid = await buildPaid();
    await fixture.razorpay.faults({ path: '/v1/', error_rate: 1, status: 503 });
    expect(await retry(paid.orderId)).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
  });

  it('refunds a payment once for simultaneous and repeated requests, with one audit entry', async () => {
    const paid = await buildPaid();
    const audited = await fixture.service.publishedCount('audit.payment.recorded');
    const responses = await Promise.all([refund(paid.orderId, paid.paymentId), refund(paid.orderId, paid.paymentId)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(paid.orderId, paid.paymentId)).body).toMatchObject({
      message: 'The payment was refunded.',
      payment: { refunds: [{ state: 'done', amount: 4_999, reason: 'paid twice (by shop@example.com)' }] },
    });
    expect(await refundsOf(paid.paymentId)).toHaveLength(1);
    await eventually(async () =>
      expect(await fixture.service.publishedCount('audit.payment.recorded')).toBe(audited + 1),
    );
  });

  it('refunds nothing while the order has or may get the payment, nor an unknown payment', async () => {
    const paid = await buildPaid();
    for (const [phase, status] of [['placed', 'Shipped'], ['paid'], ['checkout']] as const) {
      orders.set(paid.orderId, phase, status);
      expect(await refund(paid.orderId, paid.paymentId)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_IN_USE' },
      });
    }
    expect((await refund(paid.orderId, 'pay_nobody')).body.code).toBe('PAYMENT_NOT_FOUND');
    expect(await refundsOf(paid.paymentId)).toEqual([]);
    orders.set(paid.orderId, 'placed', 'Cancelled');
    expect((await refund(paid.orderId, paid.paymentId)).status).toBe(200);
    expect(await refundsOf(paid.paymentId)).toHaveLength(1);
  });

  it('is for admins only', async () => {
    const customer: Identity = { ...admin, role: 'user' };
    expect((await fixture.service.call('GET /payments/admin', {}, customer)).status).toBe(403);
  });
});
