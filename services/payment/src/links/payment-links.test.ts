import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId, type OpenOrder, PaymentFixture } from '../testing/payment-fixture.js';

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await PaymentFixture.start({ RECONCILE_MS: '100', RECONCILE_AFTER_MS: '300' });
});
afterAll(() => fixture.stop());
afterEach(() => fixture.razorpay.faults());

interface Link {
  id: string;
  reference_id: string;
  status: string;
}
const linksAtRazorpay = async (reference: string): Promise<Link[]> => {
  const state = (await fixture.razorpay.state()) as unknown as { links: Link[] };
  return state.links.filter(({ reference_id }) => reference_id === reference);
};
const requestOf = ({ orderId, orderNumber, userId, amountPaise }: OpenOrder) => ({
  orderId,
  orderNumber,
  userId,
  amountPaise,
  customer: { name: 'Meera', email: 'meera@example.com' },
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});
const createLink = (opened: OpenOrder) => fixture.commands.request('rpc.payment.link.create', requestOf(opened));
const linkIdOf = async ({ orderId }: OpenOrder): Promise<string> => (await fixture.record(orderId)).link?.id ?? '';
const payLink = (payment_link_id: string, more: object = {}) =>
  fixture.razorpay.simulate<{ razorpay_payment_id: string }>('/simulate/pay', {
    payment_link_id,
    method: 'upi',
    webhook: 'never',
    ...more,
  });
const capturesOf = async ({ orderId }: OpenOrder): Promise<string[]> =>
  (await fixture.record(orderId)).captures.map(({ paymentId }) => paymentId);
const eventOf = (name: string, linkId: string, reference: string, paymentId?: string) => ({
  event: name,
  payload: {
    payment_link: { entity: { id: linkId, reference_id: reference } },
    ...(paymentId
      ? { payment: { entity: { id: paymentId, amount: 499_900, currency: 'INR', status: 'captured' } } }
      : {}),
  },
});

describe('a payment link', () => {
  it('is one per order, also for a hundred simultaneous requests, and is published once', async () => {
    const opened = await fixture.open();
    const replies = await Promise.all(Array.from({ length: 100 }, () => createLink(opened)));
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1);
    expect(await linksAtRazorpay(opened.orderNumber)).toHaveLength(1);
    await eventually(async () => {
      const published = await fixture.service.events('payment.link.changed');
      const own = published.filter(({ data }) => data.orderId === opened.orderId);
      expect(own.map(({ data }) => [data.state, data.url])).toEqual([['open', replies[0]?.url]]);
    });
  });

  it('that was made for a failed payment is published again, once, when somebody requests it', async () => {
    const opened = await fixture.open();
    const { url } = await fixture.commands.request('rpc.payment.link.create', {
      ...requestOf(opened),
      reason: 'payment_failed',
    });
    for (const _time of [1, 2]) expect((await createLink(opened)).url).toBe(url);
    await eventually(async () => {
      const published = await fixture.service.events('payment.link.changed');
      const own = published.filter(({ data }) => data.orderId === opened.orderId);
      expect(own.map(({ data }) => [data.state, data.reason])).toEqual([
        ['open', 'payment_failed'],
        ['open', undefined],
      ]);
    });
    expect(await linksAtRazorpay(opened.orderNumber)).toHaveLength(1);
  });

  it('is found again after a crash between creating and storing it', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.faults({ path: '/v1/payment_links', method: 'POST', drop: 'after', times: 1 });
    const { url } = await createLink(opened);
    await fixture.model.updateOne(
      { _id: opened.orderId },
      { $set: { 'link.state': 'requested', nextCheckAt: new Date() }, $unset: { 'link.id': 1, 'link.url': 1 } },
    );
    await eventually(async () =>
      expect((await fixture.record(opened.orderId)).link).toMatchObject({ state: 'open', url }),
    );
    expect(await linksAtRazorpay(opened.orderNumber)).toHaveLength(1);
  });

  it('that Razorpay creates only after the order was paid is cancelled, and sent to nobody', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.faults({ path: '/v1/payment_links', method: 'POST', status: 503, error_rate: 1 });
    await expect(createLink(opened)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    await fixture.razorpay.pay(opened.razorpayOrderId);
    await eventually(async () => expect(await capturesOf(opened)).toHaveLength(1));
    await fixture.razorpay.faults();
    await eventually(async () => {
      const published = await fixture.service.events('payment.link.changed');
      const own = published.filter(({ data }) => data.orderId === opened.orderId);
      expect(own.map(({ data }) => data.state)).toEqual(['cancelled']);
    });
    expect((await linksAtRazorpay(opened.orderNumber)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('is refused for another customer or amount, and for a paid order', async () => {
    const opened = await fixture.open();
    await expect(createLink({ ...opened, userId: createId() })).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    await expect(createLink({ ...opened, amountPaise: 1_000 })).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    await fixture.razorpay.pay(opened.razorpayOrderId);
    await eventually(async () => expect(await capturesOf(opened)).toHaveLength(1));
    await expect(createLink(opened)).rejects.toMatchObject({ code: 'PAYMENT_LINK_CLOSED' });
  });

  it('that was paid is recorded once, with its webhooks shuffled and doubled', async () => {
    const opened = await fixture.open();
    await createLink(opened);
    const { razorpay_payment_id: id } = await payLink(await linkIdOf(opened), { webhook: 'twice' });
    await fixture.razorpay.simulate('/simulate/webhooks/replay', { payment_id: id, times: 2, order: 'shuffled' });
    await eventually(async () => expect((await fixture.record(opened.orderId)).link?.state).toBe('paid'));
    await sleep(800);
    expect(await capturesOf(opened)).toEqual([id]);
    const published = await fixture.service.events('payment.captured');
    expect(published.filter(({ data }) => data.orderId === opened.orderId)).toHaveLength(1);
  });

  it('that was paid without a webhook is recorded by the reconciler', async () => {
    const opened = await fixture.open();
    await createLink(opened);
    const { razorpay_payment_id: id } = await payLink(await linkIdOf(opened));
    await eventually(async () => expect(await capturesOf(opened)).toEqual([id]));
    await eventually(async () => expect((await fixture.record(opened.orderId)).nextCheckAt).toBeUndefined());
  });

  it('closes when it expires, and money that arrives later is recorded for the order to place or refund', async () => {
    const opened = await fixture.open();
    await createLink(opened);
    const linkId = await linkIdOf(opened);
    await fixture.razorpay.simulate('/simulate/payment_links/expire', { payment_link_id: linkId });
    await eventually(async () => expect((await fixture.record(opened.orderId)).link?.state).toBe('expired'));
    await expect(createLink(opened)).rejects.toMatchObject({ code: 'PAYMENT_LINK_CLOSED' });
    const { razorpay_payment_id: late } = await payLink(linkId, { late: true, webhook: 'once' });
    await eventually(async () => expect(await capturesOf(opened)).toEqual([late]));
  });

  it('is cancelled when the order is paid otherwise; money of both is recorded, so that one is refunded', async () => {
    const opened = await fixture.open();
    await createLink(opened);
    const linkId = await linkIdOf(opened);
    await fixture.verify(opened.userId, await fixture.razorpay.pay(opened.razorpayOrderId));
    await eventually(async () => expect((await fixture.record(opened.orderId)).link?.state).toBe('cancelled'));
    expect(await linksAtRazorpay(opened.orderNumber)).toMatchObject([{ status: 'cancelled' }]);
    await payLink(linkId, { late: true, webhook: 'once' });
    await eventually(async () => expect(await capturesOf(opened)).toHaveLength(2));
  });

  it('believes no webhook: a forged payment changes nothing', async () => {
    const opened = await fixture.open();
    await createLink(opened);
    const status = await fixture.deliver(eventOf('payment_link.paid', 'plink_other', opened.orderId, 'pay_other'));
    expect(status).toBe(200);
    expect((await fixture.record(opened.orderId)).link?.state).toBe('open');
    expect(await capturesOf(opened)).toEqual([]);
  });
});
