import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { anId } from '../testing/fake-shop.js';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { billing, OrderBench } from '../testing/order-bench.js';
import { Sweeper } from './sweeper.js';

describe('from a payment to an order', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const isPlaced = (orderId: string, withinMs?: number) =>
    eventually(
      async () =>
        expect(await bench.record(orderId)).toMatchObject({
          phase: 'placed',
          status: 'Pending',
          paymentState: 'captured',
        }),
      withinMs,
    );
  const isRefunded = (orderId: string) =>
    eventually(
      async () => expect(await bench.record(orderId)).toMatchObject({ phase: 'refunded', paymentState: 'refunded' }),
      15_000,
    );

  it('a verified payment places the order, sells the pieces and answers the documented shape', async () => {
    const begun = await bench.begin({ quantity: 2 });
    const paid = await bench.razorpay.pay(begun.razorpayOrderId);
    const { status, body } = await bench.verify(begun.as, paid);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      _id: begun.orderId,
      totalAmount: 5000,
      amount: 5000,
      currency: 'INR',
      status: 'Pending',
      paymentState: 'captured',
      paymentMethod: 'upi',
      address: '12 Temple Street, Hyderabad, Telangana 500092, India',
      razorpayPaymentId: paid.razorpay_payment_id,
      user: { _id: begun.as.id, name: 'Asha Rao', email: 'asha@example.com', phone: '+91 90000 11111' },
      products: [
        {
          product: { _id: begun.productId, name: 'Kanchipuram pattu', price: 2500 },
          size: '',
          quantity: 2,
          price: 2500,
        },
      ],
    });
    expect(bench.shop.holdsOf(begun.orderId)).toEqual(['sold']);
    expect(await bench.record(begun.orderId)).not.toHaveProperty('open');
  });

  it('verifying again, the webhook, and POST /orders all answer or end in the same order, told once', async () => {
    const told = await bench.service.published('order.placed');
    const begun = await bench.begin();
    const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'twice' });
    const answers = await Promise.all([
      bench.verify(begun.as, paid),
      bench.verify(begun.as, paid),
      bench.service.call('POST /orders', { body: { payment: { ...paid } } }, begun.as),
    ]);
    answers.push(
      await bench.verify(begun.as, paid),
      await bench.service.call(
        'POST /orders',
        { body: { payment: { razorpay_payment_id: paid.razorpay_payment_id } } },
        begun.as,
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.order?._id])).toEqual(
      answers.map(() => [200, begun.orderId]),
    );
    expect(new Set(answers.map(({ body }) => body.order.orderedAt)).size).toBe(1);
    await bench.razorpay.replay(paid.razorpay_payment_id, { times: 2, order: 'reverse' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await bench.service.published('order.placed')).toBe(told + 1);
    expect(bench.shop.stock(begun.productId)).toBe(9);
    expect(await bench.model.countDocuments({ userId: begun.as.id })).toBe(1);
  });

  it('POST /orders right after verify answers the order as it is by then', async () => {
    const admin: Identity = { ...bench.aCustomer(), role: 'admin' };
    const begun = await bench.begin();
    const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'never' });
    await bench.verify(begun.as, paid);
    const order = () => bench.service.call('POST /orders', { body: { payment: { ...paid } } }, begun.as);
    expect((await order()).body.order).toMatchObject({ _id: begun.orderId, status: 'Pending' });
    await bench.service.call(
      'PUT /orders/admin/{orderId}',
      { params: { orderId: begun.orderId }, body: { status: 'Processing' } },
      admin,
    );
    expect((await order()).body.order).toMatchObject({ _id: begun.orderId, status: 'Processing' });
  });

  it('a browser that was closed before verify: the webhook finishes the order', async () => {
    const begun = await bench.begin();
    await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'once' });
    await isPlaced(begun.orderId);
  });

  it('with no webhook either, the reconciler does', async () => {
    const begun = await bench.begin();
    await bench.razorpay.pay(begun.razorpayOrderId);
    await isPlaced(begun.orderId, 15_000);
  });

  it('the payment service killed in between: the order ends well when it is back', async () => {
    const begun = await bench.begin();
    const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'once' });
    await bench.payment.kill();
    const verifying = bench.verify(begun.as, paid);
    await bench.payment.start();
    expect((await verifying).status).toBe(200);
    expect(bench.shop.stock(begun.productId)).toBe(9);
  });

  it("somebody else's payment, a forged one and an unpaid one place nothing and tell nothing", async () => {
    const begun = await bench.begin();
    const stranger = bench.aCustomer();
    const paid = await bench.razorpay.pay(begun.razorpayOrderId);
    expect(await bench.verify(stranger, paid)).toMatchObject({ status: 409, body: { code: 'PAYMENT_MISMATCH' } });
    expect(await bench.verify(begun.as, { ...paid, razorpay_signature: 'f'.repeat(64) })).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_SIGNATURE_INVALID' },
    });
    const ask = async (payment: Record<string, string>, as = begun.as) =>
      (await bench.service.call('POST /orders', { body: { payment } }, as)).body.code;
    expect(await ask({ razorpay_payment_id: paid.razorpay_payment_id })).toBe('ORDER_NOT_FOUND');
    expect(
      await ask({ razorpay_payment_id: paid.razorpay_payment_id, razorpay_order_id: paid.razorpay_order_id }),
    ).toBe('PAYMENT_NOT_CAPTURED');
    expect(await ask({})).toBe('VALIDATION_FAILED');
    expect(await ask({ ...paid, razorpay_signature: 'x' })).toBe('PAYMENT_SIGNATURE_INVALID');
    expect((await bench.record(begun.orderId)).phase).toBe('checkout');

    expect((await bench.verify(begun.as, paid)).status).toBe(200);
    expect(await ask({ ...paid }, stranger)).toBe('PAYMENT_MISMATCH');
    expect(await ask({ ...paid, razorpay_signature: 'x' })).toBe('PAYMENT_SIGNATURE_INVALID');
    expect(await ask({ razorpay_payment_id: paid.razorpay_payment_id }, stranger)).toBe('ORDER_NOT_FOUND');
    expect(await ask({ razorpay_payment_id: 'pay_other', razorpay_order_id: paid.razorpay_order_id })).toBe(
      'PAYMENT_MISMATCH',
    );
  });

  it('billing that comes with verify fills what the checkout did not have, and no more', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct();
    bench.shop.fill(as.id, [productId]);
    const { body } = await bench.service.call('POST /payments/create-order', { body: { amount: 2500 } }, as);
    const paid = await bench.razorpay.pay(body.order.id);
    const verified = await bench.service.call(
      'POST /payments/verify',
      { body: { ...paid, billing, totalAmount: 1, cart: [] } },
      as,
    );
    expect(verified.body.order).toMatchObject({ totalAmount: 2500, billing: { city: 'Hyderabad' } });
    const again = await bench.service.call(
      'POST /payments/verify',
      { body: { ...paid, billing: { ...billing, city: 'Elsewhere' } } },
      as,
    );
    expect(again.body.order.billing).toMatchObject({ city: 'Hyderabad' });
  });

  describe('a hold whose time is over', () => {
    it("ends the checkout by the catalog's word, once", async () => {
      const told = await bench.service.published('order.expired');
      const begun = await bench.begin();
      await bench.shop.expire(begun.orderId);
      await eventually(async () => expect((await bench.record(begun.orderId)).phase).toBe('expired'));
      await eventually(async () => expect(await bench.service.published('order.expired')).toBe(told + 1));
      expect((await bench.begin({ as: begun.as, productId: begun.productId })).orderId).not.toBe(begun.orderId);
    });

    it('ends it by the clock too, and gives the pieces back', async () => {
      const begun = await bench.begin();
      await bench.model.updateOne({ _id: begun.orderId }, { $set: { dueAt: new Date() } });
      await eventually(async () => expect((await bench.record(begun.orderId)).phase).toBe('expired'));
      await eventually(() => expect(bench.shop.stock(begun.productId)).toBe(10));
    });

    it('and money that comes after it: the pieces are taken anew and sold', async () => {
      const begun = await bench.begin();
      await bench.shop.expire(begun.orderId);
      await eventually(async () => expect((await bench.record(begun.orderId)).phase).toBe('expired'));
      const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'twice' });
      expect((await bench.verify(begun.as, paid)).status).toBe(200);
      expect(bench.shop.holdsOf(begun.orderId)).toEqual(['released', 'sold']);
      expect(bench.shop.stock(begun.productId)).toBe(9);
    });

    it('and money that comes when the pieces are gone goes back, once', async () => {
      const begun = await bench.begin({ productId: bench.shop.aProduct({ stock: 1 }) });
      await bench.shop.expire(begun.orderId);
      bench.shop.setStock(begun.productId, 0);
      const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'twice' });
      expect(await bench.verify(begun.as, paid)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } });
      await isRefunded(begun.orderId);
      expect(await bench.verify(begun.as, paid)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } });
      expect(
        (
          await bench.service.call(
            'POST /orders',
            { body: { payment: { razorpay_payment_id: paid.razorpay_payment_id } } },
            begun.as,
          )
        ).body.code,
      ).toBe('PAYMENT_REFUNDED');
      expect(await bench.refundsOf(paid)).toEqual([250_000]);
      expect(
        (await bench.service.call('GET /orders/{userId}', { params: { userId: begun.as.id } }, begun.as)).body,
      ).toEqual([]);
    });
  });

  describe('cut off between any two steps', () => {
    it.each([
      ['rpc.catalog.stock.sell', 'request', 1],
      ['rpc.catalog.stock.sell', 'answer', 1],
      ['rpc.catalog.stock.sell', 'answer', 3],
    ] as const)('%s losing its %s %i times places the order once', async (subject, what, times) => {
      const begun = await bench.begin();
      bench.shop.swallow(subject, what, times);
      const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'once' });
      const { status, body } = await bench.verify(begun.as, paid);
      expect([200, 503]).toContain(status);
      if (status === 503) expect(body.message).toContain('payment has arrived');
      await isPlaced(begun.orderId, 20_000);
      expect([bench.shop.stock(begun.productId), bench.shop.pieces(begun.productId, 'sold')]).toEqual([9, 1]);
      expect(await bench.refundsOf(paid)).toEqual([]);
    });

    it.each([
      ['rpc.catalog.stock.hold', 'request'],
      ['rpc.catalog.stock.hold', 'answer'],
      ['rpc.catalog.stock.sell', 'answer'],
    ] as const)('money that came late, with %s losing its %s, sells the pieces once', async (subject, what) => {
      const begun = await bench.begin();
      await bench.shop.expire(begun.orderId);
      bench.shop.swallow(subject, what, 2);
      const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'twice' });
      await bench.verify(begun.as, paid);
      await isPlaced(begun.orderId, 25_000);
      await eventually(() =>
        expect([
          bench.shop.stock(begun.productId),
          bench.shop.pieces(begun.productId, 'sold'),
          bench.shop.pieces(begun.productId, 'held'),
        ]).toEqual([9, 1, 0]),
      );
    });

    it.each(['before it sold', 'after it sold', 'after it took a new name for the hold', 'after it held anew'])(
      'a process that died %s is followed by another',
      async (when) => {
        const begun = await bench.begin();
        const late = when.includes('new');
        if (late) await bench.shop.expire(begun.orderId);
        await eventually(async () =>
          expect((await bench.record(begun.orderId)).phase).toBe(late ? 'expired' : 'checkout'),
        );
        const holdId = late ? `${begun.orderId}:2` : `${begun.orderId}:1`;
        const lines = [{ productId: begun.productId, size: '', quantity: 1 }];
        if (when === 'after it sold') Object.assign(bench.shop.holds.get(holdId) ?? {}, { state: 'sold' });
        if (when === 'after it held anew') {
          bench.shop.holds.set(holdId, { orderId: begun.orderId, lines, state: 'held' });
          Object.assign(bench.shop.products.get(begun.productId) ?? {}, { stock: 9 });
        }
        const until = new Date(Date.now() + 800);
        await bench.model.updateOne(
          { _id: begun.orderId },
          {
            $set: {
              phase: 'paid',
              holdId,
              holdSeq: late ? 2 : 1,
              paymentState: 'captured',
              lease: { token: 'the dead', until },
              dueAt: until,
              payment: { id: 'pay_dead', method: 'card', amountPaise: 250_000, capturedAt: new Date() },
            },
            $unset: { open: 1 },
          },
        );
        await isPlaced(begun.orderId);
        expect([
          bench.shop.stock(begun.productId),
          bench.shop.pieces(begun.productId, 'sold'),
          bench.shop.pieces(begun.productId, 'held'),
        ]).toEqual([9, 1, 0]);
      },
    );
  });

  it('a second payment for the same order is given back by one event, and changes nothing else', async () => {
    const { orderId, as, paid } = await bench.place();
    const told = await bench.service.published('order.unfulfillable');
    const second = {
      orderId,
      userId: as.id,
      razorpayOrderId: paid.razorpay_order_id,
      razorpayPaymentId: `pay_${anId()}`,
      amountPaise: 250_000,
      method: 'card',
      capturedAt: new Date().toISOString(),
    };
    await bench.service.publish('payment.captured', second);
    await bench.service.publish('payment.captured', second);
    await eventually(async () =>
      expect((await bench.record(orderId)).extraPayments).toEqual([second.razorpayPaymentId]),
    );
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await bench.service.published('order.unfulfillable')).toBe(told + 1);
    expect(await bench.record(orderId)).toMatchObject({
      phase: 'placed',
      paymentState: 'captured',
      payment: { id: paid.razorpay_payment_id },
    });
    const claimed = await bench.service.call(
      'POST /orders',
      {
        body: { payment: { razorpay_payment_id: second.razorpayPaymentId, razorpay_order_id: paid.razorpay_order_id } },
      },
      as,
    );
    expect(claimed.body.code).toBe('PAYMENT_REFUNDED');
  });

  it('a refund that is not confirmed is told of again, later and later', async () => {
    const begun = await bench.begin();
    const due = new Date();
    await bench.model.updateOne(
      { _id: begun.orderId },
      {
        $set: {
          phase: 'refunding',
          paymentState: 'refunding',
          dueAt: due,
          payment: { id: 'pay_x', method: 'card', amountPaise: 250_000, capturedAt: due },
        },
        $unset: { open: 1 },
      },
    );
    const told = await bench.service.published('order.unfulfillable');
    await bench.service.app.get(Sweeper).sweep();
    await eventually(async () => expect(await bench.service.published('order.unfulfillable')).toBe(told + 1));
    expect((await bench.record(begun.orderId)).dueAt?.getTime()).toBeGreaterThan(due.getTime() + 50_000);
  });
});
