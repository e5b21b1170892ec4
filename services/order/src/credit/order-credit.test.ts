import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';
import { OrderCredit } from './order-credit.service.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Meera', email: 'meera@example.com' });

describe('checkouts that are paid in more than one way', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const callPayment = async <T>(method: string, path: string, as: Identity, body?: object): Promise<T> => {
    const response = await fetch(`${fixture.paymentService.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...testIdentityHeader('payment', as) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as T;
  };
  const creditOf = async (as: Identity) => {
    const { credit } = await callPayment<CallResponse<'GET /credit'>>('GET', '/credit', as);
    const { balance, reserved, movements } = credit;
    return { balance, reserved, reasons: movements.map(({ reason }) => reason) };
  };
  /** A customer with store credit, and a saree for 2,500 rupees in the cart. */
  const prepare = async (amount: number, stock = 10) => {
    const as = fixture.buildCustomer();
    const grant = { requestId: randomUUID(), amount, reason: 'goodwill', note: 'Late parcel' };
    await callPayment('POST', `/credit/customers/${as.id}`, owner, grant);
    const productId = fixture.shop.addProduct({ stock });
    fixture.shop.setCart(as.id, [productId]);
    return { as, productId };
  };
  const create = (
    as: Identity,
    request: { amount?: number; method?: 'online' | 'cod' | 'part'; useCredit?: boolean },
  ) => fixture.service.call('POST /payments/create-order', { body: { amount: 2_500, billing, ...request } }, as);
  const confirm = (as: Identity, orderNumber = '') =>
    fixture.service.call('POST /orders/credit/confirm', { body: { orderNumber } }, as);
  const setStatus = async (orderId: string, status: 'Shipped' | 'Delivered' | 'Cancelled') =>
    (await fixture.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, owner)).body
      .order;
  const hasPhase = (orderId: string, phase: string) =>
    eventually(async () => expect((await fixture.findRecord(orderId)).phase).toBe(phase));

  it('pays what store credit leaves over at Razorpay; a cancellation returns each its way', async () => {
    const { as } = await prepare(1_000.5);
    const { status, body } = await create(as, { useCredit: true });
    expect([status, body.order.amount, body.totalAmount, body.creditAmount]).toEqual([200, 149_950, 2_500, 1_000.5]);
    expect(await creditOf(as)).toMatchObject({ balance: 0, reserved: 1_000.5 });
    expect((await create(as, { useCredit: true })).body.orderId).toBe(body.orderId);

    const payment = await fixture.razorpay.pay(body.order.id);
    const { order } = (await fixture.verify(as, payment)).body;
    expect(order).toMatchObject({ totalAmount: 2_500, creditAmount: 1_000.5, paidOnline: 1_499.5 });
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 0, reserved: 0 }));

    const cancel = { params: { orderId: body.orderId } };
    const cancelled = await fixture.service.call('POST /orders/cancel/{orderId}', cancel, as);
    expect(cancelled.body.message).toBe(
      'Your order is cancelled. We are refunding your original payment method. ' +
        '₹1,000.50 is added to your store credit.',
    );
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([149_950]));
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 1_000.5, reserved: 0 }));
    expect((await creditOf(as)).reasons).toEqual(['order_cancelled', 'order_paid', 'order_reserved', 'goodwill']);
  });

  it('places an order that store credit covers, once, without Razorpay', async () => {
    const { as, productId } = await prepare(3_000);
    const { body } = await create(as, { useCredit: true });
    expect([body.order.amount, body.order.id, body.creditAmount]).toEqual([0, body.orderNumber, 2_500]);
    expect((await confirm(fixture.buildCustomer(), body.orderNumber)).body.code).toBe('ORDER_NOT_FOUND');
    const both = await Promise.all([confirm(as, body.orderNumber), confirm(as, body.orderNumber)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body.order).toMatchObject({ status: 'Pending', paymentState: 'captured', creditAmount: 2_500 });
    expect(both[0].body.order).not.toHaveProperty('cash');
    expect(fixture.shop.countUnits(productId, 'sold')).toBe(1);
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 500, reserved: 0 }));

    expect(await setStatus(body.orderId, 'Cancelled')).toMatchObject({ paymentState: 'refunded' });
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 3_000, reserved: 0 }));
    expect((await fixture.findRecord(body.orderId)).dueAt).toBeUndefined();
  });

  it('leaves at least one rupee to be paid online', async () => {
    const { as } = await prepare(2_499.5);
    const { body } = await create(as, { useCredit: true });
    expect([body.order.amount, body.creditAmount]).toEqual([100, 2_499]);
  });

  it('releases the credit of a checkout that ends or is replaced, and of one without stock', async () => {
    const { as } = await prepare(1_000);
    const { body } = await create(as, { useCredit: true });
    await create(as, {});
    expect(await creditOf(as)).toMatchObject({ balance: 1_000, reserved: 0 });
    const second = await create(as, { useCredit: true });
    await fixture.shop.expire(second.body.orderId);
    await hasPhase(second.body.orderId, 'expired');
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 1_000, reserved: 0 }));
    expect(second.body.orderId).not.toBe(body.orderId);

    const poor = await prepare(1_000, 0);
    expect((await create(poor.as, { useCredit: true })).body.code).toBe('OUT_OF_STOCK');
    expect(await creditOf(poor.as)).toMatchObject({ balance: 1_000, reserved: 0 });
  });

  it('offers the credit that a pending checkout has reserved, and never twice', async () => {
    const { as } = await prepare(1_000);
    const offers = async () => {
      const { body } = await fixture.service.call('GET /payments/methods', { query: { useCredit: 'true' } }, as);
      const [online] = body.methods;
      return [body.credit, online?.creditAmount, online?.payNow];
    };
    const { body } = await create(as, { useCredit: true });
    expect(await creditOf(as)).toMatchObject({ balance: 0, reserved: 1_000 });
    expect(await offers()).toEqual([1_000, 1_000, 1_500]);
    const again = await create(as, { useCredit: true });
    expect([again.body.orderId, again.body.order.amount]).toEqual([body.orderId, 150_000]);

    // The checkout ends while its credit is being read.
    const credit = fixture.service.app.get(OrderCredit);
    const { balancePaise } = credit;
    credit.balancePaise = async (userId) => {
      credit.balancePaise = balancePaise;
      await fixture.shop.expire(body.orderId);
      await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 1_000, reserved: 0 }));
      return credit.balancePaise(userId);
    };
    expect(await offers()).toEqual([1_000, 1_000, 1_500]);
    expect(await offers()).toEqual([1_000, 1_000, 1_500]);

    // One that is replaced releases its credit first.
    const second = await create(as, { useCredit: true });
    const third = await create(as, { method: 'part', useCredit: true });
    expect([third.status, third.body.creditAmount]).toEqual([200, 1_000]);
    expect(third.body.orderId).not.toBe(second.body.orderId);
    expect(await offers()).toEqual([1_000, 1_000, 1_500]);
  });

  it('reserves the credit again for a late payment, and refunds the payment when it was spent meanwhile', async () => {
    const late = await prepare(1_000);
    const requests: { orderId?: string; orderNumber?: string }[] = [];
    for (const change of ['reserve', 'release'])
      fixture.service.nats.subscribe(`rpc.payment.credit.${change}`, {
        callback: (_error, message) => void requests.push(message.json()),
      });
    const { body } = await create(late.as, { useCredit: true });
    await fixture.shop.expire(body.orderId);
    await hasPhase(body.orderId, 'expired');
    await eventually(async () => expect(await creditOf(late.as)).toMatchObject({ balance: 1_000 }));
    expect((await fixture.verify(late.as, await fixture.razorpay.pay(body.order.id))).status).toBe(200);
    await eventually(async () => expect(await creditOf(late.as)).toMatchObject({ balance: 0, reserved: 0 }));
    const { orderNumber } = await fixture.findRecord(body.orderId);
    // Reserved, released and reserved again, each for the log of the payment service.
    const numbers = requests.flatMap((one) => (one.orderId === body.orderId ? one.orderNumber : []));
    expect(numbers).toEqual(Array(3).fill(orderNumber));

    const spent = await prepare(1_000);
    const first = await create(spent.as, { useCredit: true });
    await fixture.shop.expire(first.body.orderId);
    await hasPhase(first.body.orderId, 'expired');
    await eventually(async () => expect(await creditOf(spent.as)).toMatchObject({ balance: 1_000 }));
    const other = await create(spent.as, { useCredit: true });
    expect((await fixture.verify(spent.as, await fixture.razorpay.pay(other.body.order.id))).status).toBe(200);
    const payment = await fixture.razorpay.pay(first.body.order.id);
    expect((await fixture.verify(spent.as, payment)).body).toMatchObject({ code: 'PAYMENT_REFUNDED' });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([150_000]));
    await eventually(async () => expect(await creditOf(spent.as)).toMatchObject({ balance: 0, reserved: 0 }));
  });

  describe('reserved late', () => {
    /** As a process does that was slow. */
    const reserveLate = (as: Identity, orderId: string) =>
      fixture.service.app
        .get(Commands)
        .request('rpc.payment.credit.reserve', { userId: as.id, orderId, amountPaise: 100_000 });
    const isDueLater = async (orderId: string) =>
      expect((await fixture.findRecord(orderId)).dueAt?.getTime()).toBeGreaterThan(Date.now() + 30_000);
    const isReleasedLater = async (as: Identity, orderId: string) => {
      expect(await creditOf(as)).toMatchObject({ balance: 0, reserved: 1_000 });
      await eventually(() => isDueLater(orderId));
      const { history } = await fixture.findRecord(orderId);
      const past = new Date(Date.now() - 60_000);
      const earlier = history.map((entry) => ({ ...entry, at: past }));
      await fixture.model.updateOne({ _id: orderId }, { $set: { dueAt: past, history: earlier } });
      await eventually(async () => expect((await fixture.findRecord(orderId)).dueAt).toBeUndefined());
      expect(await creditOf(as)).toMatchObject({ balance: 1_000, reserved: 0 });
    };
    const expire = async (as: Identity) => {
      const { body } = await create(as, { useCredit: true });
      await fixture.shop.expire(body.orderId);
      await hasPhase(body.orderId, 'expired');
      await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 1_000, reserved: 0 }));
      return body;
    };

    it('is released when its checkout had expired', async () => {
      const { as } = await prepare(1_000);
      const { orderId } = await expire(as);
      await reserveLate(as, orderId);
      await isReleasedLater(as, orderId);
    });

    it('is released when the late payment of its order was refunded', async () => {
      const { as, productId } = await prepare(1_000);
      const { orderId, order } = await expire(as);
      fixture.shop.setStock(productId, 0);
      const { body } = await fixture.verify(as, await fixture.razorpay.pay(order.id));
      expect(body).toMatchObject({ code: 'PAYMENT_REFUNDED' });
      await hasPhase(orderId, 'refunded');
      await reserveLate(as, orderId);
      await isReleasedLater(as, orderId);
    });

    it('is released when the sweeper ended its checkout before, and Razorpay is down', async () => {
      const { as } = await prepare(1_000);
      const credit = fixture.service.app.get(OrderCredit);
      const { reserve } = credit;
      let orderId = '';
      credit.reserve = async (order, totalPaise) => {
        credit.reserve = reserve;
        orderId = String(order._id);
        await fixture.model.updateOne({ _id: orderId }, { $set: { dueAt: new Date() } });
        await hasPhase(orderId, 'failed');
        await eventually(() => isDueLater(orderId));
        return credit.reserve(order, totalPaise);
      };
      await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
      const { body } = await create(as, { useCredit: true });
      await fixture.razorpay.faults();
      expect(body.code).toBe('PAYMENT_PROVIDER_FAILED');
      await isReleasedLater(as, orderId);
    });

    it('does not keep a checkout for longer than an hour when the account of its customer is deleted', async () => {
      const { as } = await prepare(1_000);
      const { body } = await create(as, { useCredit: true });
      const deletedAt = new Date().toISOString();
      await fixture.service.publish('user.deleted', { userId: as.id, email: as.email, deletedAt });
      await eventually(async () => {
        const { phase, purgeAt } = await fixture.findRecord(body.orderId);
        expect([phase, (purgeAt?.getTime() ?? Infinity) - Date.now() < 3_600_000]).toEqual(['expired', true]);
      });
    });
  });

  it('takes an advance online and the rest on delivery; a cancellation refunds the advance', async () => {
    const { as } = await prepare(500);
    const offers = (await fixture.service.call('GET /payments/methods', {}, as)).body;
    expect(offers.credit).toBe(500);
    expect(offers.methods.find(({ method }) => method === 'part')).toEqual({
      method: 'part',
      isAvailable: true,
      fee: 0,
      totalAmount: 2_500,
      quoteHash: expect.any(String),
      payNow: 500,
      dueOnDelivery: 2_000,
    });
    const withCredit = await fixture.service.call('GET /payments/methods', { query: { useCredit: 'true' } }, as);
    expect(withCredit.body.methods[2]).toMatchObject({ creditAmount: 500, payNow: 400, dueOnDelivery: 1_600 });
    const { body } = await create(as, { method: 'part', useCredit: true });
    expect([body.order.amount, body.creditAmount, body.dueOnDelivery]).toEqual([40_000, 500, 1_600]);
    const advance = await fixture.razorpay.pay(body.order.id);
    const { order } = (await fixture.verify(as, advance)).body;
    expect(order).toMatchObject({ creditAmount: 500, paidOnline: 400, cash: { due: 1_600 }, paymentState: 'captured' });
    await setStatus(body.orderId, 'Shipped');
    expect((await setStatus(body.orderId, 'Delivered')).cash).toMatchObject({
      due: 1_600,
      collectedAt: expect.any(String),
    });
    // Cancelled after that: the advance goes back to Razorpay, cash and credit become store credit.
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 0, reserved: 0 }));
    expect(await setStatus(body.orderId, 'Cancelled')).toMatchObject({ paymentState: 'refunded' });
    await eventually(async () => expect(await fixture.listRefunds(advance)).toEqual([40_000]));
    await eventually(async () => expect(await creditOf(as)).toMatchObject({ balance: 2_100, reserved: 0 }));

    const next = await prepare(500);
    const second = await create(next.as, { method: 'part' });
    expect([second.body.order.amount, second.body.dueOnDelivery]).toEqual([50_000, 2_000]);
    const payment = await fixture.razorpay.pay(second.body.order.id);
    await fixture.verify(next.as, payment);
    await fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId: second.body.orderId } }, next.as);
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([50_000]));
    expect((await fixture.findRecord(second.body.orderId)).cash?.state).toBe('void');
    expect(await creditOf(next.as)).toMatchObject({ balance: 500, reserved: 0 });
  });

  it('lowers what is due on delivery; credit that covers an order is not combined with cash', async () => {
    const { as } = await prepare(1_000);
    const { body } = await create(as, { amount: 2_549, method: 'cod', useCredit: true });
    expect([body.totalAmount, body.creditAmount, body.dueOnDelivery]).toEqual([2_549, 1_000, 1_549]);
    const code = fixture.shop.codeOf(body.orderNumber);
    const confirmed = await fixture.service.call(
      'POST /orders/cod/confirm',
      { body: { orderNumber: body.orderNumber, code } },
      as,
    );
    expect(confirmed.body.message).toBe('Your order is placed. Pay ₹1,549 in cash on delivery.');
    expect(confirmed.body.order).toMatchObject({ creditAmount: 1_000, cash: { due: 1_549 } });

    const rich = await prepare(5_000);
    expect((await create(rich.as, { amount: 2_549, method: 'cod', useCredit: true })).body.code).toBe(
      'CREDIT_COVERS_TOTAL',
    );
    expect(await creditOf(rich.as)).toMatchObject({ balance: 5_000, reserved: 0 });
    expect(fixture.shop.stock(rich.productId)).toBe(10);
  });
});
