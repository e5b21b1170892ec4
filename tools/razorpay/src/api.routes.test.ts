import { Account, KEY, type PaymentResponse, sdkFor, waitFor } from './testing/account.js';

let account: Account;
beforeAll(async () => {
  account = await Account.open();
});
afterAll(() => account.close());

const createOrder = (amount = 184_500) => account.sdk.orders.create({ amount, currency: 'INR' });
const pay = (order_id: string, more: object = {}) =>
  account.post<PaymentResponse>('/simulate/pay', { order_id, ...more });

describe('orders', () => {
  it('have all fields of Razorpay when created', async () => {
    const order = await account.sdk.orders.create({
      amount: 184_500,
      currency: 'INR',
      receipt: 'receipt-1',
      notes: { shop: 'rangavalli' },
    });
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 184_500,
      amount_paid: 0,
      amount_due: 184_500,
      currency: 'INR',
      receipt: 'receipt-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { shop: 'rangavalli' },
      created_at: expect.any(Number),
    });
    expect(await account.sdk.orders.fetch(order.id)).toEqual(order);
  });

  it('can be listed by receipt', async () => {
    const order = await account.sdk.orders.create({ amount: 100, currency: 'INR', receipt: 'receipt-2' });
    const found = await account.sdk.orders.all({ receipt: 'receipt-2' });
    expect(found).toMatchObject({ entity: 'collection', count: 1, items: [{ id: order.id }] });
  });

  it.each([
    ['under one rupee', { amount: 99 }, 'Order amount less than minimum amount allowed', 'amount'],
    ['without an amount', {}, 'The amount field is required.', 'amount'],
    ['with half a paisa', { amount: 100.5 }, 'The amount must be an integer.', 'amount'],
    ['in dollars', { amount: 100, currency: 'USD' }, 'Currency is not supported', 'currency'],
    [
      'with a long receipt',
      { amount: 100, receipt: 'r'.repeat(41) },
      'The receipt may not be greater than 40 characters.',
      'receipt',
    ],
  ])('%s return 400 with the wrong field', async (_which, input, description, field) => {
    await expect(account.sdk.orders.create(input as { amount: number; currency: string })).rejects.toMatchObject({
      statusCode: 400,
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        field,
        source: 'business',
        step: 'payment_initiation',
        metadata: {},
      },
    });
  });

  it('require a unique receipt with unique_receipt', async () => {
    const input = { amount: 100, currency: 'INR', receipt: 'only-once', unique_receipt: true };
    await account.sdk.orders.create(input);
    await expect(account.sdk.orders.create(input)).rejects.toMatchObject({ error: { field: 'receipt' } });
  });

  it('return 401 with a wrong key', async () => {
    const wrongKey = sdkFor(account.url, { ...KEY, key_secret: 'guessed' });
    await expect(wrongKey.orders.all()).rejects.toMatchObject({
      statusCode: 401,
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  });

  it('return 400 for an unknown id, as Razorpay does', async () => {
    await expect(account.sdk.orders.fetch('order_00000000000000')).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The id provided does not exist' },
    });
  });
});

describe('payments', () => {
  it('mark the order paid and set fee and tax', async () => {
    const order = await createOrder();
    const { razorpay_payment_id: id } = await pay(order.id, { method: 'upi' });
    expect(await account.sdk.payments.fetch(id)).toMatchObject({
      entity: 'payment',
      amount: 184_500,
      status: 'captured',
      captured: true,
      order_id: order.id,
      method: 'upi',
      vpa: 'success@razorpay',
      fee: 4_354,
      tax: 664,
      error_code: null,
      amount_refunded: 0,
    });
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 184_500,
      amount_due: 0,
      attempts: 1,
    });
    expect(await account.sdk.orders.fetchPayments(order.id)).toMatchObject({ count: 1, items: [{ id }] });
  });

  it('return an error for a paid order, even when two are concurrent', async () => {
    const order = await createOrder();
    const responses = await Promise.all([pay(order.id), pay(order.id)]);
    expect(responses.filter((response) => 'razorpay_signature' in response)).toHaveLength(1);
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ amount_paid: 184_500, attempts: 1 });
  });

  it('can be repeated after a failure', async () => {
    const order = await createOrder();
    const failure = await pay(order.id, { outcome: 'failed' });
    expect(failure).toEqual({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: expect.stringContaining('declined'),
        source: 'bank',
        step: 'payment_authorization',
        reason: 'payment_failed',
        metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
      },
    });
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_due: 184_500 });
    expect(await pay(order.id)).toHaveProperty('razorpay_signature');
  });

  it('are captured once, for the whole authorised amount', async () => {
    const order = await createOrder(50_000);
    const { razorpay_payment_id: id } = await pay(order.id, { outcome: 'authorized' });
    await expect(account.sdk.payments.capture(id, 50_001, 'INR')).rejects.toMatchObject({
      error: { description: 'Capture amount must be equal to the amount authorized' },
    });
    expect(await account.sdk.payments.capture(id, 50_000, 'INR')).toMatchObject({ status: 'captured' });
    await expect(account.sdk.payments.capture(id, 50_000, 'INR')).rejects.toMatchObject({
      error: { description: 'This payment has already been captured' },
    });
  });

  it('can be partial when the order allows it', async () => {
    const order = await account.sdk.orders.create({ amount: 30_000, currency: 'INR', partial_payment: true });
    await pay(order.id, { amount: 10_000 });
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_due: 20_000 });
    await pay(order.id);
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  it('are listed in pages, newest first', async () => {
    const [first, second] = (await account.sdk.payments.all({ count: 2 })).items;
    expect((await account.sdk.payments.all({ count: 1, skip: 1 })).items).toEqual([second]);
    expect(first?.id).not.toBe(second?.id);
  });
});

describe('refunds', () => {
  const createPayment = async (amount = 20_000) => (await pay((await createOrder(amount)).id)).razorpay_payment_id;

  it('change from pending to processed and mark the payment refunded', async () => {
    const id = await createPayment();
    const refund = await account.sdk.payments.refund(id, {});
    expect(refund).toMatchObject({ entity: 'refund', amount: 20_000, payment_id: id, status: 'pending', notes: [] });
    await waitFor(async () => (await account.sdk.refunds.fetch(refund.id)).status === 'processed');
    expect(await account.sdk.payments.fetch(id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 20_000,
    });
  });

  it('in parts never exceed the payment', async () => {
    const id = await createPayment();
    await account.sdk.payments.refund(id, { amount: 15_000 });
    expect(await account.sdk.payments.fetch(id)).toMatchObject({ status: 'captured', refund_status: 'partial' });
    await expect(account.sdk.payments.refund(id, { amount: 5_001 })).rejects.toMatchObject({
      error: { description: 'The total refund amount is greater than the refund payment amount' },
    });
    await account.sdk.payments.refund(id, {});
    await expect(account.sdk.payments.refund(id, {})).rejects.toMatchObject({
      error: { description: 'The payment has been fully refunded already' },
    });
    expect(await account.sdk.payments.fetchMultipleRefund(id, {})).toMatchObject({ count: 2 });
  });

  it('with the same idempotency key are one refund', async () => {
    const id = await createPayment();
    const requestRefund = (amount: number) =>
      account.post<{ id: string; error?: object }>(
        `/v1/payments/${id}/refund`,
        { amount },
        { 'x-refund-idempotency': `cancel-${id}` },
      );
    const [first, second] = await Promise.all([requestRefund(10_000), requestRefund(10_000)]);
    expect(second.id).toBe(first.id);
    expect(await requestRefund(9_000)).toHaveProperty('error.code', 'BAD_REQUEST_ERROR');
    expect(await account.sdk.payments.fetch(id)).toMatchObject({ amount_refunded: 10_000 });
  });

  it('return 400 for a failed payment', async () => {
    const order = await createOrder();
    await pay(order.id, { outcome: 'failed' });
    const [failed] = (await account.sdk.orders.fetchPayments(order.id)).items;
    await expect(account.sdk.payments.refund(failed!.id, {})).rejects.toMatchObject({ statusCode: 400 });
  });
});
