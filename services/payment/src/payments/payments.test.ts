import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { CURRENCY } from './payment.schema.js';
import { createId, createOrderNumber, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';
import { signPayment } from '@rangavalli/service-kit/testing/razorpay-stand-in';

describe('payments', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const razorpayOrdersFor = async (orderNumber: string) =>
    (await fixture.razorpay.state()).orders.filter(({ receipt }) => receipt === orderNumber);

  describe('opening an order', () => {
    it('creates one Razorpay order for repeated and simultaneous requests', async () => {
      const request = {
        orderId: createId(),
        orderNumber: createOrderNumber(),
        userId: createId(),
        amountPaise: 125_000,
      };
      const create = () => fixture.commands.request('rpc.payment.order.create', request);
      const replies = await Promise.all([create(), create(), create()]);
      replies.push(await create());
      expect(new Set(replies.map(({ razorpayOrderId }) => razorpayOrderId)).size).toBe(1);
      expect(replies[0]).toMatchObject({ amountPaise: 125_000, currency: 'INR' });
      expect(await razorpayOrdersFor(request.orderNumber)).toHaveLength(1);
    });

    it('publishes no event', async () => {
      const { orderId } = await fixture.open();
      expect((await fixture.record(orderId)).outbox).toEqual([]);
    });

    it('creates no second Razorpay order after a lost response', async () => {
      const request = {
        orderId: createId(),
        orderNumber: createOrderNumber(),
        userId: createId(),
        amountPaise: 100_000,
      };
      await fixture.razorpay.faults({ path: '/v1/orders', method: 'POST', drop: 'after', times: 1 });
      const { razorpayOrderId } = await fixture.commands.request('rpc.payment.order.create', request);
      expect(await razorpayOrdersFor(request.orderNumber)).toEqual([
        expect.objectContaining({ id: razorpayOrderId, amount: 100_000 }),
      ]);
    });

    it('is stored as the hundredth capture; beyond, it is refunded once without an entry', async () => {
      const payAfter = async (count: number) => {
        const opened = await fixture.open();
        const { amountPaise } = opened;
        const facts = { method: 'upi', amountPaise, currency: CURRENCY, at: new Date() };
        const captures = Array.from({ length: count }, () => ({ ...facts, paymentId: `pay_${createId()}` }));
        await fixture.model.updateOne({ _id: opened.orderId }, { $push: { captures: { $each: captures } } });
        return { ...opened, paid: await fixture.razorpay.pay(opened.razorpayOrderId) };
      };
      // Other files of this process count too.
      const countUnstored = async () => {
        const { body } = await fixture.service.app.inject('/metrics');
        return Number(/^payment_unstored_refunds_total (\d+)$/m.exec(body)?.[1]);
      };
      const before = await countUnstored();
      const [last, beyond] = [await payAfter(99), await payAfter(100)];
      await fixture.verify(last.userId, last.paid);
      const verify = fixture.verify(beyond.userId, beyond.paid);
      await expect(verify).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
      await fixture.razorpay.replay(beyond.paid.razorpay_payment_id, { times: 2 });
      for (const { orderId } of [last, beyond]) expect((await fixture.record(orderId)).captures).toHaveLength(100);
      const { refunds } = await fixture.razorpay.state();
      const refundsOf = ({ paid }: typeof last) =>
        refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id).map(({ amount }) => amount);
      expect([refundsOf(last), refundsOf(beyond)]).toEqual([[], [beyond.amountPaise]]);
      expect((await countUnstored()) - before).toBe(1);
    });

    it('fails while Razorpay is down, and succeeds at the next request', async () => {
      const request = {
        orderId: createId(),
        orderNumber: createOrderNumber(),
        userId: createId(),
        amountPaise: 100_000,
      };
      await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
      await expect(fixture.commands.request('rpc.payment.order.create', request)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER_FAILED',
      });
      await fixture.razorpay.faults({ path: '/v1/', error_rate: 1, status: 503 });
      await expect(fixture.commands.request('rpc.payment.order.create', request)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER_FAILED',
      });
      await fixture.razorpay.faults();
      await fixture.commands.request('rpc.payment.order.create', request);
      expect(await razorpayOrdersFor(request.orderNumber)).toHaveLength(1);
    });

    it('fails within the timeout when Razorpay does not respond', async () => {
      await fixture.razorpay.faults({ path: '/v1/', delay_ms: 5_000 });
      const startedAt = Date.now();
      await expect(fixture.open()).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
      expect(Date.now() - startedAt).toBeLessThan(3_000);
    });

    it('is rejected for another customer or amount than before', async () => {
      const { razorpayOrderId: _id, ...request } = await fixture.open();
      await expect(
        fixture.commands.request('rpc.payment.order.create', { ...request, userId: createId() }),
      ).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      await expect(
        fixture.commands.request('rpc.payment.order.create', { ...request, amountPaise: 1_00 }),
      ).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    });
  });

  describe('verifying', () => {
    it('confirms a captured payment, repeatedly', async () => {
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
      const first = await fixture.verify(opened.userId, paid);
      expect(first).toMatchObject({
        orderId: opened.orderId,
        userId: opened.userId,
        razorpayPaymentId: paid.razorpay_payment_id,
        amountPaise: opened.amountPaise,
        method: 'upi',
      });
      await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
      expect(await fixture.verify(opened.userId, paid)).toEqual(first);
    });

    it.each(['', 'x', '0'.repeat(64), '0'.repeat(63)])('rejects the signature %p', async (razorpay_signature) => {
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
      await expect(fixture.verify(opened.userId, { ...paid, razorpay_signature })).rejects.toMatchObject({
        code: 'PAYMENT_SIGNATURE_INVALID',
      });
      expect((await fixture.record(opened.orderId)).captures).toEqual([]);
    });

    it("rejects another customer's payment, and an unknown order", async () => {
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
      await expect(fixture.verify(createId(), paid)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      const foreign = await fixture.razorpay.api('/v1/orders', { amount: opened.amountPaise, receipt: createId() });
      await expect(fixture.verify(opened.userId, await fixture.razorpay.pay(foreign.id))).rejects.toMatchObject({
        code: 'PAYMENT_MISMATCH',
      });
    });

    it.each([100, 8_500_000])(
      'rejects a payment of %i paise for another order, even when it is signed for this one',
      async (amountPaise) => {
        const expensive = await fixture.open(8_500_000);
        const cheap = await fixture.open(amountPaise);
        const paid = await fixture.razorpay.pay(cheap.razorpayOrderId);
        const swapped = {
          ...paid,
          razorpay_order_id: expensive.razorpayOrderId,
          razorpay_signature: signPayment(expensive.razorpayOrderId, paid.razorpay_payment_id),
        };
        await expect(fixture.verify(expensive.userId, swapped)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
        const unknown = {
          razorpay_order_id: expensive.razorpayOrderId,
          razorpay_payment_id: 'pay_unknown',
          razorpay_signature: signPayment(expensive.razorpayOrderId, 'pay_unknown'),
        };
        await expect(fixture.verify(expensive.userId, unknown)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      },
    );

    it('rejects a failed payment', async () => {
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'failed' });
      const { payments } = await fixture.razorpay.state();
      const id = payments.find(({ order_id }) => order_id === opened.razorpayOrderId)?.id ?? '';
      const claimed = {
        ...paid,
        razorpay_order_id: opened.razorpayOrderId,
        razorpay_payment_id: id,
        razorpay_signature: signPayment(opened.razorpayOrderId, id),
      };
      await expect(fixture.verify(opened.userId, claimed)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
    });

    it('captures authorised money, also when the response is lost', async () => {
      for (const fault of [
        [],
        [{ path: '/v1/payments/', method: 'POST' as const, drop: 'after' as const, times: 1 }],
      ]) {
        const opened = await fixture.open();
        const paid = await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
        await fixture.razorpay.faults(...fault);
        expect(await fixture.verify(opened.userId, paid)).toMatchObject({
          orderId: opened.orderId,
          amountPaise: opened.amountPaise,
        });
        expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
      }
    });

    describe('after another process has recorded a capture', () => {
      const recordElsewhere = async (opened: OpenOrder, paymentId: string) => {
        const capture = {
          paymentId,
          method: 'upi',
          amountPaise: opened.amountPaise,
          currency: CURRENCY,
          at: new Date(),
        };
        await fixture.model.updateOne(
          { _id: opened.orderId },
          { $set: { state: 'captured' }, $push: { captures: capture } },
        );
      };

      it('returns it, even while Razorpay is down', async () => {
        const opened = await fixture.open();
        const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
        await recordElsewhere(opened, paid.razorpay_payment_id);
        await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
        expect(await fixture.verify(opened.userId, paid)).toMatchObject({
          orderId: opened.orderId,
          razorpayPaymentId: paid.razorpay_payment_id,
        });
        await fixture.razorpay.faults();
        expect(await fixture.verify(opened.userId, paid)).toMatchObject({ orderId: opened.orderId });
        expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
      });

      it('does not capture authorised money for the paid order', async () => {
        const opened = await fixture.open();
        const paid = await fixture.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
        await recordElsewhere(opened, 'pay_of_another_process');
        await expect(fixture.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
        const { payments } = await fixture.razorpay.state();
        expect(payments.find(({ id }) => id === paid.razorpay_payment_id)?.status).toBe('authorized');
      });
    });

    it('fails while Razorpay is down, and succeeds at the next request', async () => {
      const opened = await fixture.open();
      const paid = await fixture.razorpay.pay(opened.razorpayOrderId);
      await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
      await expect(fixture.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
      await fixture.razorpay.faults();
      await fixture.verify(opened.userId, paid);
    });

    it('simultaneously with webhooks records the money once', async () => {
      const before = await fixture.service.publishedCount('payment.captured');
      const count = 8;
      for (let index = 0; index < count; index += 1) {
        const opened = await fixture.open();
        const paid = await fixture.razorpay.pay(opened.razorpayOrderId, { webhook: 'twice' });
        await Promise.all([
          fixture.verify(opened.userId, paid),
          fixture.verify(opened.userId, paid),
          fixture.razorpay.replay(paid.razorpay_payment_id, { order: 'reverse' }),
        ]);
        expect((await fixture.record(opened.orderId)).captures).toHaveLength(1);
      }
      await eventually(async () =>
        expect(await fixture.service.publishedCount('payment.captured')).toBe(before + count),
      );
      await new Promise((resolve) => setTimeout(resolve, 800));
      expect(await fixture.service.publishedCount('payment.captured')).toBe(before + count);
    });
  });
});
