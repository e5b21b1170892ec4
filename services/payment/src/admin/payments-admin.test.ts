import { getModelToken } from '@nestjs/mongoose';
import type { PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { admin, buildRefundEvent, createId, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';
import { buildRefund, CURRENCY, type PaymentRecord } from '../payments/payment.schema.js';
import { RETURN_REFUND, type ReturnRefundRecord } from '../refunds/return-refund.schema.js';
import { ReturnRefunds } from '../refunds/return-refunds.service.js';
import { OrderMatching } from './order-matching.service.js';
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
  const matchAll = () => fixture.service.app.get(OrderMatching).matchAll();
  const list = async (
    query: {
      problem?: PaymentProblem | 'any';
      q?: string;
      from?: string;
      to?: string;
      limit?: number;
      cursor?: string | undefined;
    } = {},
  ) => (await fixture.service.call('GET /payments/admin', { query }, admin)).body;
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
  const refundReturn = ({ orderId, paymentId }: OpenOrder & { paymentId: string }, amountPaise: number) =>
    fixture.service.app.get(ReturnRefunds).request(createId(), { orderId, paymentId, amountPaise });

  it('reports captures without an order after a grace period, until there is one, and publishes them once more', async () => {
    const paid = await buildPaid();
    const publishedOf = async () =>
      (await fixture.service.events('payment.captured')).filter(({ data }) => data.orderId === paid.orderId).length;
    await eventually(async () => expect(await publishedOf()).toBe(1));
    const idsOf = async () =>
      (await list({ problem: 'captured_without_order' })).payments.map(({ orderId }) => orderId);
    expect(await idsOf()).not.toContain(paid.orderId);
    await endGrace(paid);
    await matchAll();
    await eventually(async () => expect(await publishedOf()).toBe(2));
    await matchAll();
    const before = (await list()).counts.captured_without_order;
    expect(await idsOf()).toContain(paid.orderId);
    expect((await show(paid.orderId)).body.payment).toMatchObject({
      amount: 4_999,
      problems: ['captured_without_order'],
      captures: [{ amount: 4_999, method: 'upi' }],
    });
    orders.set(paid.orderId, 'placed', 'Pending');
    await matchAll();
    expect(await idsOf()).not.toContain(paid.orderId);
    expect((await list()).counts.captured_without_order).toBe(before - 1);
    expect((await show(paid.orderId)).body.payment).toMatchObject({
      problems: [],
      order: { phase: 'placed', status: 'Pending', amount: 4_999 },
    });
    expect([(await fixture.record(paid.orderId)).orderMatch, await publishedOf()]).toEqual(['matched', 2]);
  });

  it('reads the orders of one page at once, however many payments are unmatched', async () => {
    const at = new Date(Date.now() - 3_600_000);
    const template = await fixture.record((await buildPaid()).orderId);
    const unchecked = Array.from({ length: 2_000 }, (): PaymentRecord => {
      const capture = { paymentId: `pay_${createId()}`, method: 'upi', amountPaise: 499_900, currency: CURRENCY, at };
      return { ...template, _id: createId(), razorpayOrderId: `order_${createId()}`, captures: [capture], outbox: [] };
    });
    await fixture.model.insertMany(unchecked);
    const before = orders.stateRequests;
    const { payments } = await list();
    expect(payments).toHaveLength(25);
    expect(orders.stateRequests).toBe(before + 1);
    expect(payments.map(({ problems }) => problems.join())).toEqual(Array(25).fill('captured_without_order'));
    await fixture.model.deleteMany({ _id: { $in: unchecked.map(({ _id }) => _id) } });
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

  it('lists refunds of returns that are not made or failed at the bank, until they are made', async () => {
    const paid = await buildPaid();
    const { orderId, orderNumber, paymentId } = paid;
    orders.set(orderId, 'placed', 'Delivered');
    const before = (await list()).counts;
    const refund = { paymentId, amount: 1_000, reason: 'cancelled items or return' };
    const expectProblem = async (problem: 'refund_pending' | 'refund_failed', state: string) => {
      const { payments, counts } = await list({ problem, q: orderNumber });
      expect(payments).toMatchObject([{ orderId, problems: [problem], refunds: [{ ...refund, state }] }]);
      expect(counts).toEqual({ ...before, [problem]: before[problem] + 1 });
      for (const query of [{ problem }, { problem: 'any' as const }])
        expect((await list(query)).payments.map((one) => one.orderId)).toContain(orderId);
      expect((await show(orderId)).body.payment.refunds).toMatchObject([{ ...refund, state }]);
    };

    await fixture.razorpay.faults({ method: 'POST', path: `/v1/payments/${paymentId}/refund`, error_rate: 1 });
    await refundReturn(paid, 100_000);
    await expectProblem('refund_pending', 'requested');
    expect(await retry(orderId)).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
    await fixture.razorpay.simulate('/simulate/faults', { rules: [], webhook: 'never', refund: 'pending' });
    expect((await retry(orderId)).body).toMatchObject({
      message: 'The refund was made.',
      payment: { problems: [], refunds: [{ ...refund, state: 'done' }] },
    });
    const [{ id: refundId } = { id: '' }] = await refundsOf(paymentId);
    await fixture.razorpay.simulate('/simulate/refunds', { refund_id: refundId, outcome: 'failed' });
    await fixture.deliver(buildRefundEvent(paid, paymentId, refundId));
    await expectProblem('refund_failed', 'failed');
    expect((await retry(orderId)).body.message).toBe(
      'Razorpay has no other refund. Please make it at the Razorpay dashboard, then retry.',
    );

    const made = await fixture.razorpay.api(`/v1/payments/${paymentId}/refund`, { amount: 100_000 });
    await fixture.razorpay.simulate('/simulate/refunds', { refund_id: made.id, outcome: 'processed' });
    expect((await retry(orderId)).body.payment).toMatchObject({
      problems: [],
      refunds: [{ ...refund, state: 'done' }],
    });
    expect((await list()).counts).toEqual(before);
  });

  it('lists and counts a payment with several failed refunds once, on pages that later failures do not change', async () => {
    const [first, second, third] = [await buildPaid(), await buildPaid(), await buildPaid()];
    const returnRefunds = fixture.service.app.get<Model<ReturnRefundRecord>>(getModelToken(RETURN_REFUND));
    const fail = ({ orderId, paymentId }: typeof first) =>
      returnRefunds.create({
        _id: `return-${createId()}`,
        orderId,
        paymentId,
        amountPaise: 100,
        state: 'failed',
        attempts: 1,
        nextAt: new Date(),
        requestedAt: new Date(),
      });
    const before = await list({ problem: 'refund_failed' });
    for (const one of [first, second, second]) await fail(one);
    const refunds = { ...buildRefund(second.paymentId, second.amountPaise, 'cancelled'), state: 'failed' as const };
    await fixture.model.updateOne({ _id: second.orderId }, { $push: { refunds } });
    const page = await list({ problem: 'refund_failed', limit: 1 });
    const total = before.counts.refund_failed + 2;
    expect([page.total, page.counts.refund_failed]).toEqual([total, total]);
    await fail(third);
    const next = await list({ problem: 'refund_failed', limit: 100, cursor: page.nextCursor });
    expect([...page.payments, ...next.payments].map(({ orderId }) => orderId)).toEqual([
      second.orderId,
      first.orderId,
      ...before.payments.map(({ orderId }) => orderId),
    ]);
    expect(page.payments[0]?.refunds).toHaveLength(3);
    await returnRefunds.deleteMany({ orderId: { $in: [first, second, third].map(({ orderId }) => orderId) } });
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
    for (const q of [paid.orderId, paid.orderNumber, paid.razorpayOrderId, paid.paymentId, declined, razorpayRefundId])
      expect((await list({ q })).payments.map(({ orderId }) => orderId)).toEqual([paid.orderId]);
    expect(await list({ q: 'pay_nobody' })).toMatchObject({ payments: [], total: 0 });
    expect(await list({ q: '.*' })).toMatchObject({ payments: [], total: 0 });
    const all = (await list()).payments.map(({ orderId }) => orderId);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    expect([first, second].flatMap(({ payments }) => payments.map(({ orderId }) => orderId))).toEqual(all.slice(0, 2));
    expect([first.total, second.total]).toEqual([await fixture.model.countDocuments({}), undefined]);
    expect(await list({ problem: 'any', cursor: first.nextCursor })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists and counts the payments of a range of days in IST', async () => {
    const [last, first] = [await buildPaid(), await buildPaid()];
    // The last second of 14 January in IST, and the first one of 15 January.
    const at = (instant: string) => Types.ObjectId.createFromTime(Date.parse(instant) / 1_000).toHexString();
    const ids = [at('2020-01-14T18:29:59Z'), at('2020-01-14T18:30:00Z')];
    for (const [index, { orderId, paymentId, amountPaise }] of [last, first].entries()) {
      const refunds = [{ ...buildRefund(paymentId, amountPaise, 'by hand'), state: 'failed' as const }];
      const record = await fixture.record(orderId);
      await fixture.model.deleteOne({ _id: orderId });
      await fixture.model.create({ ...record, _id: ids[index], refunds });
    }
    const idsOf = async (from?: string, to?: string) =>
      (await list({ problem: 'refund_failed', ...(from ? { from } : {}), ...(to ? { to } : {}) })).payments.map(
        ({ orderId }) => orderId,
      );
    expect(await idsOf('2020-01-15', '2020-01-15')).toEqual([ids[1]]);
    expect(await idsOf(undefined, '2020-01-14')).toEqual([ids[0]]);
    expect(await idsOf('2020-01-14', '2020-01-15')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('2020-01-16', '2020-01-31')).toEqual([]);
    expect((await list({ from: '2020-01-15', to: '2020-01-15' })).counts.refund_failed).toBe(1);
    for (const query of [{ from: '2020-01-15', to: '2020-01-14' }, { from: '15/01/2020' }])
      expect((await fixture.service.call('GET /payments/admin', { query }, admin)).status).toBe(400);
    await fixture.model.deleteMany({ _id: { $in: ids } });
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

  it('has no problem and no full refund once all items were cancelled one by one', async () => {
    const paid = await buildPaid();
    orders.set(paid.orderId, 'placed', 'Cancelled');
    const cancelItems = async (amountPaise: number) => {
      const before = (await refundsOf(paid.paymentId)).length;
      await fixture.cancelItems(paid, paid.paymentId, amountPaise);
      await eventually(async () => expect(await refundsOf(paid.paymentId)).toHaveLength(before + 1));
    };
    await endGrace(paid);
    await cancelItems(200_000);
    await matchAll();
    expect((await show(paid.orderId)).body.payment.problems).toEqual(['captured_without_order']);
    await cancelItems(299_900);
    expect((await show(paid.orderId)).body.payment.problems).toEqual([]);
    await matchAll();
    expect(await fixture.record(paid.orderId)).not.toHaveProperty('orderMatch');
    expect(await refund(paid.orderId, paid.paymentId)).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_IN_USE', message: expect.stringContaining('were refunded already') },
    });
    expect((await retry(paid.orderId)).body.message).toBe('Checked with Razorpay: nothing is missing.');
    expect((await fixture.record(paid.orderId)).refunds).toEqual([]);
  });

  it('has a second capture without an order, also when all items that the first one paid for were returned', async () => {
    const paid = await buildPaid();
    orders.set(paid.orderId, 'placed', 'Delivered');
    const second = { paymentId: `pay_${createId()}`, method: 'upi', amountPaise: paid.amountPaise, currency: CURRENCY };
    await fixture.model.updateOne({ _id: paid.orderId }, { $push: { captures: { ...second, at: new Date() } } });
    await endGrace(paid);
    await refundReturn(paid, paid.amountPaise);
    await matchAll();
    expect((await fixture.record(paid.orderId)).orderMatch).toBe('missing');
  });

  it('is for admins only', async () => {
    const customer: Identity = { ...admin, role: 'user' };
    expect((await fixture.service.call('GET /payments/admin', {}, customer)).status).toBe(403);
  });
});
