import { getModelToken } from '@nestjs/mongoose';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { buildRefund } from '../payments/payment.schema.js';
import { buildRefundEvent, createId, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { RETURN_REFUND, type ReturnRefundRecord } from './return-refund.schema.js';

describe('refunds', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const buildPaidOrder = async (): Promise<OpenOrder & { paid: PaymentResponse }> => {
    const opened = await fixture.open();
    const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
    await fixture.verify(opened.userId, paid);
    return { ...opened, paid };
  };
  const cancel = ({ orderId, orderNumber, userId, amountPaise, paid }: OpenOrder & { paid: PaymentResponse }) =>
    fixture.service.publish('order.cancelled', {
      orderId,
      customer: {},
      orderNumber,
      userId,
      amountPaise,
      razorpayPaymentId: paid.razorpay_payment_id,
      holdId: `${orderId}:1`,
      lines: [],
      by: 'admin@example.com',
    });
  const markUnfulfillable = ({ orderId, userId, amountPaise, paid }: OpenOrder & { paid: PaymentResponse }) =>
    fixture.service.publish('order.unfulfillable', {
      orderId,
      userId,
      amountPaise,
      razorpayPaymentId: paid.razorpay_payment_id,
    });
  const refundsOf = async ({ paid }: { paid: PaymentResponse }) =>
    (await fixture.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id);
  const eventsOf = async ({ orderId }: OpenOrder) =>
    (await fixture.service.events('payment.refunded')).filter(({ data }) => data.orderId === orderId);
  const referencesOf = async ({ orderId }: OpenOrder) =>
    (await fixture.service.events('payment.refund.processed')).filter(({ data }) => data.orderId === orderId);
  const isDone = (orderId: string) =>
    eventually(async () =>
      expect((await fixture.record(orderId)).refunds).toEqual([
        expect.objectContaining({ state: 'done', razorpayRefundId: expect.stringMatching(/^rfnd_/) }),
      ]),
    );

  type PaidOrder = Awaited<ReturnType<typeof buildPaidOrder>>;
  const cancelItems = (order: PaidOrder, amountPaise: number) =>
    fixture.cancelItems(order, order.paid.razorpay_payment_id, amountPaise);
  const returnRefundsOf = ({ orderId }: OpenOrder) =>
    fixture.service.app
      .get<Model<ReturnRefundRecord>>(getModelToken(RETURN_REFUND))
      .find({ orderId })
      .sort({ requestedAt: 1 })
      .lean<ReturnRefundRecord[]>();
  const statesOf = async (order: OpenOrder) => (await returnRefundsOf(order)).map(({ state }) => state);
  /** The bank does nothing until `settle`. */
  const leavePending = () =>
    fixture.razorpay.simulate('/simulate/faults', { rules: [], webhook: 'never', refund: 'pending' });
  const settle = (refundId: string, outcome: 'processed' | 'failed') =>
    fixture.razorpay.simulate('/simulate/refunds', { refund_id: refundId, outcome });
  const refundByHand = async ({ paid }: PaidOrder, amount: number) =>
    (await fixture.razorpay.api(`/v1/payments/${paid.razorpay_payment_id}/refund`, { amount })).id;
  const report = async (order: PaidOrder, refundId: string) =>
    expect(await fixture.deliver(buildRefundEvent(order, order.paid.razorpay_payment_id, refundId))).toBe(200);
  const failAtBank = async (order: PaidOrder) => {
    for (const { id } of await refundsOf(order)) {
      await settle(id, 'failed');
      await report(order, id);
    }
  };

  it('a cancelled order is refunded once, however many events request it', async () => {
    const order = await buildPaidOrder();
    await Promise.all([cancel(order), cancel(order), markUnfulfillable(order), markUnfulfillable(order)]);
    await isDone(order.orderId);
    await cancel(order);
    await fixture.razorpay.replay(order.paid.razorpay_payment_id, { times: 2, order: 'reverse' });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ amount: order.amountPaise })]);
    expect(await eventsOf(order)).toHaveLength(1);
  });

  it('the reference that the bank sends later is published once, however often Razorpay reports it', async () => {
    const order = await buildPaidOrder();
    await cancel(order);
    await isDone(order.orderId);
    const processed = () => referencesOf(order);
    await eventually(async () => {
      // Webhooks are off in these tests: reports come again and again, in any order.
      await fixture.razorpay.replay(order.paid.razorpay_payment_id, { times: 2, order: 'reverse' });
      expect((await fixture.record(order.orderId)).refunds[0]?.arn).toMatch(/^\d+$/);
    });
    const [refund] = (await fixture.record(order.orderId)).refunds;
    expect(await eventsOf(order)).toMatchObject([{ data: { razorpayRefundId: refund?.razorpayRefundId } }]);
    expect((await eventsOf(order))[0]?.data).not.toHaveProperty('arn');
    await eventually(async () => expect(await processed()).toHaveLength(1));
    await fixture.razorpay.replay(order.paid.razorpay_payment_id, { times: 2 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await processed()).map(({ data }) => data)).toEqual([
      {
        orderId: order.orderId,
        orderNumber: order.orderNumber,
        userId: order.userId,
        razorpayRefundId: refund?.razorpayRefundId,
        amountPaise: order.amountPaise,
        arn: refund?.arn,
      },
    ]);
  });

  it('part of a payment is refunded for returned goods once, and its reference is published', async () => {
    const order = await buildPaidOrder();
    const returnId = createId();
    const decided = () =>
      fixture.service.publish('order.return.decided', {
        orderId: order.orderId,
        orderNumber: order.orderNumber,
        userId: order.userId,
        returnId,
        holdId: `${order.orderId}:return:1`,
        restocked: [],
        refund: { razorpayPaymentId: order.paid.razorpay_payment_id, amountPaise: 50_000 },
        creditPaise: 0,
        staff: { id: createId(), name: 'Asha', role: 'owner' },
      });
    await Promise.all([decided(), decided()]);
    await eventually(async () => {
      await fixture.razorpay.replay(order.paid.razorpay_payment_id, { times: 2 });
      expect((await referencesOf(order)).map(({ data }) => data)).toEqual([
        expect.objectContaining({ userId: order.userId, amountPaise: 50_000, arn: expect.stringMatching(/^\d+$/) }),
      ]);
    });
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ amount: 50_000 })]);
    expect(await eventsOf(order)).toEqual([]);
  });

  it.each([
    ['repeated', true],
    ['late', false],
  ])('a %s report that a refund failed leaves the later one, which was made by hand', async (_case, isRepeated) => {
    await leavePending();
    const order = await buildPaidOrder();
    await cancel(order);
    await isDone(order.orderId);
    const failedId = (await refundsOf(order))[0]?.id ?? '';
    await settle(failedId, 'failed');
    if (isRepeated) await report(order, failedId);
    const madeId = await refundByHand(order, order.amountPaise);
    await settle(madeId, 'processed');
    await report(order, madeId);
    await report(order, failedId);
    const done = { state: 'done', razorpayRefundId: madeId, isProcessed: true };
    expect((await fixture.record(order.orderId)).refunds).toMatchObject([done]);
    await eventually(async () =>
      expect((await eventsOf(order)).map(({ data }) => data.razorpayRefundId)).toEqual([failedId, madeId]),
    );
  });

  it('each refund made by hand completes one of cancelled items that failed at the bank, the oldest first', async () => {
    await leavePending();
    const order = await buildPaidOrder();
    for (const made of [['done'], ['done', 'done']]) {
      await cancelItems(order, 50_000);
      await eventually(async () => expect(await statesOf(order)).toEqual(made));
    }
    await failAtBank(order);
    expect(await statesOf(order)).toEqual(['failed', 'failed']);
    const otherId = await refundByHand(order, 40_000);
    await settle(otherId, 'processed');
    await report(order, otherId);
    const firstId = await refundByHand(order, 50_000);
    await report(order, firstId);
    expect(await statesOf(order)).toEqual(['failed', 'failed']);
    await settle(firstId, 'processed');
    await Promise.all([report(order, firstId), report(order, firstId)]);
    expect(await statesOf(order)).toEqual(['done', 'failed']);
    const secondId = await refundByHand(order, 50_000);
    await settle(secondId, 'processed');
    // With everything that was reported before.
    for (const { id } of await refundsOf(order)) await report(order, id);
    expect(await returnRefundsOf(order)).toMatchObject([
      { state: 'done', razorpayRefundId: firstId },
      { state: 'done', razorpayRefundId: secondId },
    ]);
    await eventually(async () =>
      expect((await referencesOf(order)).map(({ data }) => data.razorpayRefundId)).toEqual([firstId, secondId]),
    );
  });

  it('logs each change of a refund of a return once, with the order number', async () => {
    await leavePending();
    const order = await buildPaidOrder();
    const outcomes: unknown[] = [];
    const logger = fixture.service.app.get<Logger>(LOGGER);
    const { info } = logger;
    logger.info = (line: { orderNumber?: string; outcome?: string }, message?: string) => {
      if (message === 'payment changed' && line.orderNumber === order.orderNumber) outcomes.push(line.outcome);
    };
    try {
      await cancelItems(order, 50_000);
      await eventually(async () => expect(await statesOf(order)).toEqual(['done']));
      await failAtBank(order);
      for (const { id } of await refundsOf(order)) await report(order, id);
      const madeId = await refundByHand(order, 50_000);
      await settle(madeId, 'processed');
      for (let time = 0; time < 2; time += 1) await report(order, madeId);
      const changes = ['requested', 'done', 'failed', 'done'];
      expect(outcomes).toEqual(changes.map((change) => `return_refund_${change}`));
    } finally {
      logger.info = info;
    }
  });

  it('a refund of the whole payment made by hand completes one of a return that failed at the bank', async () => {
    await leavePending();
    const order = await buildPaidOrder();
    await cancelItems(order, order.amountPaise);
    await eventually(async () => expect(await statesOf(order)).toEqual(['done']));
    await failAtBank(order);
    const madeId = await refundByHand(order, order.amountPaise);
    await report(order, madeId);
    await settle(madeId, 'processed');
    await report(order, madeId);
    expect(await returnRefundsOf(order)).toMatchObject([{ state: 'done', razorpayRefundId: madeId }]);
    expect((await fixture.record(order.orderId)).refunds).toEqual([]);
  });

  it.each([
    ['the response is lost', { drop: 'after' as const, times: 1 }],
    ['Razorpay closes the connection', { drop: 'before' as const, times: 1 }],
    ['Razorpay returns 503', { error_rate: 1, status: 503, times: 1 }],
    ['Razorpay does not respond', { delay_ms: 1_500, times: 1 }],
  ])('is made once when %s', async (_case, fault) => {
    const order = await buildPaidOrder();
    await fixture.razorpay.faults({
      path: `/v1/payments/${order.paid.razorpay_payment_id}/refund`,
      method: 'POST',
      ...fault,
    });
    await cancel(order);
    await isDone(order.orderId);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it.each([
    ['captured', false],
    ['refunded', true],
  ])('is made for a capture that only Razorpay knows, after a restore: %s there', async (_state, isRefunded) => {
    const opened = await fixture.open();
    const order = { ...opened, paid: await fixture.razorpay.pay(opened.razorpayOrderId) };
    if (isRefunded)
      await fixture.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {
        amount: order.amountPaise,
      });
    await markUnfulfillable(order);
    await isDone(order.orderId);
    expect(await refundsOf(order)).toHaveLength(1);
    expect((await fixture.record(order.orderId)).captures).toMatchObject([
      { paymentId: order.paid.razorpay_payment_id, amountPaise: order.amountPaise },
    ]);
    await eventually(async () => expect(await eventsOf(order)).toHaveLength(1));
  });

  it.each([
    ['a refund of a return', ['return-a'], [499_900]],
    ['refunds of two returns', ['return-a', 'return-b'], [200_000, 299_900]],
    ['two refunds made by hand', [undefined, undefined], [299_900, 200_000]],
    ['a refund of a return and one made by hand', ['return-a', undefined], [100_000, 399_900]],
  ])('is done when Razorpay has returned the whole payment in %s', async (_case, receipts, amounts) => {
    const order = await buildPaidOrder();
    for (const [index, amount] of amounts.entries())
      await fixture.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {
        amount,
        receipt: receipts[index],
      });
    await cancel(order);
    await isDone(order.orderId);
    const made = await refundsOf(order);
    expect(made).toHaveLength(amounts.length);
    const data = { razorpayRefundId: made.at(-1)?.id, amountPaise: order.amountPaise };
    await eventually(async () => expect(await eventsOf(order)).toMatchObject([{ data }]));
  });

  it.each([
    ['made once', {}],
    ['made once when the response is lost', { drop: 'after' as const }],
  ])('of a payment of which a part was refunded by hand is the rest, %s', async (_case, fault) => {
    const order = await buildPaidOrder();
    await refundByHand(order, 100_000);
    const request = {
      path: `/v1/payments/${order.paid.razorpay_payment_id}/refund`,
      method: 'POST' as const,
      times: 1,
    };
    // The first request is for the whole amount, which Razorpay rejects.
    await fixture.razorpay.faults({ ...request, delay_ms: 1 }, { ...request, delay_ms: 1, ...fault });
    await cancel(order);
    await isDone(order.orderId);
    const [rest, byHand] = (await refundsOf(order)).toSorted((one, other) => other.amount - one.amount);
    expect([rest?.amount, byHand?.amount, order.amountPaise]).toEqual([399_900, 100_000, 499_900]);
    const data = { razorpayRefundId: rest?.id, amountPaise: 499_900 };
    await eventually(async () => expect(await eventsOf(order)).toMatchObject([{ data }]));
  });

  it('of the rest of a payment that failed at the bank is completed by one made by hand', async () => {
    await leavePending();
    const order = await buildPaidOrder();
    await settle(await refundByHand(order, 100_000), 'processed');
    await cancel(order);
    await isDone(order.orderId);
    const restId = (await refundsOf(order)).find(({ amount }) => amount === 399_900)?.id ?? '';
    await settle(restId, 'failed');
    await report(order, restId);
    expect((await fixture.record(order.orderId)).refunds).toMatchObject([
      { state: 'failed', razorpayRefundId: restId },
    ]);
    const madeId = await refundByHand(order, 399_900);
    await settle(madeId, 'processed');
    await report(order, madeId);
    expect((await fixture.record(order.orderId)).refunds).toMatchObject([{ state: 'done', razorpayRefundId: madeId }]);
  });

  it('finds the refund of a process that died after the request', async () => {
    const order = await buildPaidOrder();
    const { id } = await fixture.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {
      amount: order.amountPaise,
    });
    const entry = {
      key: `refund-${order.paid.razorpay_payment_id}`,
      paymentId: order.paid.razorpay_payment_id,
      amountPaise: order.amountPaise,
      state: 'requested',
      reason: 'cancelled',
      attempts: 1,
      nextAt: new Date(),
    };
    await fixture.model.updateOne({ _id: order.orderId }, { $push: { refunds: entry } });
    await isDone(order.orderId);
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ id })]);
  });

  it('is recorded and published again when a restore has requested it again', async () => {
    const order = await buildPaidOrder();
    await cancel(order);
    await isDone(order.orderId);
    await eventually(async () => expect(await eventsOf(order)).toHaveLength(1));
    const restored = { 'refunds.0.state': 'requested', 'refunds.0.nextAt': new Date() };
    await fixture.model.updateOne({ _id: order.orderId }, { $set: restored });
    await eventually(async () => expect(await eventsOf(order)).toHaveLength(2));
    await isDone(order.orderId);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('records a refund made by hand, and a cancellation adds no second one', async () => {
    const order = await buildPaidOrder();
    await fixture.razorpay.api(`/v1/payments/${order.paid.razorpay_payment_id}/refund`, {});
    await fixture.razorpay.replay(order.paid.razorpay_payment_id);
    await isDone(order.orderId);
    await cancel(order);
    await eventually(async () => expect(await eventsOf(order)).toHaveLength(1));
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('is made and published without an entry beyond a hundred refunds', async () => {
    const order = await buildPaidOrder();
    const refunds = Array.from({ length: 100 }, () => ({
      ...buildRefund(`pay_${createId()}`, order.amountPaise, 'made at Razorpay'),
      state: 'done' as const,
    }));
    await fixture.model.updateOne({ _id: order.orderId }, { $push: { refunds: { $each: refunds } } });
    await cancel(order);
    await eventually(async () => expect((await eventsOf(order)).length).toBeGreaterThan(0));
    expect(await refundsOf(order)).toEqual([expect.objectContaining({ amount: order.amountPaise })]);
    expect((await fixture.record(order.orderId)).refunds).toHaveLength(100);
    await markUnfulfillable(order);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('refunds nothing for an unknown payment', async () => {
    const opened = await fixture.open();
    await fixture.service.publish('order.unfulfillable', {
      orderId: opened.orderId,
      userId: opened.userId,
      amountPaise: 1,
      razorpayPaymentId: `pay_${createId()}`,
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await fixture.record(opened.orderId)).refunds).toEqual([]);
  });
});
