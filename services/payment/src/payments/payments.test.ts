import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { CURRENCY } from './payment.schema.js';
import { anId, type Opened, PaymentBench } from '../testing/payment-bench.js';
import { signPayment } from '@rangavalli/service-kit/testing/razorpay-stand-in';

describe('payments', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const razorpayOrdersFor = async (orderId: string) =>
    (await bench.razorpay.state()).orders.filter(({ receipt }) => receipt === orderId);

  describe('opening', () => {
    it('an order has one Razorpay order, however often and at once it is asked for', async () => {
      const asked = { orderId: anId(), userId: anId(), amountPaise: 125_000 };
      const ask = () => bench.commands.request('rpc.payment.order.create', asked);
      const replies = await Promise.all([ask(), ask(), ask()]);
      replies.push(await ask());
      expect(new Set(replies.map(({ razorpayOrderId }) => razorpayOrderId)).size).toBe(1);
      expect(replies[0]).toMatchObject({ amountPaise: 125_000, currency: 'INR' });
      expect(await razorpayOrdersFor(asked.orderId)).toHaveLength(1);
    });

    it('tells nobody: there is no money yet', async () => {
      const { orderId } = await bench.open();
      expect((await bench.record(orderId)).outbox).toEqual([]);
    });

    it('an answer that was lost on the way does not make a second Razorpay order', async () => {
      const asked = { orderId: anId(), userId: anId(), amountPaise: 100_000 };
      await bench.razorpay.faults({ path: '/v1/orders', method: 'POST', drop: 'after', times: 1 });
      const { razorpayOrderId } = await bench.commands.request('rpc.payment.order.create', asked);
      expect(await razorpayOrdersFor(asked.orderId)).toEqual([
        expect.objectContaining({ id: razorpayOrderId, amount: 100_000 }),
      ]);
    });

    it('Razorpay being away is said so, and the next try ends well', async () => {
      const asked = { orderId: anId(), userId: anId(), amountPaise: 100_000 };
      await bench.razorpay.faults({ path: '/v1/', drop: 'before' });
      await expect(bench.commands.request('rpc.payment.order.create', asked)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER_FAILED',
      });
      await bench.razorpay.faults({ path: '/v1/', error_rate: 1, status: 503 });
      await expect(bench.commands.request('rpc.payment.order.create', asked)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER_FAILED',
      });
      await bench.razorpay.faults();
      await bench.commands.request('rpc.payment.order.create', asked);
      expect(await razorpayOrdersFor(asked.orderId)).toHaveLength(1);
    });

    it('Razorpay being silent is not waited for longer than the deadline', async () => {
      await bench.razorpay.faults({ path: '/v1/', delay_ms: 5_000 });
      const began = Date.now();
      await expect(bench.open()).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
      expect(Date.now() - began).toBeLessThan(3_000);
    });

    it('is not possible where an older release noted the payment and died before it knew the Razorpay order', async () => {
      const asked = { orderId: anId(), userId: anId(), amountPaise: 100_000 };
      await bench.model.create({
        _id: asked.orderId,
        userId: asked.userId,
        amountPaise: asked.amountPaise,
        currency: CURRENCY,
        state: 'created',
        createdAt: new Date(),
      });
      await expect(bench.commands.request('rpc.payment.order.create', asked)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    });

    it('is refused for another customer or amount than before', async () => {
      const { orderId, userId, amountPaise } = await bench.open();
      await expect(
        bench.commands.request('rpc.payment.order.create', { orderId, userId: anId(), amountPaise }),
      ).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      await expect(
        bench.commands.request('rpc.payment.order.create', { orderId, userId, amountPaise: 1_00 }),
      ).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    });
  });

  describe('verifying', () => {
    it('proves a captured payment, and again', async () => {
      const opened = await bench.open();
      const paid = await bench.razorpay.pay(opened.razorpayOrderId);
      const first = await bench.verify(opened.userId, paid);
      expect(first).toMatchObject({
        orderId: opened.orderId,
        userId: opened.userId,
        razorpayPaymentId: paid.razorpay_payment_id,
        amountPaise: opened.amountPaise,
        method: 'upi',
      });
      await bench.razorpay.faults({ path: '/v1/', drop: 'before' });
      expect(await bench.verify(opened.userId, paid)).toEqual(first);
    });

    it.each(['', 'x', '0'.repeat(64), '0'.repeat(63)])('refuses the signature %p', async (razorpay_signature) => {
      const opened = await bench.open();
      const paid = await bench.razorpay.pay(opened.razorpayOrderId);
      await expect(bench.verify(opened.userId, { ...paid, razorpay_signature })).rejects.toMatchObject({
        code: 'PAYMENT_SIGNATURE_INVALID',
      });
      expect((await bench.record(opened.orderId)).captures).toEqual([]);
    });

    it("refuses another customer's payment, and an order that is not ours", async () => {
      const opened = await bench.open();
      const paid = await bench.razorpay.pay(opened.razorpayOrderId);
      await expect(bench.verify(anId(), paid)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      const foreign = await bench.razorpay.api('/v1/orders', { amount: opened.amountPaise, receipt: anId() });
      await expect(bench.verify(opened.userId, await bench.razorpay.pay(foreign.id))).rejects.toMatchObject({
        code: 'PAYMENT_MISMATCH',
      });
    });

    it.each([100, 8_500_000])(
      'refuses a payment of %i paise for another order dressed up, even well signed, as one for this order',
      async (amountPaise) => {
        const dear = await bench.open(8_500_000);
        const cheap = await bench.open(amountPaise);
        const paid = await bench.razorpay.pay(cheap.razorpayOrderId);
        const dressed = {
          ...paid,
          razorpay_order_id: dear.razorpayOrderId,
          razorpay_signature: signPayment(dear.razorpayOrderId, paid.razorpay_payment_id),
        };
        await expect(bench.verify(dear.userId, dressed)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
        const unknown = {
          razorpay_order_id: dear.razorpayOrderId,
          razorpay_payment_id: 'pay_unknown',
          razorpay_signature: signPayment(dear.razorpayOrderId, 'pay_unknown'),
        };
        await expect(bench.verify(dear.userId, unknown)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
      },
    );

    it('refuses a payment that failed', async () => {
      const opened = await bench.open();
      const paid = await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'failed' });
      const { payments } = await bench.razorpay.state();
      const id = payments.find(({ order_id }) => order_id === opened.razorpayOrderId)?.id ?? '';
      const claimed = {
        ...paid,
        razorpay_order_id: opened.razorpayOrderId,
        razorpay_payment_id: id,
        razorpay_signature: signPayment(opened.razorpayOrderId, id),
      };
      await expect(bench.verify(opened.userId, claimed)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
    });

    it('captures authorised money, also when the answer to the capture is lost', async () => {
      for (const fault of [
        [],
        [{ path: '/v1/payments/', method: 'POST' as const, drop: 'after' as const, times: 1 }],
      ]) {
        const opened = await bench.open();
        const paid = await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
        await bench.razorpay.faults(...fault);
        expect(await bench.verify(opened.userId, paid)).toMatchObject({
          orderId: opened.orderId,
          amountPaise: opened.amountPaise,
        });
        expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
      }
    });

    describe('with what another process has recorded meanwhile', () => {
      const recordElsewhere = async (opened: Opened, paymentId: string) => {
        const capture = {
          paymentId,
          method: 'upi',
          amountPaise: opened.amountPaise,
          currency: CURRENCY,
          at: new Date(),
        };
        await bench.model.updateOne(
          { _id: opened.orderId },
          { $set: { state: 'captured' }, $push: { captures: capture } },
        );
      };

      it('answers it, even while Razorpay is away', async () => {
        const opened = await bench.open();
        const paid = await bench.razorpay.pay(opened.razorpayOrderId);
        await recordElsewhere(opened, paid.razorpay_payment_id);
        await bench.razorpay.faults({ path: '/v1/', drop: 'before' });
        expect(await bench.verify(opened.userId, paid)).toMatchObject({
          orderId: opened.orderId,
          razorpayPaymentId: paid.razorpay_payment_id,
        });
        await bench.razorpay.faults();
        expect(await bench.verify(opened.userId, paid)).toMatchObject({ orderId: opened.orderId });
        expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
      });

      it('does not take authorised money for an order that was paid there', async () => {
        const opened = await bench.open();
        const paid = await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized' });
        await recordElsewhere(opened, 'pay_of_another_process');
        await expect(bench.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CAPTURED' });
        const { payments } = await bench.razorpay.state();
        expect(payments.find(({ id }) => id === paid.razorpay_payment_id)?.status).toBe('authorized');
      });
    });

    it('loses nothing when Razorpay is away: the next try ends well', async () => {
      const opened = await bench.open();
      const paid = await bench.razorpay.pay(opened.razorpayOrderId);
      await bench.razorpay.faults({ path: '/v1/', drop: 'before' });
      await expect(bench.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
      await bench.razorpay.faults();
      await bench.verify(opened.userId, paid);
    });

    it('and a webhook at the same time record the money once', async () => {
      const before = await bench.service.publishedCount('payment.captured');
      const rounds = 8;
      for (let round = 0; round < rounds; round += 1) {
        const opened = await bench.open();
        const paid = await bench.razorpay.pay(opened.razorpayOrderId, { webhook: 'twice' });
        await Promise.all([
          bench.verify(opened.userId, paid),
          bench.verify(opened.userId, paid),
          bench.razorpay.replay(paid.razorpay_payment_id, { order: 'reverse' }),
        ]);
        expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
      }
      await eventually(async () => expect(await bench.service.publishedCount('payment.captured')).toBe(before + rounds));
      await new Promise((resolve) => setTimeout(resolve, 800));
      expect(await bench.service.publishedCount('payment.captured')).toBe(before + rounds);
    });
  });
});
