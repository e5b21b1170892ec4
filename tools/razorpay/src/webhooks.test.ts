import { setTimeout as sleep } from 'node:timers/promises';
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { Account, KEY, type PaymentResponse, waitFor, WEBHOOK_SECRET, WebhookReceiver } from './testing/account.js';

let receiver: WebhookReceiver;
let account: Account;
beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  account = await Account.open({ WEBHOOK_URL: receiver.url });
});
afterEach(async () => {
  await account.close();
  receiver.close();
});

async function pay(more: object = {}): Promise<PaymentResponse> {
  const order = await account.sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'a-receipt' });
  return account.post<PaymentResponse>('/simulate/pay', { order_id: order.id, ...more });
}

const EVENTS_OF_PAYMENT = ['payment.authorized', 'payment.captured', 'order.paid'];

describe('a payment', () => {
  it('has a signature that the SDK accepts', async () => {
    const paid = await pay();
    const { razorpay_order_id: order_id, razorpay_payment_id: payment_id, razorpay_signature } = paid;
    expect(validatePaymentVerification({ order_id, payment_id }, razorpay_signature, KEY.key_secret)).toBe(true);
    expect(validatePaymentVerification({ order_id, payment_id }, razorpay_signature, 'other')).toBe(false);
  });

  it('is sent to the shop in signed events', async () => {
    const paid = await pay();
    expect((await receiver.events(3)).sort()).toEqual([...EVENTS_OF_PAYMENT].sort());
    for (const { headers, raw } of receiver.received) {
      expect(Razorpay.validateWebhookSignature(raw, String(headers['x-razorpay-signature']), WEBHOOK_SECRET)).toBe(
        true,
      );
      expect(headers['x-razorpay-event-id']).toMatch(/^[0-9A-Za-z]{14}$/);
    }
    const orderPaid = JSON.parse(receiver.received.find(({ event }) => event === 'order.paid')!.raw) as object;
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

  it('that fails is sent as payment.failed', async () => {
    await pay({ outcome: 'failed' });
    expect(await receiver.events(1)).toEqual(['payment.failed']);
  });

  it('is followed by the events of its refund', async () => {
    const { razorpay_payment_id } = await pay({ webhook: 'never' });
    await account.sdk.payments.refund(razorpay_payment_id, {});
    expect((await receiver.events(2)).sort()).toEqual(['refund.created', 'refund.processed']);
  });
});

describe('webhooks', () => {
  it('are sent twice on request, with the same event id', async () => {
    await pay({ webhook: 'twice' });
    await receiver.events(6);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  });

  it('are sent for activated events only; others can be replayed', async () => {
    const chosen = await Account.open({
      WEBHOOK_URL: receiver.url,
      WEBHOOK_EVENTS: ['payment.captured', 'refund.processed'],
    });
    try {
      const order = await chosen.sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'chosen' });
      const { razorpay_payment_id } = await chosen.post<PaymentResponse>('/simulate/pay', { order_id: order.id });
      await chosen.sdk.payments.refund(razorpay_payment_id, {});
      expect(await receiver.events(2)).toEqual(['payment.captured', 'refund.processed']);
      await sleep(300);
      expect(receiver.received).toHaveLength(2);
      await chosen.post('/simulate/webhooks/replay', { payment_id: razorpay_payment_id });
      expect((await receiver.events(7)).slice(2).sort()).toEqual([
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

  it('are delayed on request', async () => {
    await pay({ webhook: 'late' });
    await sleep(150);
    expect(receiver.received).toHaveLength(0);
    expect(await receiver.events(3)).toHaveLength(3);
  });

  it('are withheld on request and can be replayed newest first', async () => {
    const { razorpay_payment_id: payment_id } = await pay({ webhook: 'never' });
    await sleep(150);
    expect(receiver.received).toHaveLength(0);
    await account.post('/simulate/webhooks/replay', { payment_id, order: 'reverse' });
    expect(await receiver.events(3)).toEqual([...EVENTS_OF_PAYMENT].reverse());
  });

  it('are retried until the shop accepts them', async () => {
    receiver.status = 503;
    await pay();
    await receiver.events(6);
    receiver.status = 200;
    await waitFor(async () => {
      const state = await fetch(`${account.url}/simulate/state`).then((response) => response.json());
      return (state as { deliveries: { status: string }[] }).deliveries.every(({ status }) => status === 'delivered');
    });
    const count = receiver.received.length;
    await sleep(250);
    expect(receiver.received).toHaveLength(count);
  });

  it('that failed survive a restart, like all other state', async () => {
    receiver.status = 503;
    const { razorpay_order_id, razorpay_payment_id } = await pay();
    await receiver.events(3);
    await account.app.close();
    receiver.received.length = 0;
    receiver.status = 200;
    account = await Account.open({ WEBHOOK_URL: receiver.url, DATA_DIR: account.dataDir });
    expect((await receiver.events(3)).sort()).toEqual([...EVENTS_OF_PAYMENT].sort());
    expect(await account.sdk.orders.fetch(razorpay_order_id)).toMatchObject({ status: 'paid' });
    expect(await account.sdk.payments.fetch(razorpay_payment_id)).toMatchObject({ status: 'captured' });
  });
});

describe('faults', () => {
  it('can close the connection after creating the order', async () => {
    await account.post('/simulate/faults', {
      rules: [{ path: '/v1/orders', method: 'POST', drop: 'after', times: 1 }],
    });
    const input = { amount: 50_000, currency: 'INR', receipt: 'lost-response' };
    await expect(account.sdk.orders.create(input)).rejects.toThrow();
    expect(await account.sdk.orders.all({ receipt: 'lost-response' })).toMatchObject({ count: 1 });
  });

  it('can close the connection before the request takes effect', async () => {
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
