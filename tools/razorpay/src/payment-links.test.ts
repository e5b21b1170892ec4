import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { Account, KEY, type PaymentResponse, WebhookReceiver } from './testing/account.js';

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

const inMinutes = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60;
const createLink = (more: object = {}) =>
  account.sdk.paymentLink.create({
    amount: 184_500,
    reference_id: 'RV-1',
    customer: { name: 'Meera', email: 'meera@example.com' },
    ...more,
  });
const pay = (payment_link_id: string, more: object = {}) =>
  account.post<PaymentResponse>('/simulate/pay', { payment_link_id, method: 'upi', webhook: 'never', ...more });
const eventNames = async (id: string): Promise<string[]> => {
  const state = (await (await fetch(`${account.url}/simulate/state`)).json()) as {
    events: { event: string; payment_id: string }[];
  };
  return state.events.flatMap(({ event, payment_id }) => (payment_id === id ? [event] : []));
};

describe('a payment link', () => {
  it('is rejected with a used reference id, a near expiry or a callback without its method', async () => {
    await createLink();
    await expect(createLink()).rejects.toMatchObject({
      statusCode: 400,
      error: { field: 'reference_id', description: 'payment link with given reference_id: RV-1 already exists' },
    });
    for (const [wrong, field] of [
      [{ reference_id: 'RV-2', expire_by: inMinutes(14) }, 'expire_by'],
      [{ reference_id: 'RV-2', expire_by: inMinutes(400 * 24 * 60) }, 'expire_by'],
      [{ reference_id: 'RV-2', callback_url: 'https://shop.example/x' }, 'callback_method'],
      [{ reference_id: 'R'.repeat(41) }, 'reference_id'],
    ] as const)
      await expect(createLink(wrong)).rejects.toMatchObject({ error: { field } });
  });

  it('is paid once on its page, which returns to the shop with a signature that the SDK accepts', async () => {
    const link = await createLink({ callback_url: 'https://shop.example/paid', callback_method: 'get' });
    const page = await fetch(link.short_url);
    expect(await page.text()).toContain('payment-link');
    const details = (await (await fetch(`${link.short_url}/details`)).json()) as { order_id: string };
    const paid = await account.post<PaymentResponse>('/simulate/pay', { order_id: details.order_id });
    const { redirect } = (await (
      await fetch(`${link.short_url}/result?payment_id=${paid.razorpay_payment_id}`)
    ).json()) as { redirect: string };
    const { searchParams } = new URL(redirect);
    const signed = {
      payment_link_id: searchParams.get('razorpay_payment_link_id') ?? '',
      payment_id: searchParams.get('razorpay_payment_id') ?? '',
      payment_link_reference_id: searchParams.get('razorpay_payment_link_reference_id') ?? '',
      payment_link_status: searchParams.get('razorpay_payment_link_status') ?? '',
    };
    expect(signed).toMatchObject({ payment_link_reference_id: 'RV-1', payment_link_status: 'paid' });
    const signature = searchParams.get('razorpay_signature') ?? '';
    expect(validatePaymentVerification(signed, signature, KEY.key_secret)).toBe(true);
    expect(await pay(link.id)).toMatchObject({ error: { reason: 'order_already_paid' } });
    expect((await receiver.events(4)).sort()).toEqual(
      ['order.paid', 'payment.authorized', 'payment.captured', 'payment_link.paid'].sort(),
    );
  });

  it('accepts another attempt after a failed one', async () => {
    const link = await createLink();
    expect(await pay(link.id, { outcome: 'failed' })).toHaveProperty('error.reason', 'payment_failed');
    expect(await account.sdk.paymentLink.fetch(link.id)).toMatchObject({ status: 'created', payments: null });
    await pay(link.id);
    expect(await account.sdk.paymentLink.fetch(link.id)).toMatchObject({ status: 'paid', amount_paid: 184_500 });
  });

  it('accepts no payment once cancelled or expired, but one that began before', async () => {
    const cancelled = await createLink();
    expect(await account.sdk.paymentLink.cancel(cancelled.id)).toMatchObject({ status: 'cancelled' });
    await expect(account.sdk.paymentLink.cancel(cancelled.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await pay(cancelled.id)).toHaveProperty('error.description', 'This payment link is cancelled.');
    const expired = await createLink({ reference_id: 'RV-2', expire_by: inMinutes(20) });
    await account.post('/simulate/payment_links/expire', { payment_link_id: expired.id });
    expect(await pay(expired.id)).toHaveProperty('error.description', 'This payment link is expired.');
    expect(await receiver.events(2)).toEqual(['payment_link.cancelled', 'payment_link.expired']);
    const { razorpay_payment_id: late } = await pay(expired.id, { late: true });
    expect(await account.sdk.paymentLink.fetch(expired.id)).toMatchObject({
      status: 'expired',
      payments: [{ payment_id: late }],
    });
    expect(await eventNames(late)).not.toContain('payment_link.paid');
  });

  it('can be paid in parts when it allows that', async () => {
    const link = await createLink({ accept_partial: true, first_min_partial_amount: 50_000 });
    expect(await pay(link.id, { amount: 40_000 })).toHaveProperty('error.field', 'amount');
    const { razorpay_payment_id: first } = await pay(link.id, { amount: 60_000 });
    expect(await account.sdk.paymentLink.fetch(link.id)).toMatchObject({ status: 'partially_paid' });
    expect(await eventNames(first)).toContain('payment_link.partially_paid');
    await pay(link.id);
    expect(await account.sdk.paymentLink.fetch(link.id)).toMatchObject({ status: 'paid', amount_paid: 184_500 });
  });

  it('is found by its reference id, changed while open, and sent by email', async () => {
    const link = await createLink();
    const found = await account.sdk.paymentLink.all({ reference_id: 'RV-1' } as object);
    expect(found.payment_links.map(({ id }) => id)).toEqual([link.id]);
    expect(await account.sdk.paymentLink.edit(link.id, { reminder_enable: true })).toMatchObject({
      reminder_enable: true,
    });
    expect(await account.sdk.paymentLink.notifyBy(link.id, 'email')).toEqual({ success: true });
    await expect(account.sdk.paymentLink.notifyBy(link.id, 'sms')).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('refunds', () => {
  const requestRefund = async (body: object) => {
    const order = await account.sdk.orders.create({ amount: 50_000, currency: 'INR' });
    const { razorpay_payment_id: payment } = await account.post<PaymentResponse>('/simulate/pay', {
      order_id: order.id,
      webhook: 'never',
    });
    const refund = await account.post<{ id: string }>(`/v1/payments/${payment}/refund`, body);
    return { payment, refund: refund.id };
  };

  it('that fail return their amount to the payment, which can be refunded again', async () => {
    await account.post('/simulate/faults', { refund: 'pending' });
    const { payment, refund } = await requestRefund({ amount: 20_000, speed: 'normal' });
    await account.post('/simulate/refunds', { refund_id: refund, outcome: 'failed' });
    expect(await account.sdk.refunds.fetch(refund)).toMatchObject({ status: 'failed', acquirer_data: { arn: null } });
    expect(await account.sdk.payments.fetch(payment)).toMatchObject({ amount_refunded: 0, refund_status: null });
    await account.sdk.payments.refund(payment, { amount: 50_000 });
    expect((await receiver.events(3)).sort()).toEqual(['refund.created', 'refund.created', 'refund.failed']);
  });

  it('at optimum speed can change to normal speed before they are processed', async () => {
    await account.post('/simulate/faults', { refund: 'speed_changed' });
    const { payment, refund } = await requestRefund({ speed: 'optimum' });
    expect((await receiver.events(3)).sort()).toEqual(['refund.created', 'refund.processed', 'refund.speed_changed']);
    expect(await account.sdk.refunds.fetch(refund)).toMatchObject({
      status: 'processed',
      speed_requested: 'optimum',
      speed_processed: 'normal',
    });
    await account.post('/simulate/webhooks/replay', { payment_id: payment, order: 'shuffled', times: 2 });
    const again = (await receiver.events(15)).filter((event) => event.startsWith('refund.'));
    expect(again).toHaveLength(9);
  });
});
