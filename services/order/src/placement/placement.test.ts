import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { OFFER_USE, type OfferUseRecord } from '../offers/offer.schema.js';
import { StockHolds } from '../stock/stock-holds.js';
import { createId } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { Sweeper } from '../checkout/sweeper.js';

describe('placing an order', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const isPlaced = (orderId: string, withinMs?: number) =>
    eventually(
      async () =>
        expect(await fixture.findRecord(orderId)).toMatchObject({
          phase: 'placed',
          status: 'Pending',
          paymentState: 'captured',
        }),
      withinMs,
    );
  const isRefunded = (orderId: string) =>
    eventually(
      async () =>
        expect(await fixture.findRecord(orderId)).toMatchObject({ phase: 'refunded', paymentState: 'refunded' }),
      15_000,
    );

  it('places the order of a verified payment, sells the units and returns the documented shape', async () => {
    const checkout = await fixture.begin({ quantity: 2 });
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId);
    const { status, body } = await fixture.verify(checkout.as, payment);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      _id: checkout.orderId,
      totalAmount: 5000,
      amount: 5000,
      currency: 'INR',
      status: 'Pending',
      paymentState: 'captured',
      paymentMethod: 'upi',
      address: '12 Temple Street, Hyderabad, Telangana 500092, India',
      razorpayPaymentId: payment.razorpay_payment_id,
      user: { _id: checkout.as.id, name: 'Asha Rao', email: 'asha@example.com', phone: '9000011111' },
      products: [
        {
          product: { _id: checkout.productId, name: 'Kanchipuram pattu', price: 2500 },
          size: '',
          quantity: 2,
          price: 2500,
        },
      ],
    });
    expect(fixture.shop.holdStates(checkout.orderId)).toEqual(['sold']);
    expect(await fixture.findRecord(checkout.orderId)).not.toHaveProperty('open');
  });

  it('places one order for repeated verify calls, webhooks and POST /orders, and publishes it once', async () => {
    const publishedBefore = await fixture.service.publishedCount('order.placed');
    const checkout = await fixture.begin();
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'twice' });
    const responses = await Promise.all([
      fixture.verify(checkout.as, payment),
      fixture.verify(checkout.as, payment),
      fixture.service.call('POST /orders', { body: { payment: { ...payment } } }, checkout.as),
    ]);
    responses.push(
      await fixture.verify(checkout.as, payment),
      await fixture.service.call(
        'POST /orders',
        { body: { payment: { razorpay_payment_id: payment.razorpay_payment_id } } },
        checkout.as,
      ),
    );
    expect(responses.map(({ status, body }) => [status, body.order?._id])).toEqual(
      responses.map(() => [200, checkout.orderId]),
    );
    expect(new Set(responses.map(({ body }) => body.order.orderedAt)).size).toBe(1);
    await fixture.razorpay.replay(payment.razorpay_payment_id, { times: 2, order: 'reverse' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await fixture.service.publishedCount('order.placed')).toBe(publishedBefore + 1);
    expect(fixture.shop.stock(checkout.productId)).toBe(9);
    expect(await fixture.model.countDocuments({ userId: checkout.as.id })).toBe(1);
  });

  it('returns the current order from POST /orders', async () => {
    const admin = { ...fixture.buildCustomer(), role: 'fulfilment' as const };
    const checkout = await fixture.begin();
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'never' });
    await fixture.verify(checkout.as, payment);
    const order = () => fixture.service.call('POST /orders', { body: { payment: { ...payment } } }, checkout.as);
    expect((await order()).body.order).toMatchObject({ _id: checkout.orderId, status: 'Pending' });
    await fixture.service.call(
      'PUT /orders/admin/{orderId}',
      { params: { orderId: checkout.orderId }, body: { status: 'Processing' } },
      admin,
    );
    expect((await order()).body.order).toMatchObject({ _id: checkout.orderId, status: 'Processing' });
  });

  it('places the order by the webhook when the browser never verifies', async () => {
    const checkout = await fixture.begin();
    await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'once' });
    await isPlaced(checkout.orderId);
  });

  it('places the order by the reconciler when the webhook never arrives', async () => {
    const checkout = await fixture.begin();
    await fixture.razorpay.pay(checkout.razorpayOrderId);
    await isPlaced(checkout.orderId, 15_000);
  });

  it('places the order when the payment service restarts during verification', async () => {
    const checkout = await fixture.begin();
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'once' });
    await fixture.paymentService.kill();
    const verifying = fixture.verify(checkout.as, payment);
    await fixture.paymentService.start();
    expect((await verifying).status).toBe(200);
    expect(fixture.shop.stock(checkout.productId)).toBe(9);
  });

  it('rejects forged, unpaid and other customers’ payments without revealing anything', async () => {
    const checkout = await fixture.begin();
    const stranger = fixture.buildCustomer();
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId);
    expect(await fixture.verify(stranger, payment)).toMatchObject({ status: 409, body: { code: 'PAYMENT_MISMATCH' } });
    expect(await fixture.verify(checkout.as, { ...payment, razorpay_signature: 'f'.repeat(64) })).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_SIGNATURE_INVALID' },
    });
    const findOrderCode = async (claimed: Record<string, string>, as = checkout.as) =>
      (await fixture.service.call('POST /orders', { body: { payment: claimed } }, as)).body.code;
    expect(await findOrderCode({ razorpay_payment_id: payment.razorpay_payment_id })).toBe('ORDER_NOT_FOUND');
    expect(
      await findOrderCode({
        razorpay_payment_id: payment.razorpay_payment_id,
        razorpay_order_id: payment.razorpay_order_id,
      }),
    ).toBe('PAYMENT_NOT_CAPTURED');
    expect(await findOrderCode({})).toBe('VALIDATION_FAILED');
    expect(await findOrderCode({ ...payment, razorpay_signature: 'x' })).toBe('PAYMENT_SIGNATURE_INVALID');
    expect((await fixture.findRecord(checkout.orderId)).phase).toBe('checkout');

    expect((await fixture.verify(checkout.as, payment)).status).toBe(200);
    expect(await findOrderCode({ ...payment }, stranger)).toBe('PAYMENT_MISMATCH');
    expect(await findOrderCode({ ...payment, razorpay_signature: 'x' })).toBe('PAYMENT_SIGNATURE_INVALID');
    expect(await findOrderCode({ razorpay_payment_id: payment.razorpay_payment_id }, stranger)).toBe('ORDER_NOT_FOUND');
    expect(
      await findOrderCode({ razorpay_payment_id: 'pay_other', razorpay_order_id: payment.razorpay_order_id }),
    ).toBe('PAYMENT_MISMATCH');
  });

  it('stores the billing of the verify call only when the checkout has none', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [productId]);
    const { body } = await fixture.service.call('POST /payments/create-order', { body: { amount: 2500 } }, as);
    const payment = await fixture.razorpay.pay(body.order.id);
    const verified = await fixture.service.call(
      'POST /payments/verify',
      { body: { ...payment, billing, totalAmount: 1, cart: [] } },
      as,
    );
    expect(verified.body.order).toMatchObject({ totalAmount: 2500, billing: { city: 'Hyderabad' } });
    const again = await fixture.service.call(
      'POST /payments/verify',
      { body: { ...payment, billing: { ...billing, city: 'Elsewhere' } } },
      as,
    );
    expect(again.body.order.billing).toMatchObject({ city: 'Hyderabad' });
  });

  describe('with an expired hold', () => {
    it('ends the checkout once, by the event of the catalog', async () => {
      const publishedBefore = await fixture.service.publishedCount('order.expired');
      const checkout = await fixture.begin();
      await fixture.shop.expire(checkout.orderId);
      await eventually(async () => expect((await fixture.findRecord(checkout.orderId)).phase).toBe('expired'));
      await eventually(async () =>
        expect(await fixture.service.publishedCount('order.expired')).toBe(publishedBefore + 1),
      );
      expect((await fixture.begin({ as: checkout.as, productId: checkout.productId })).orderId).not.toBe(
        checkout.orderId,
      );
    });

    it('ends the checkout by its own clock and releases the stock', async () => {
      const checkout = await fixture.begin();
      await fixture.model.updateOne({ _id: checkout.orderId }, { $set: { dueAt: new Date() } });
      await eventually(async () => expect((await fixture.findRecord(checkout.orderId)).phase).toBe('expired'));
      await eventually(() => expect(fixture.shop.stock(checkout.productId)).toBe(10));
    });

    it('holds the stock again for a late payment and sells it', async () => {
      const checkout = await fixture.begin();
      await fixture.shop.expire(checkout.orderId);
      await eventually(async () => expect((await fixture.findRecord(checkout.orderId)).phase).toBe('expired'));
      const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'twice' });
      expect((await fixture.verify(checkout.as, payment)).status).toBe(200);
      expect(fixture.shop.holdStates(checkout.orderId)).toEqual(['released', 'sold']);
      expect(fixture.shop.stock(checkout.productId)).toBe(9);
    });

    it('refunds a late payment when the price has changed', async () => {
      const checkout = await fixture.begin();
      await fixture.shop.expire(checkout.orderId);
      await eventually(async () => expect((await fixture.findRecord(checkout.orderId)).phase).toBe('expired'));
      Object.assign(fixture.shop.products.get(checkout.productId) ?? {}, { unitPaise: 260_000 });
      const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'twice' });
      expect((await fixture.verify(checkout.as, payment)).body.code).toBe('PAYMENT_REFUNDED');
      await isRefunded(checkout.orderId);
      expect(await fixture.listRefunds(payment)).toEqual([250_000]);
      expect(fixture.shop.stock(checkout.productId)).toBe(10);
    });

    it('refunds a late payment when two prices have changed and their sum has not', async () => {
      const as = fixture.buildCustomer();
      const [cheaper, dearer] = [fixture.shop.addProduct(), fixture.shop.addProduct()];
      fixture.shop.setCart(as.id, [cheaper], [dearer]);
      const { body } = await fixture.service.call('POST /payments/create-order', { body: { amount: 5000 } }, as);
      await fixture.shop.expire(body.orderId);
      await eventually(async () => expect((await fixture.findRecord(body.orderId)).phase).toBe('expired'));
      Object.assign(fixture.shop.products.get(cheaper) ?? {}, { unitPaise: 249_000 });
      Object.assign(fixture.shop.products.get(dearer) ?? {}, { unitPaise: 251_000 });
      const payment = await fixture.razorpay.pay(body.order.id, { webhook: 'never' });
      expect((await fixture.verify(as, payment)).body.code).toBe('PAYMENT_REFUNDED');
      await isRefunded(body.orderId);
      expect([cheaper, dearer].map((id) => fixture.shop.stock(id))).toEqual([10, 10]);
    });

    it('refunds a late payment once when the stock is gone', async () => {
      const checkout = await fixture.begin({ productId: fixture.shop.addProduct({ stock: 1 }) });
      await fixture.shop.expire(checkout.orderId);
      fixture.shop.setStock(checkout.productId, 0);
      const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'twice' });
      expect(await fixture.verify(checkout.as, payment)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_REFUNDED' },
      });
      await isRefunded(checkout.orderId);
      expect(await fixture.verify(checkout.as, payment)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_REFUNDED' },
      });
      expect(
        (
          await fixture.service.call(
            'POST /orders',
            { body: { payment: { razorpay_payment_id: payment.razorpay_payment_id } } },
            checkout.as,
          )
        ).body.code,
      ).toBe('PAYMENT_REFUNDED');
      expect(await fixture.listRefunds(payment)).toEqual([250_000]);
      expect(
        (await fixture.service.call('GET /orders/{userId}', { params: { userId: checkout.as.id } }, checkout.as)).body,
      ).toEqual([]);
    });
  });

  describe('interrupted between two steps', () => {
    it.each([
      ['rpc.catalog.stock.commit', 'request', 1],
      ['rpc.catalog.stock.commit', 'reply', 1],
      // More often than it is sent until its deadline.
      ['rpc.catalog.stock.commit', 'reply', 9],
    ] as const)('places the order once when %s loses its %s %i times', async (subject, what, times) => {
      const checkout = await fixture.begin();
      fixture.shop.drop(subject, what, times);
      const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'once' });
      const { status, body } = await fixture.verify(checkout.as, payment);
      expect([200, 503]).toContain(status);
      if (status === 503) expect(body.message).toContain('payment has arrived');
      await isPlaced(checkout.orderId, 20_000);
      expect([fixture.shop.stock(checkout.productId), fixture.shop.countUnits(checkout.productId, 'sold')]).toEqual([
        9, 1,
      ]);
      expect(await fixture.listRefunds(payment)).toEqual([]);
    });

    it.each([
      ['rpc.catalog.stock.hold', 'request', 2],
      ['rpc.catalog.stock.hold', 'reply', 8],
      ['rpc.catalog.stock.commit', 'reply', 2],
    ] as const)(
      'sells the units once for a late payment when %s loses its %s %i times',
      async (subject, what, times) => {
        const checkout = await fixture.begin();
        await fixture.shop.expire(checkout.orderId);
        fixture.shop.drop(subject, what, times);
        const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'twice' });
        await fixture.verify(checkout.as, payment);
        await isPlaced(checkout.orderId, 25_000);
        await eventually(() =>
          expect([
            fixture.shop.stock(checkout.productId),
            fixture.shop.countUnits(checkout.productId, 'sold'),
            fixture.shop.countUnits(checkout.productId, 'held'),
          ]).toEqual([9, 1, 0]),
        );
      },
    );

    it.each(['before the commit', 'after the commit', 'after it assigned a new hold', 'after it took the new hold'])(
      'is resumed by another process when one crashed %s',
      async (when) => {
        const checkout = await fixture.begin();
        const late = when.includes('new');
        if (late) await fixture.shop.expire(checkout.orderId);
        await eventually(async () =>
          expect((await fixture.findRecord(checkout.orderId)).phase).toBe(late ? 'expired' : 'checkout'),
        );
        const holdId = late ? `${checkout.orderId}:2` : `${checkout.orderId}:1`;
        const lines = [{ productId: checkout.productId, size: '', quantity: 1 }];
        if (when === 'after the commit') Object.assign(fixture.shop.holds.get(holdId) ?? {}, { state: 'sold' });
        if (when === 'after it took the new hold') {
          fixture.shop.holds.set(holdId, { orderId: checkout.orderId, lines, state: 'held' });
          Object.assign(fixture.shop.products.get(checkout.productId) ?? {}, { stock: 9 });
        }
        const until = new Date(Date.now() + 800);
        await fixture.model.updateOne(
          { _id: checkout.orderId },
          {
            $set: {
              phase: 'paid',
              holdId,
              holdSeq: late ? 2 : 1,
              paymentState: 'captured',
              lease: { token: 'crashed', until },
              dueAt: until,
              payment: { id: 'pay_crashed', method: 'card', amountPaise: 250_000, capturedAt: new Date() },
            },
            $unset: { open: 1 },
          },
        );
        await isPlaced(checkout.orderId);
        expect([
          fixture.shop.stock(checkout.productId),
          fixture.shop.countUnits(checkout.productId, 'sold'),
          fixture.shop.countUnits(checkout.productId, 'held'),
        ]).toEqual([9, 1, 0]);
      },
    );
  });

  describe('with a coupon', () => {
    const uses = () => fixture.service.app.get<Model<OfferUseRecord>>(getModelToken(OFFER_USE));
    const statesOf = async (orderId: string) => (await uses().find({ orderId }).lean()).map(({ state }) => state);
    const beginWithCoupon = async () => {
      const owner = buildIdentity({ id: createId(), role: 'owner' });
      const coupon = { code: `TEST-${createId().slice(0, 6).toUpperCase()}`, kind: 'percent' as const, value: 10 };
      await fixture.service.call('POST /offers', { body: coupon }, owner);
      const as = fixture.buildCustomer();
      fixture.shop.coupons.set(as.id, coupon.code);
      fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
      const { body } = await fixture.service.call(
        'POST /payments/create-order',
        { body: { amount: 2250, billing } },
        as,
      );
      expect(await statesOf(body.orderId)).toEqual(['reserved']);
      return { as, orderId: body.orderId, razorpayOrderId: body.order.id };
    };

    it('keeps its use when another process took an ended lease and placed the order', async () => {
      const { orderId, razorpayOrderId } = await beginWithCoupon();
      await fixture.shop.expire(orderId);
      await eventually(async () => expect(await statesOf(orderId)).toEqual([]));
      const stock = fixture.service.app.get(StockHolds);
      const { holdAgain } = stock;
      stock.holdAgain = async () => {
        stock.holdAgain = holdAgain;
        const ended = new Date(Date.now() - 1_000);
        await fixture.model.updateOne({ _id: orderId }, { $set: { 'lease.until': ended, dueAt: ended } });
        await isPlaced(orderId);
        return false;
      };
      const capture = { razorpayOrderId, razorpayPaymentId: `pay_${createId()}`, amountPaise: 225_000, method: 'upi' };
      const capturedAt = new Date().toISOString();
      const order = await fixture.service.app.get(CheckoutSaga).placeOrder(orderId, { ...capture, capturedAt });
      expect([order.phase, order.holdSeq, await statesOf(orderId)]).toEqual(['placed', 3, ['used']]);
    });

    it.each(['refunding', 'failed'] as const)(
      'releases its use when the process stopped as the order was %s',
      async (phase) => {
        const { as, orderId, razorpayOrderId } = await beginWithCoupon();
        await uses().updateOne({ orderId }, { $set: { state: 'used' }, $unset: { dueAt: 1 } });
        const payment = { id: `pay_${createId()}`, method: 'upi', amountPaise: 225_000, capturedAt: new Date() };
        const isFailed = phase === 'failed';
        await fixture.model.updateOne(
          { _id: orderId },
          {
            $set: { phase, dueAt: new Date(Date.now() + (isFailed ? 0 : 60_000)), ...(isFailed ? {} : { payment }) },
            $unset: { open: 1, ...(isFailed ? { razorpayOrderId: 1 } : {}) },
          },
        );
        if (!isFailed)
          await fixture.service.publish('payment.refunded', {
            orderId,
            userId: as.id,
            razorpayOrderId,
            razorpayPaymentId: payment.id,
            orderNumber: 'RV-26-0042174',
            razorpayRefundId: `rfnd_${createId()}`,
            amountPaise: payment.amountPaise,
          });
        await eventually(async () => {
          expect(await statesOf(orderId)).toEqual([]);
          expect((await fixture.findRecord(orderId)).phase).toBe(isFailed ? 'failed' : 'refunded');
        });
        if (isFailed) return;
        // Of a process that lost its lease.
        await uses().create({ offerId: createId(), orderId, userId: as.id, state: 'used', at: new Date() });
        await fixture.model.updateOne({ _id: orderId, dueAt: { $exists: true } }, { $set: { dueAt: new Date() } });
        await eventually(async () => expect(await statesOf(orderId)).toEqual([]));
        await eventually(async () => expect(await fixture.findRecord(orderId)).not.toHaveProperty('dueAt'));
      },
    );
  });

  it('refunds a second payment by one event and changes nothing else', async () => {
    const { orderId, as, payment } = await fixture.place();
    const publishedBefore = await fixture.service.publishedCount('order.unfulfillable');
    const second = {
      orderId,
      userId: as.id,
      razorpayOrderId: payment.razorpay_order_id,
      razorpayPaymentId: `pay_${createId()}`,
      amountPaise: 250_000,
      method: 'card',
      capturedAt: new Date().toISOString(),
    };
    await fixture.service.publish('payment.captured', second);
    await fixture.service.publish('payment.captured', second);
    await eventually(async () =>
      expect((await fixture.findRecord(orderId)).extraPayments).toEqual([second.razorpayPaymentId]),
    );
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await fixture.service.publishedCount('order.unfulfillable')).toBe(publishedBefore + 1);
    expect(await fixture.findRecord(orderId)).toMatchObject({
      phase: 'placed',
      paymentState: 'captured',
      payment: { id: payment.razorpay_payment_id },
    });
    const claimed = await fixture.service.call(
      'POST /orders',
      {
        body: {
          payment: { razorpay_payment_id: second.razorpayPaymentId, razorpay_order_id: payment.razorpay_order_id },
        },
      },
      as,
    );
    expect(claimed.body.code).toBe('PAYMENT_REFUNDED');
  });

  it('requests the refund of a second payment again when its capture is reported late, unless rejected', async () => {
    const { orderId, as, razorpayOrderId } = await fixture.place();
    const [second, rejected, last] = [`pay_${createId()}`, `pay_${createId()}`, `pay_${createId()}`];
    const publish = (razorpayPaymentId: string) =>
      fixture.service.publish('payment.captured', {
        orderId,
        userId: as.id,
        razorpayOrderId,
        razorpayPaymentId,
        amountPaise: 250_000,
        method: 'card',
        capturedAt: new Date(Date.now() - 120_000).toISOString(),
      });
    const countRequests = async () => {
      const requested = (await fixture.service.events('order.unfulfillable')).map(({ data }) => data.razorpayPaymentId);
      return [second, rejected, last].map((id) => requested.filter((one) => one === id).length);
    };
    await publish(second);
    await eventually(async () => expect((await fixture.findRecord(orderId)).extraPayments).toEqual([second]));
    const rejection = { orderId, razorpayPaymentId: rejected };
    await fixture.service.app.get(Commands).request('rpc.order.payment.reject', rejection);
    for (const id of [rejected, second]) await publish(id);
    await eventually(async () => expect(await countRequests()).toEqual([2, 0, 0]));
    await publish(last);
    await eventually(async () => expect(await countRequests()).toEqual([2, 0, 1]));
    expect((await fixture.findRecord(orderId)).extraPayments).toEqual([second, rejected, last]);
  });

  it('logs what happens to a placed order without a transition, with its number', async () => {
    const { orderId, as, razorpayOrderId } = await fixture.place({ quantity: 2 });
    const { orderNumber } = await fixture.findRecord(orderId);
    const lines: object[] = [];
    const logger = fixture.service.app.get<Logger>(LOGGER);
    const { info } = logger;
    logger.info = (line: { orderNumber?: string }, message?: string) => {
      if (message === 'order changed' && line.orderNumber === orderNumber) lines.push(line);
    };
    try {
      const [second, late] = [`pay_${createId()}`, `pay_${createId()}`];
      const capture = { orderId, userId: as.id, razorpayOrderId, razorpayPaymentId: second, amountPaise: 500_000 };
      const captured = { ...capture, method: 'card', capturedAt: new Date().toISOString() };
      for (let time = 0; time < 2; time += 1) await fixture.service.publish('payment.captured', captured);
      await eventually(async () => expect((await fixture.findRecord(orderId)).extraPayments).toEqual([second]));
      const commands = fixture.service.app.get(Commands);
      for (let time = 0; time < 2; time += 1)
        await commands.request('rpc.order.payment.reject', { orderId, razorpayPaymentId: late });
      const body = { requestId: randomUUID(), lines: [{ lineId: '1', quantity: 1 }] };
      for (let time = 0; time < 2; time += 1)
        await fixture.service.call('POST /orders/{orderId}/lines/cancel', { params: { orderId }, body }, as);
      expect(lines).toEqual([
        { orderId, orderNumber, outcome: 'second payment received' },
        { orderId, orderNumber, outcome: 'payment rejected' },
        { orderId, orderNumber, outcome: 'items cancelled' },
      ]);
    } finally {
      logger.info = info;
    }
  });

  it('refunds payments beyond the listed ones, and places no order by them', async () => {
    const captureOf = ({ orderId, as, razorpayOrderId }: Awaited<ReturnType<typeof fixture.begin>>) => ({
      orderId,
      userId: as.id,
      razorpayOrderId,
      razorpayPaymentId: `pay_${createId()}`,
      amountPaise: 250_000,
      method: 'card',
      capturedAt: new Date().toISOString(),
    });
    const unlisted = async () => {
      const { body } = await fixture.service.app.inject('/metrics');
      return Number(/^order_payments_unlisted_total (\d+)$/m.exec(body)?.[1]);
    };
    const [placed, expired] = [await fixture.place(), await fixture.begin()];
    await fixture.shop.expire(expired.orderId);
    await eventually(async () => expect((await fixture.findRecord(expired.orderId)).phase).toBe('expired'));
    const listed = Array.from({ length: 99 }, (_none, index) => `pay_${index}`);
    await fixture.model.updateMany(
      { _id: { $in: [placed.orderId, expired.orderId] } },
      { $set: { extraPayments: listed } },
    );
    const before = await unlisted();
    const [last, ...further] = Array.from({ length: 3 }, () => captureOf(placed));
    for (const capture of [last, ...further]) if (capture) await fixture.service.publish('payment.captured', capture);
    await eventually(async () => expect(await unlisted()).toBe(before + 2), 30_000);
    expect((await fixture.findRecord(placed.orderId)).extraPayments).toHaveLength(100);

    await fixture.model.updateOne({ _id: expired.orderId }, { $push: { extraPayments: 'pay_99' } });
    const late = captureOf(expired);
    await fixture.service.publish('payment.captured', late);
    await eventually(async () => expect(await unlisted()).toBe(before + 3), 30_000);
    expect(await fixture.findRecord(expired.orderId)).toMatchObject({ phase: 'expired' });
    await eventually(async () => {
      const requested = (await fixture.service.events('order.unfulfillable')).map(({ data }) => data.razorpayPaymentId);
      for (const { razorpayPaymentId } of [...further, late])
        expect(requested.filter((id) => id === razorpayPaymentId)).toHaveLength(1);
    }, 30_000);
  }, 120_000);

  it('requests an unconfirmed refund again, with back-off', async () => {
    const checkout = await fixture.begin();
    const due = new Date();
    await fixture.model.updateOne(
      { _id: checkout.orderId },
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
    const publishedBefore = await fixture.service.publishedCount('order.unfulfillable');
    await fixture.service.app.get(Sweeper).sweep();
    await eventually(async () =>
      expect(await fixture.service.publishedCount('order.unfulfillable')).toBe(publishedBefore + 1),
    );
    expect((await fixture.findRecord(checkout.orderId)).dueAt?.getTime()).toBeGreaterThan(due.getTime() + 50_000);
  });
});
