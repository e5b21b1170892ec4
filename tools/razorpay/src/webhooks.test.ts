import { setTimeout as sleep } from 'node:timers/promises';
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { Account, KEY, type Paid, Shop, until, WEBHOOK_SECRET } from './testing.js';

let shop: Shop;
let account: Account;
beforeEach(async () => {
  shop = await Shop.open();
  account = await Account.open({ WEBHOOK_URL: shop.url });
});
afterEach(async () => {
  await account.close();
  shop.close();
});

async function pay(more: object = {}): Promise<Paid> {
  const order = await account.sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'a-receipt' });
  return account.post<Paid>('/simulate/pay', { order_id: order.id, ...more });
}

const PAID = ['payment.authorized', 'payment.captured', 'order.paid'];

describe('a payment', () => {
  it('is proven to the page by a signature that the SDK accepts', async () => {
    const paid = await pay();
    const { razorpay_order_id: order_id, razorpay_payment_id: payment_id, razorpay_signature } = paid;
    expect(validatePaymentVerification({ order_id, payment_id }, razorpay_signature, KEY.key_secret)).toBe(true);
    expect(validatePaymentVerification({ order_id, payment_id }, razorpay_signature, 'other')).toBe(false);
  });

  it('is told to the shop in signed events', async () => {
    const paid = await pay();
    expect((await shop.events(3)).sort()).toEqual([...PAID].sort());
    for (const { headers, raw } of shop.received) {
      expect(Razorpay.validateWebhookSignature(raw, String(headers['x-razorpay-signature']), WEBHOOK_SECRET)).toBe(
        true,
      );
      expect(headers['x-razorpay-event-id']).toMatch(/^[0-9A-Za-z]{14}$/);
    }
    const orderPaid = JSON.parse(shop.received.find(({ event }) => event === 'order.paid')!.raw) as object;
    expect(orderPaid).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      event: 'order.paid',
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { id: paid.razorpay_payment_id, status: 'captured' } },
        order: { entity: { id: paid.razorpay_order_id, status: 'paid', receipt: 'a-receipt' } },
      },
      created_at: expect.any(Number),
    });
  });

  it('that fails is told as payment.failed', async () => {
    await pay({ outcome: 'failed' });
    expect(await shop.events(1)).toEqual(['payment.failed']);
  });

  it('and its refund are told to the end', async () => {
    const { razorpay_payment_id } = await pay({ webhook: 'never' });
    await account.sdk.payments.refund(razorpay_payment_id, {});
    expect((await shop.events(2)).sort()).toEqual(['refund.created', 'refund.processed']);
  });
});

describe('webhooks', () => {
  it('come twice on demand, with one event id', async () => {
    await pay({ webhook: 'twice' });
    await shop.events(6);
    expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  });

  it('tell of what is activated only; the rest is kept and can be replayed', async () => {
    const chosen = await Account.open({
      WEBHOOK_URL: shop.url,
      WEBHOOK_EVENTS: ['payment.captured', 'refund.processed'],
    });
    try {
      const order = await chosen.sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'chosen' });
      const { razorpay_payment_id } = await chosen.post<Paid>('/simulate/pay', { order_id: order.id });
      await chosen.sdk.payments.refund(razorpay_payment_id, {});
      expect(await shop.events(2)).toEqual(['payment.captured', 'refund.processed']);
      await sleep(300);
      expect(shop.received).toHaveLength(2);
      await chosen.post('/simulate/webhooks/replay', { payment_id: razorpay_payment_id });
      expect((await shop.events(7)).slice(2).sort()).toEqual([
        'order.paid',
        'payment.authorized',
        'payment.captured',
        'refund.created',
        'refund.processed',
      ]);
    } finally {
      await chosen.close();
    }
  });

  it('come late on demand', async () => {
    await pay({ webhook: 'late' });
    await sleep(150);
    expect(shop.received).toHaveLength(0);
    expect(await shop.events(3)).toHaveLength(3);
  });

  it('never come on demand, and can be replayed newest first', async () => {
    const { razorpay_payment_id: payment_id } = await pay({ webhook: 'never' });
    await sleep(150);
    expect(shop.received).toHaveLength(0);
    await account.post('/simulate/webhooks/replay', { payment_id, order: 'reverse' });
    expect(await shop.events(3)).toEqual([...PAID].reverse());
  });

  it('are sent again until the shop takes them', async () => {
    shop.answer = 503;
    await pay();
    await shop.events(6);
    shop.answer = 200;
    await until(async () => {
      const state = await fetch(`${account.url}/simulate/state`).then((response) => response.json());
      return (state as { deliveries: { status: string }[] }).deliveries.every(({ status }) => status === 'delivered');
    });
    const taken = shop.received.length;
    await sleep(250);
    expect(shop.received).toHaveLength(taken);
  });

  it('that were not taken outlive a restart, and so does everything else', async () => {
    shop.answer = 503;
    const { razorpay_order_id, razorpay_payment_id } = await pay();
    await shop.events(3);
    await account.app.close();
    shop.received.length = 0;
    shop.answer = 200;
    account = await Account.open({ WEBHOOK_URL: shop.url, DATA_DIR: account.dataDir });
    expect((await shop.events(3)).sort()).toEqual([...PAID].sort());
    expect(await account.sdk.orders.fetch(razorpay_order_id)).toMatchObject({ status: 'paid' });
    expect(await account.sdk.payments.fetch(razorpay_payment_id)).toMatchObject({ status: 'captured' });
  });
});

describe('faults', () => {
  it('can take the order and hang up without an answer', async () => {
    await account.post('/simulate/faults', {
      rules: [{ path: '/v1/orders', method: 'POST', drop: 'after', times: 1 }],
    });
    const input = { amount: 50_000, currency: 'INR', receipt: 'lost-answer' };
    await expect(account.sdk.orders.create(input)).rejects.toThrow();
    expect(await account.sdk.orders.all({ receipt: 'lost-answer' })).toMatchObject({ count: 1 });
  });

  it('can hang up before anything is done', async () => {
    await account.post('/simulate/faults', { rules: [{ path: '/v1/orders', drop: 'before', times: 1 }] });
    await expect(account.sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'x' })).rejects.toThrow();
    expect(await account.sdk.orders.all({ receipt: 'x' })).toMatchObject({ count: 0 });
  });

  it('can be delays and server errors', async () => {
    await account.post('/simulate/faults', {
      rules: [{ path: '/v1/refunds', delay_ms: 120, error_rate: 1, status: 503 }],
    });
    const start = Date.now();
    await expect(account.sdk.refunds.all()).rejects.toMatchObject({ statusCode: 503, error: { code: 'SERVER_ERROR' } });
    expect(Date.now() - start).toBeGreaterThanOrEqual(110);
    await account.post('/simulate/faults', {});
    expect(await account.sdk.refunds.all()).toMatchObject({ count: 0 });
  });
});
