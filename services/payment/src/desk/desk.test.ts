import type { PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { FakeOrders } from '../testing/fake-orders.js';
import { anId, type Opened, PaymentBench } from '../testing/payment-bench.js';
import { newRefund } from '../refunds/refund-entry.js';
import { Standings } from './standings.js';

const admin: Identity = { id: anId(), role: 'admin', name: 'Shop', email: 'shop@example.com' };

describe('captures of a release that knew of no desk', () => {
  it('are compared with the orders as well', async () => {
    const bench = await PaymentBench.start({ DESK_SWEEP_MS: '3600000' });
    try {
      const orders = new FakeOrders(bench);
      const [placed, lost] = [anId(), anId()];
      orders.set(placed, 'placed', 'Delivered');
      const old = (orderId: string) => ({
        _id: orderId,
        userId: anId(),
        amountPaise: 100,
        currency: 'INR',
        razorpayOrderId: `order_${orderId}`,
        state: 'captured',
        refunds: [],
        failures: [],
        webhookEvents: [],
        checks: 0,
        createdAt: new Date(0),
        captures: [{ paymentId: `pay_${orderId}`, method: 'upi', amountPaise: 100, currency: 'INR', at: new Date(0) }],
        outbox: [],
      });
      await bench.model.insertMany([old(placed), old(lost)]);
      await bench.service.app.get(Standings).round();
      expect([(await bench.record(placed)).standing, (await bench.record(lost)).standing]).toEqual([
        'stands',
        'missing',
      ]);
    } finally {
      await bench.stop();
    }
  });
});

describe('the payments desk', () => {
  let bench: PaymentBench;
  let orders: FakeOrders;

  beforeAll(async () => {
    bench = await PaymentBench.start({ DESK_SWEEP_MS: '3600000', REFUND_SWEEP_MS: '3600000' });
    orders = new FakeOrders(bench);
  });
  afterAll(() => bench.stop());
  afterEach(async () => {
    orders.away = false;
    await bench.razorpay.faults();
  });

  const aPaid = async (): Promise<Opened & { paymentId: string }> => {
    const opened = await bench.open();
    const paid = await bench.razorpay.pay(opened.razorpayOrderId);
    await bench.verify(opened.userId, paid);
    return { ...opened, paymentId: paid.razorpay_payment_id };
  };
  /** The grace is over. */
  const wait = ({ orderId }: Opened) =>
    bench.model.updateOne({ _id: orderId }, { $set: { 'captures.0.at': new Date(Date.now() - 61_000) } });
  const list = async (query: { problem?: PaymentProblem | 'any'; q?: string; page?: number } = {}) =>
    (await bench.service.call('GET /payments/admin', { query }, admin)).body;
  const show = (orderId: string) => bench.service.call('GET /payments/admin/{orderId}', { params: { orderId } }, admin);
  const retry = (orderId: string) =>
    bench.service.call('POST /payments/admin/{orderId}/retry', { params: { orderId } }, admin);
  const refund = (orderId: string, paymentId: string) =>
    bench.service.call(
      'POST /payments/admin/{orderId}/refund',
      { params: { orderId }, body: { paymentId, reason: 'paid twice' } },
      admin,
    );
  const refundsOf = async (paymentId: string) =>
    (await bench.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paymentId);

  it('calls people for money without an order, after a grace, until there is one', async () => {
    const paid = await aPaid();
    const idsOf = async () =>
      (await list({ problem: 'captured_without_order' })).payments.map(({ orderId }) => orderId);
    expect(await idsOf()).not.toContain(paid.orderId);
    await wait(paid);
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
    expect((await bench.record(paid.orderId)).standing).toBe('stands');
  });

  it('shows payments without their orders while the order service is away', async () => {
    const paid = await aPaid();
    orders.set(paid.orderId, 'placed', 'Pending');
    orders.away = true;
    const { status, body } = await show(paid.orderId);
    expect(status).toBe(200);
    expect(body.payment).not.toHaveProperty('order');
    expect(body.payment.problems).toEqual([]);
    expect((await refund(paid.orderId, paid.paymentId)).status).toBe(503);
    expect((await bench.record(paid.orderId)).refunds).toEqual([]);
  }, 30_000);

  it('lists refunds that are pending or failed, and money that does not fit', async () => {
    const [pending, failed, mismatch] = [await aPaid(), await aPaid(), await aPaid()];
    const entry = ({ paymentId }: { paymentId: string }, state: string, reason = 'cancelled') => ({
      key: `refund-${paymentId}`,
      paymentId,
      amountPaise: 499_900,
      state,
      reason,
      attempts: 1,
      nextAt: new Date(Date.now() + 3_600_000),
    });
    await bench.model.updateOne({ _id: pending.orderId }, { $push: { refunds: entry(pending, 'requested') } });
    await bench.model.updateOne({ _id: failed.orderId }, { $push: { refunds: entry(failed, 'failed') } });
    await bench.model.updateOne(
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
    const again = await retry(pending.orderId);
    expect(again).toMatchObject({
      status: 200,
      body: { message: 'The refund has been made.', payment: { refunds: [{ state: 'done' }], problems: [] } },
    });
    expect(await refundsOf(pending.paymentId)).toHaveLength(1);
  });

  it('finds payments by any of their ids, page by page', async () => {
    const paid = await aPaid();
    const declined = `pay_${anId()}`;
    const razorpayRefundId = `rfnd_${anId()}`;
    await bench.model.updateOne(
      { _id: paid.orderId },
      {
        $push: {
          failures: { paymentId: declined, reason: 'declined', at: new Date() },
          refunds: { ...newRefund(paid.paymentId, paid.amountPaise, 'by hand'), state: 'done', razorpayRefundId },
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

  it('asks Razorpay again: money of which nobody told is noticed, once', async () => {
    const opened = await bench.open();
    await bench.razorpay.pay(opened.razorpayOrderId);
    expect((await retry(opened.orderId)).body).toMatchObject({
      message: expect.stringContaining('had not noticed'),
      payment: { captures: [{ amount: 4_999 }] },
    });
    await Promise.all([retry(opened.orderId), retry(opened.orderId)]);
    expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
    expect((await retry(anId())).body.code).toBe('PAYMENT_NOT_FOUND');
  });

  it('tells the order again of money that it has not', async () => {
    const paid = await aPaid();
    await eventually(async () => expect((await bench.record(paid.orderId)).outbox).toEqual([]));
    const told = await bench.service.publishedCount('payment.captured');
    await retry(paid.orderId);
    await eventually(async () => expect(await bench.service.publishedCount('payment.captured')).toBe(told + 1));
    orders.set(paid.orderId, 'placed', 'Pending');
    expect((await retry(paid.orderId)).body.message).toBe('Razorpay was asked. Nothing is missing.');
    await eventually(async () => expect((await bench.record(paid.orderId)).outbox).toEqual([]));
    expect(await bench.service.publishedCount('payment.captured')).toBe(told + 1);
  });

  it('says so when Razorpay does not answer', async () => {
    const paid = await aPaid();
    await bench.razorpay.faults({ path: '/v1/', error_rate: 1, status: 503 });
    expect(await retry(paid.orderId)).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
  });

  it('gives a payment back once, however often and by how many it is asked, and tells the audit log who did it', async () => {
    const paid = await aPaid();
    const noted = await bench.service.publishedCount('audit.recorded');
    const answers = await Promise.all([refund(paid.orderId, paid.paymentId), refund(paid.orderId, paid.paymentId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(paid.orderId, paid.paymentId)).body).toMatchObject({
      message: 'The payment has been given back.',
      payment: { refunds: [{ state: 'done', amount: 4_999, reason: 'paid twice (by shop@example.com)' }] },
    });
    expect(await refundsOf(paid.paymentId)).toHaveLength(1);
    await eventually(async () => expect(await bench.service.publishedCount('audit.recorded')).toBe(noted + 1));
  });

  it('gives nothing back while an order stands or may still come to, nor what never came', async () => {
    const paid = await aPaid();
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

  it('is for admins', async () => {
    const somebody: Identity = { ...admin, role: 'user' };
    expect((await bench.service.call('GET /payments/admin', {}, somebody)).status).toBe(403);
  });
});
