import { getModelToken } from '@nestjs/mongoose';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { FakeOrders } from '../testing/fake-orders.js';
import { createId, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';
import { REFUND_DAY, type RefundDayRecord } from './refund-limits.schema.js';

const LIMIT_PAISE = 400_000;

describe('refunds by staff', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start({
      RATE_LIMIT: 'on',
      REFUND_APPROVAL_ABOVE_PAISE: String(LIMIT_PAISE),
      REFUND_DAILY_COUNT: '2',
      ORDER_MATCH_MS: '3600000',
      REFUND_SWEEP_MS: '3600000',
    });
    void new FakeOrders(fixture);
  });
  afterAll(() => fixture.stop());

  type Paid = OpenOrder & { paymentId: string };
  const hire = (role: Identity['role'], name = 'Asha') =>
    buildIdentity({ id: createId(), role, name, email: `${name.toLowerCase()}@example.com` });
  const owner = hire('owner', 'Meera');
  const buildPaid = async (amountPaise: number): Promise<Paid> => {
    const opened = await fixture.open(amountPaise);
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
    await fixture.verify(opened.userId, paid);
    return { ...opened, paymentId: paid.razorpay_payment_id };
  };
  const refund = ({ orderId, paymentId }: Paid, as: Identity) =>
    fixture.service.call(
      'POST /payments/admin/{orderId}/refund',
      { params: { orderId }, body: { paymentId, reason: 'damaged' } },
      as,
    );
  const approve = (id: string, as: Identity) =>
    fixture.service.call('POST /payments/approvals/{id}/approve', { params: { id } }, as);
  const reject = (id: string, as: Identity) =>
    fixture.service.call('POST /payments/approvals/{id}/reject', { params: { id }, body: { note: 'No photo' } }, as);
  const list = async (state?: 'pending' | 'approved' | 'rejected') =>
    (await fixture.service.call('GET /payments/approvals', { query: state ? { state } : {} }, owner)).body.approvals;
  const cancel = ({ orderId, orderNumber, userId, amountPaise, paymentId }: Paid, staff?: Identity) =>
    fixture.service.publish('order.cancelled', {
      orderId,
      customer: {},
      orderNumber,
      userId,
      amountPaise,
      razorpayPaymentId: paymentId,
      holdId: `${orderId}:1`,
      lines: [],
      by: 'someone@example.com',
      ...(staff ? { staff: { id: staff.id, name: staff.name, role: 'fulfilment' as const } } : {}),
    });
  const madeFor = async ({ paymentId }: Paid) =>
    (await fixture.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paymentId).length;
  const actionsOn = async ({ orderId }: Paid) =>
    (await fixture.service.events('audit.payment.recorded'))
      .filter(({ data }) => data.subjectId === orderId)
      .map(({ data }) => `${data.action} by ${data.actor.name}`);

  it('up to the limit are made at once', async () => {
    const paid = await buildPaid(LIMIT_PAISE);
    expect((await refund(paid, hire('support'))).body).toMatchObject({
      outcome: 'refunded',
      message: 'The payment was refunded.',
    });
    expect(await madeFor(paid)).toBe(1);
  });

  it('above the limit are made once, after another person has approved', async () => {
    const paid = await buildPaid(LIMIT_PAISE + 1);
    const [support, accountant] = [hire('support'), hire('accountant', 'Ravi')];
    const { status, body } = await refund(paid, support);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: 'approval_required',
      approval: {
        state: 'pending',
        cause: 'amount',
        amount: 4_000.01,
        requestedBy: { id: support.id, name: 'Asha' },
      },
      payment: { refunds: [{ state: 'awaiting_approval' }] },
    });
    const id = body.approval?.id ?? '';
    expect((await refund(paid, support)).body.approval?.id).toBe(id);
    expect(await list('pending')).toContainEqual(expect.objectContaining({ id }));
    expect(await madeFor(paid)).toBe(0);

    expect((await approve(id, support)).status).toBe(403);
    const responses = await Promise.all([approve(id, accountant), approve(id, accountant)]);
    expect(responses.map(({ status: each }) => each).toSorted()).toEqual([200, expect.any(Number)]);
    expect((await approve(id, accountant)).body.approval).toMatchObject({
      state: 'approved',
      decidedBy: { id: accountant.id, name: 'Ravi' },
    });
    expect(await madeFor(paid)).toBe(1);
    expect((await fixture.record(paid.orderId)).refunds).toMatchObject([{ state: 'done' }]);
    expect((await reject(id, owner)).body.code).toBe('APPROVAL_DECIDED');
    await eventually(async () =>
      expect(await actionsOn(paid)).toEqual(['refund.requested by Asha', 'refund.approved by Ravi']),
    );
  });

  it('are never approved by the person who requested them', async () => {
    const paid = await buildPaid(LIMIT_PAISE + 1);
    const { body } = await refund(paid, owner);
    const id = body.approval?.id ?? '';
    expect(await approve(id, owner)).toMatchObject({ status: 403, body: { code: 'APPROVAL_OWN_REQUEST' } });
    expect((await reject(id, owner)).body.code).toBe('APPROVAL_OWN_REQUEST');
    expect(await madeFor(paid)).toBe(0);
    expect((await approve('refund-pay_unknown', owner)).body.code).toBe('APPROVAL_NOT_FOUND');
  });

  it('may be rejected, and requested again', async () => {
    const paid = await buildPaid(LIMIT_PAISE + 1);
    const support = hire('support');
    const id = (await refund(paid, support)).body.approval?.id ?? '';
    expect((await reject(id, owner)).body.approval).toMatchObject({ state: 'rejected', decisionNote: 'No photo' });
    expect(await list('rejected')).toContainEqual(expect.objectContaining({ id }));
    expect((await approve(id, hire('manager', 'Ravi'))).body.code).toBe('APPROVAL_DECIDED');
    const again = await refund(paid, support);
    expect(again.body.approval).toMatchObject({ state: 'pending' });
    expect(again.body.approval).not.toHaveProperty('decidedBy');
    expect(await madeFor(paid)).toBe(0);
  });

  it('beyond the number of a day need approval, also when they are simultaneous', async () => {
    const support = hire('support');
    const payments = await Promise.all(Array.from({ length: 5 }, () => buildPaid(100)));
    const outcomes = await Promise.all(payments.map(async (paid) => (await refund(paid, support)).body.outcome));
    expect(outcomes.filter((outcome) => outcome === 'refunded')).toHaveLength(2);
    const made = await Promise.all(payments.map(madeFor));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect((await refund(await buildPaid(100), hire('support'))).body.outcome).toBe('refunded');
    expect(await list('pending')).toContainEqual(
      expect.objectContaining({ cause: 'daily_count', requestedBy: { id: support.id, name: 'Asha' } }),
    );
  });

  it('include returns and cancelled items, each once and before they are decided', async () => {
    const support = hire('support');
    const check = (returnId: string, amountPaise = 100) =>
      fixture.commands.request('rpc.payment.refund.check', {
        orderId: createId(),
        razorpayPaymentId: `return-${returnId}`,
        staffId: support.id,
        amountPaise,
      });
    expect(await check('one', LIMIT_PAISE + 1)).toEqual({ outcome: 'approval_required' });
    for (const _time of [1, 2, 3]) expect(await check('one')).toEqual({ outcome: 'refunded' });
    const outcomes = await Promise.all(['two', 'three', 'four'].map(async (id) => (await check(id)).outcome));
    expect(outcomes.toSorted()).toEqual(['approval_required', 'approval_required', 'refunded']);
    expect(await check('one')).toEqual({ outcome: 'refunded' });
    expect((await refund(await buildPaid(100), support)).body.outcome).toBe('approval_required');
  });

  it('are not counted without end: the others need approval too', async () => {
    const support = hire('support');
    const days = fixture.service.app.get<Model<RefundDayRecord>>(getModelToken(REFUND_DAY));
    expect((await refund(await buildPaid(100), support)).body.outcome).toBe('refunded');
    const payments = Array.from({ length: 10_000 }, (_, number) => `pay_${number}`);
    await days.updateOne({ _id: { $gte: `${support.id}:`, $lt: `${support.id};` } }, { $set: { payments } });
    const paid = await buildPaid(100);
    expect((await refund(paid, support)).body.approval).toMatchObject({ state: 'pending', cause: 'daily_count' });
    expect(await madeFor(paid)).toBe(0);
    const [day] = await days.find({ _id: { $gte: `${support.id}:`, $lt: `${support.id};` } }).lean();
    expect(day?.payments).toHaveLength(10_000);
  });

  it('include those of orders that staff cancel, and not those of orders that customers cancel', async () => {
    const [byStaff, byCustomer] = [await buildPaid(LIMIT_PAISE + 1), await buildPaid(LIMIT_PAISE + 1)];
    const fulfilment = hire('fulfilment');
    const check = (staffId: string) =>
      fixture.commands.request('rpc.payment.refund.check', {
        orderId: byStaff.orderId,
        razorpayPaymentId: byStaff.paymentId,
        staffId,
      });
    expect(await check(fulfilment.id)).toEqual({ outcome: 'approval_required' });
    await cancel(byStaff, fulfilment);
    await cancel(byCustomer);
    await eventually(async () => expect(await madeFor(byCustomer)).toBe(1));
    await eventually(async () =>
      expect((await fixture.record(byStaff.orderId)).refunds).toMatchObject([{ state: 'awaiting_approval' }]),
    );
    expect(await check(fulfilment.id)).toEqual({ outcome: 'approval_required' });
    const id = `refund-${byStaff.paymentId}`;
    const rejections = async () =>
      (await fixture.service.events('payment.refund.rejected'))
        .filter(({ data }) => data.orderId === byStaff.orderId)
        .map(({ data }) => data.razorpayPaymentId);
    await reject(id, owner);
    await eventually(async () => expect(await rejections()).toEqual([byStaff.paymentId]));
    // The order service repeats the event until it has consumed a refund or a rejection.
    await cancel(byStaff, fulfilment);
    await eventually(async () => expect(await rejections()).toHaveLength(2));
    expect((await fixture.record(byStaff.orderId)).refunds).toMatchObject([{ state: 'rejected' }]);
    expect(await madeFor(byStaff)).toBe(0);
  });

  it('have limits that only owners change, with an audit entry', async () => {
    const settings = { refundApprovalAbove: 10, refundDailyCount: 100 };
    const put = (as: Identity) => fixture.service.call('PUT /payments/settings', { body: settings }, as);
    const get = async () => (await fixture.service.call('GET /payments/settings', {}, owner)).body.settings;
    expect(await get()).toEqual({ refundApprovalAbove: 4_000, refundDailyCount: 2 });
    for (const role of ['manager', 'accountant', 'support', 'user'] as const)
      expect((await put(hire(role))).status).toBe(403);
    expect((await put(owner)).body.settings).toEqual(settings);
    expect(await get()).toEqual(settings);
    expect((await refund(await buildPaid(1_001), hire('support'))).body.outcome).toBe('approval_required');
    await eventually(async () =>
      expect((await fixture.service.events('audit.payment.recorded')).at(-1)?.data).toMatchObject({
        subject: 'payment',
      }),
    );
    const changes = (await fixture.service.events('audit.payment.recorded')).find(
      ({ data }) => data.action === 'settings.refunds',
    )?.data.changes;
    expect(changes).toEqual([
      { field: 'approval above', from: '₹4,000', to: '₹10' },
      { field: 'refunds per day', from: '2', to: '100' },
    ]);
  });
});
