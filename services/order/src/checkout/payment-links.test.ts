import { randomUUID } from 'node:crypto';
import type { OfferInput } from '@rangavalli/contracts/entities/offer';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createOrderPlaced } from '../events/order-events.js';
import { createId } from '../testing/fake-shop.js';
import { failureNoticeAt } from './failure-notice.js';
import { billing, type Checkout, OrderFixture } from '../testing/order-fixture.js';

const staff = buildIdentity({ id: createId(), role: 'owner', name: 'Priya', email: 'priya@example.com' });
const { email: _, ...address } = billing;
const leaving = { email: 'leela@example.com', phone: '9876500000' };

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await OrderFixture.start();
});
afterAll(() => fixture.stop());

const requestLink = ({ as, orderId }: Checkout) =>
  fixture.service.call('POST /orders/payment-link', { body: { orderNumber: orderId } }, as);
const linkAtRazorpay = async (url: string): Promise<string> => {
  const { links } = (await fixture.razorpay.state()) as unknown as { links: { id: string; short_url: string }[] };
  return links.find(({ short_url }) => short_url === url)?.id ?? '';
};
const pay = async (url: string, more: object = {}) =>
  fixture.razorpay.simulate<{ razorpay_payment_id: string }>('/simulate/pay', {
    payment_link_id: await linkAtRazorpay(url),
    method: 'upi',
    ...more,
  });
const phaseOf = async (orderId: string) => (await fixture.findRecord(orderId)).phase;
const expire = async (checkout: Checkout) => {
  await fixture.shop.expire(checkout.orderId);
  await eventually(async () => expect(await phaseOf(checkout.orderId)).toBe('expired'));
};
const refundsOf = async (paymentId: string): Promise<number[]> =>
  (await fixture.razorpay.state()).refunds.filter((one) => one.payment_id === paymentId).map(({ amount }) => amount);

describe('a payment link for a failed payment', () => {
  it('places the order when it is paid, and is listed until then', async () => {
    const checkout = await fixture.begin();
    const first = await requestLink(checkout);
    expect(first.status).toBe(200);
    expect((await requestLink(checkout)).body.link).toEqual(first.body.link);
    const list = () => fixture.service.call('GET /orders/payment-links', {}, checkout.as);
    expect((await list()).body.links).toEqual([first.body.link]);
    await pay(first.body.link.url, { webhook: 'twice' });
    await eventually(async () => expect(await phaseOf(checkout.orderId)).toBe('placed'));
    expect((await list()).body.links).toEqual([]);
    expect(fixture.shop.holdStates(checkout.orderId)).toEqual(['sold']);
  });

  it('is not for other customers, and not for an order that is placed', async () => {
    const checkout = await fixture.begin();
    const other = { ...checkout, as: fixture.buildCustomer() };
    expect((await requestLink(other)).body.code).toBe('ORDER_NOT_FOUND');
    expect((await requestLink(await fixture.place())).body.code).toBe('PAYMENT_LINK_CLOSED');
  });

  it('places the order after the hold has expired while there is stock, and is refunded once without', async () => {
    const kept = await fixture.begin();
    const lost = await fixture.begin({ productId: fixture.shop.addProduct({ stock: 1 }) });
    const [keptLink, lostLink] = [await requestLink(kept), await requestLink(lost)];
    await Promise.all([expire(kept), expire(lost)]);
    fixture.shop.setStock(lost.productId, 0);
    await pay(keptLink.body.link.url);
    const { razorpay_payment_id: refunded } = await pay(lostLink.body.link.url);
    await eventually(async () => expect(await phaseOf(kept.orderId)).toBe('placed'));
    await eventually(async () => expect(await phaseOf(lost.orderId)).toBe('refunded'));
    expect(await refundsOf(refunded)).toEqual([250_000]);
  });

  it('that is paid beside the checkout itself is refunded once', async () => {
    const checkout = await fixture.begin();
    const { body } = await requestLink(checkout);
    await fixture.verify(checkout.as, await fixture.razorpay.pay(checkout.razorpayOrderId));
    const { razorpay_payment_id: second } = await pay(body.link.url, { late: true, webhook: 'twice' });
    await eventually(async () => expect(await refundsOf(second)).toEqual([250_000]));
    expect(await phaseOf(checkout.orderId)).toBe('placed');
  });
});

describe('a payment that fails', () => {
  const fail = ({ razorpayOrderId }: Checkout) =>
    fixture.razorpay.pay(razorpayOrderId, { outcome: 'failed', webhook: 'twice' });
  const scheduledOf = async (orderId: string) => (await fixture.findRecord(orderId)).failureNoticeAt;
  const scheduled = ({ orderId }: Checkout) =>
    eventually(async () => expect(await scheduledOf(orderId)).toBeInstanceOf(Date));
  /** Lets the time of its link come. */
  const settle = async ({ orderId }: Checkout) => {
    await fixture.model.updateOne({ _id: orderId }, { $set: { failureNoticeAt: new Date(0) } });
    await eventually(async () => expect(await scheduledOf(orderId)).toBeUndefined());
  };
  const failAgain = async ({ orderId, as, razorpayOrderId }: Checkout) => {
    const payment = { razorpayOrderId, razorpayPaymentId: `pay_late_${orderId}`, reason: 'The payment failed.' };
    await fixture.service.publish('payment.failed', { orderId, userId: as.id, ...payment });
    await eventually(async () => expect(await fixture.service.hasHandled('payment.failed')).toBe(true));
  };
  const linksOf = async ({ orderId }: Checkout) =>
    (await fixture.service.events('payment.link.changed'))
      .map(({ data }) => data)
      .filter((data) => data.orderId === orderId && data.state === 'open');

  it('leads to one link, which does not extend the hold, and with which the order is paid', async () => {
    const checkout = await fixture.begin();
    const { holdExpiresAt } = await fixture.findRecord(checkout.orderId);
    await fail(checkout);
    await scheduled(checkout);
    expect(await fixture.findRecord(checkout.orderId)).not.toHaveProperty('paymentLink');
    await settle(checkout);
    const { paymentLink } = await fixture.findRecord(checkout.orderId);
    const link = {
      reason: 'payment_failed',
      url: paymentLink?.url,
      amountPaise: 250_000,
      customer: { name: 'Asha Rao', email: checkout.as.email, phone: '9000011111' },
    };
    await eventually(async () => expect(await linksOf(checkout)).toMatchObject([link]));

    // As after a crash between its creation and the write, with a further failure.
    await fixture.model.updateOne({ _id: checkout.orderId }, { $unset: { paymentLink: 1 } });
    await settle(checkout);
    await failAgain(checkout);
    const { phase, failureNoticeAt, ...order } = await fixture.findRecord(checkout.orderId);
    expect([phase, failureNoticeAt]).toEqual(['checkout', undefined]);
    expect(order).toMatchObject({ paymentLink, holdExpiresAt });
    expect(await linksOf(checkout)).toHaveLength(1);

    await pay(paymentLink?.url ?? '');
    await eventually(async () => expect(await phaseOf(checkout.orderId)).toBe('placed'));
  });

  it('leads to none when the order is paid in time, has ended, or the customer has requested one', async () => {
    const [paid, ended, requested] = [await fixture.begin(), await fixture.begin(), await fixture.begin()];
    await Promise.all([paid, ended, requested].map(fail));
    await Promise.all([paid, ended, requested].map(scheduled));
    await fixture.verify(paid.as, await fixture.razorpay.pay(paid.razorpayOrderId));
    await expire(ended);
    const { body } = await requestLink(requested);
    await Promise.all([paid, ended, requested].map(settle));
    expect([await linksOf(paid), await linksOf(ended)]).toEqual([[], []]);
    await eventually(async () => expect(await linksOf(requested)).toMatchObject([{ url: body.link.url }]));
    expect((await linksOf(requested))[0]).not.toHaveProperty('reason');
    // Reported late: nothing is scheduled any more.
    for (const one of [paid, ended, requested]) await failAgain(one);
    for (const { orderId } of [paid, ended, requested]) expect(await scheduledOf(orderId)).toBeUndefined();
  });

  it('leads to a link later when the customer tries again', async () => {
    const checkout = await fixture.begin();
    const soon = new Date(Date.now() + 60_000);
    await fixture.model.updateOne({ _id: checkout.orderId }, { $set: { failureNoticeAt: soon } });
    await fixture.begin({ as: checkout.as, productId: checkout.productId });
    const { failureNoticeAt = soon } = await fixture.findRecord(checkout.orderId);
    expect(failureNoticeAt.getTime()).toBeGreaterThan(soon.getTime());
  });

  it.each([
    ['five minutes later', 0, 5],
    ['before the checkout ends', 12, 14],
    ['not while the customer may still be trying', 13.5, 14.5],
  ])('leads to a link %s', (_when, failedAfter, sentAfter) => {
    const start = Date.parse('2026-11-30T09:00:00.000Z');
    const minutes = (count: number) => start + count * 60_000;
    const checkout = { holdExpiresAt: new Date(minutes(15)) };
    expect(failureNoticeAt(checkout, 300_000, minutes(failedAfter))).toEqual(new Date(minutes(sentAfter)));
  });
});

it('of a replaced checkout, or of the same cart that is bought again, is cancelled', async () => {
  const replaced = await fixture.begin();
  const links = [await requestLink(replaced)];
  await fixture.begin({ as: replaced.as, quantity: 2 });
  const again = await fixture.begin();
  links.push(await requestLink(again));
  await expire(again);
  await fixture.begin({ as: again.as, productId: again.productId });
  await eventually(async () => {
    const state = (await fixture.razorpay.state()) as unknown as { links: { short_url: string; status: string }[] };
    const statuses = links.map(({ body }) => state.links.find((link) => link.short_url === body.link.url)?.status);
    expect(statuses).toEqual(['cancelled', 'cancelled']);
  });
  const { razorpay_payment_id: late } = await pay(links[1]?.body.link.url ?? '', { late: true });
  await eventually(async () => expect(await refundsOf(late)).toEqual([250_000]));
});

describe('a phone order', () => {
  const take = (productId: string, more: object = {}) =>
    fixture.service.call(
      'POST /orders/phone',
      {
        body: {
          requestId: randomUUID(),
          customer: { email: 'meera@example.com', name: 'Meera Nair', phone: '9876543210' },
          lines: [{ productId, size: '', quantity: 2 }],
          billing: address,
          method: 'link' as const,
          ...more,
        },
      },
      staff,
    );

  it('is held for a day beside the own checkout of the customer, and placed when its link is paid', async () => {
    const productId = fixture.shop.addProduct({ stock: 5 });
    const first = await take(productId);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ totalAmount: 5_000, isPlaced: false });
    const { orderId, link } = first.body;
    const { userId, holdExpiresAt, takenBy } = await fixture.findRecord(orderId);
    expect(takenBy).toEqual({ id: staff.id, name: 'Priya' });
    expect((holdExpiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(86_000_000);
    await fixture.begin({ as: buildIdentity({ id: userId }), productId });
    expect(await phaseOf(orderId)).toBe('checkout');
    expect(fixture.shop.stock(productId)).toBe(2);
    await pay(link?.url ?? '');
    await eventually(async () => expect(await phaseOf(orderId)).toBe('placed'));
  });

  it('and an exchange are published as not bought from the cart', async () => {
    const { orderId } = (await take(fixture.shop.addProduct(), { method: 'cod' })).body;
    const bought = await fixture.place();
    const exchange = { ...(await fixture.findRecord(bought.orderId)), cartKey: `exchange:${createId()}` };
    expect(createOrderPlaced(exchange, new Date()).data.isFromCart).toBe(false);
    await eventually(async () => {
      const placed = (await fixture.service.events('order.placed')).map(({ data }) => data);
      const flagOf = (id: string) => placed.filter((data) => data.orderId === id).map(({ isFromCart }) => isFromCart);
      expect([flagOf(orderId), flagOf(bought.orderId)]).toEqual([[false], [undefined]]);
    });
  });

  it('is one order for a form that is sent a hundred times', async () => {
    const productId = fixture.shop.addProduct({ stock: 300 });
    const requestId = randomUUID();
    await Promise.allSettled(Array.from({ length: 100 }, () => take(productId, { requestId })));
    const again = await take(productId, { requestId });
    expect(again.status).toBe(200);
    expect(await fixture.model.countDocuments({ requestId })).toBe(1);
    expect(fixture.shop.stock(productId)).toBe(298);
  });

  it('is refused for a product that needs measurements, and nothing is held', async () => {
    const field = { label: 'Blouse measurements', kind: 'text' as const, maxLength: 100 };
    const productId = fixture.shop.addProduct({ personalisationFields: [{ ...field, required: true }] });
    const customer = { email: 'measured@example.com', name: 'Meera Nair', phone: '9876543210' };
    for (const method of ['link', 'cod'])
      expect(await take(productId, { customer, method })).toMatchObject({
        status: 409,
        body: {
          code: 'PERSONALISATION_INVALID',
          message:
            'Kanchipuram pattu needs “Blouse measurements”, which cannot be entered for an order by phone. ' +
            'Remove it here; the customer can order it in the shop.',
        },
      });
    expect(fixture.shop.stock(productId)).toBe(10);
    expect(fixture.shop.accounts.has(customer.email)).toBe(false);
    const optional = fixture.shop.addProduct({ personalisationFields: [{ ...field, required: false }] });
    expect((await take(optional)).status).toBe(200);
  });

  it('is refused with a coupon that does not apply, and nothing is held', async () => {
    const productId = fixture.shop.addProduct();
    const offer = { code: 'PREPAID', kind: 'percent' as const, value: 10, methods: ['online' as const] };
    await fixture.service.call('POST /offers', { body: offer as unknown as OfferInput }, staff);
    expect(await take(productId, { coupon: 'PREPIAD' })).toMatchObject({
      status: 409,
      body: { code: 'COUPON_UNKNOWN', message: 'This coupon code does not exist. Please check it for a typing error.' },
    });
    expect((await take(productId, { coupon: 'PREPAID', method: 'cod' })).body.code).toBe('COUPON_METHOD');
    expect(fixture.shop.stock(productId)).toBe(10);
    expect(fixture.shop.countUnits(productId, 'held')).toBe(0);
    expect((await take(productId, { coupon: 'PREPAID' })).body.totalAmount).toBe(4_500);
  });

  it('is among the holds, and ends with the account of its customer', async () => {
    const productId = fixture.shop.addProduct();
    const { orderId, link } = (await take(productId, { customer: { ...leaving, name: 'Leela Das' } })).body;
    const { userId } = await fixture.findRecord(orderId);
    const { body } = await fixture.service.call('GET /orders/admin/holds', { query: { q: 'leela' } }, staff);
    expect(body.holds).toMatchObject([{ orderId, units: 2, customer: { id: userId } }]);
    await fixture.service.publish('user.deleted', {
      userId,
      email: leaving.email,
      deletedAt: new Date().toISOString(),
    });
    await eventually(async () => expect(await fixture.model.findById(orderId)).toBeNull());
    expect(fixture.shop.stock(productId)).toBe(10);
    await eventually(async () => {
      const { links } = (await fixture.razorpay.state()) as unknown as {
        links: { short_url: string; status: string }[];
      };
      expect(links.find(({ short_url }) => short_url === link?.url)?.status).toBe('cancelled');
    });
  });

  it('leaves nothing behind when an item is out of stock or the PIN code is wrong', async () => {
    const productId = fixture.shop.addProduct({ stock: 1 });
    expect((await take(productId)).body.code).toBe('INSUFFICIENT_STOCK');
    expect((await take(productId, { billing: { ...address, pincode: '999999' } })).status).toBe(400);
    expect(fixture.shop.stock(productId)).toBe(1);
  });
});
