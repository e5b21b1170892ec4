import { Account, KEY, type Paid, sdkFor, until } from './testing.js';

let account: Account;
beforeAll(async () => {
  account = await Account.open();
});
afterAll(() => account.close());

const anOrder = (amount = 184_500) => account.sdk.orders.create({ amount, currency: 'INR' });
const pay = (order_id: string, more: object = {}) => account.post<Paid>('/simulate/pay', { order_id, ...more });

describe('orders', () => {
  it('are created with all that Razorpay tells of an order', async () => {
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

  it('are found by their receipt', async () => {
    const order = await account.sdk.orders.create({ amount: 100, currency: 'INR', receipt: 'look-me-up' });
    const found = await account.sdk.orders.all({ receipt: 'look-me-up' });
    expect(found).toMatchObject({ entity: 'collection', count: 1, items: [{ id: order.id }] });
  });

  it.each([
    ['under one rupee', { amount: 99 }, 'Order amount less than minimum amount allowed', 'amount'],
    ['without an amount', {}, 'The amount field is required.', 'amount'],
    ['of half a paisa', { amount: 100.5 }, 'The amount must be an integer.', 'amount'],
    ['in dollars', { amount: 100, currency: 'USD' }, 'Currency is not supported', 'currency'],
    [
      'with a long receipt',
      { amount: 100, receipt: 'r'.repeat(41) },
      'The receipt may not be greater than 40 characters.',
      'receipt',
    ],
  ])('%s are refused with the field at fault', async (_which, input, description, field) => {
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

  it('with a receipt that is taken are refused where the receipt is to be unique', async () => {
    const input = { amount: 100, currency: 'INR', receipt: 'only-once', unique_receipt: true };
    await account.sdk.orders.create(input);
    await expect(account.sdk.orders.create(input)).rejects.toMatchObject({ error: { field: 'receipt' } });
  });

  it('can only be seen with the right key', async () => {
    const stranger = sdkFor(account.url, { ...KEY, key_secret: 'guessed' });
    await expect(stranger.orders.all()).rejects.toMatchObject({
      statusCode: 401,
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  });

  it('of an unknown id are answered as Razorpay does, with 400', async () => {
    await expect(account.sdk.orders.fetch('order_00000000000000')).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The id provided does not exist' },
    });
  });
});

describe('payments', () => {
  it('for an order mark it paid, with fee and tax known', async () => {
    const order = await anOrder();
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

  it('are refused for an order that is paid, even when two come at once', async () => {
    const order = await anOrder();
    const answers = await Promise.all([pay(order.id), pay(order.id)]);
    expect(answers.filter((answer) => 'razorpay_signature' in answer)).toHaveLength(1);
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ amount_paid: 184_500, attempts: 1 });
  });

  it('that fail leave the order to be paid again', async () => {
    const order = await anOrder();
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

  it('that are authorised are captured for their whole amount, once', async () => {
    const order = await anOrder(50_000);
    const { razorpay_payment_id: id } = await pay(order.id, { outcome: 'authorized' });
    await expect(account.sdk.payments.capture(id, 50_001, 'INR')).rejects.toMatchObject({
      error: { description: 'Capture amount must be equal to the amount authorized' },
    });
    expect(await account.sdk.payments.capture(id, 50_000, 'INR')).toMatchObject({ status: 'captured' });
    await expect(account.sdk.payments.capture(id, 50_000, 'INR')).rejects.toMatchObject({
      error: { description: 'This payment has already been captured' },
    });
  });

  it('can be one of many parts where the order takes parts', async () => {
    const order = await account.sdk.orders.create({ amount: 30_000, currency: 'INR', partial_payment: true });
    await pay(order.id, { amount: 10_000 });
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_due: 20_000 });
    await pay(order.id);
    expect(await account.sdk.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_due: 0 });
  });

  it('are listed newest first, in pages', async () => {
    const [first, second] = (await account.sdk.payments.all({ count: 2 })).items;
    expect((await account.sdk.payments.all({ count: 1, skip: 1 })).items).toEqual([second]);
    expect(first?.id).not.toBe(second?.id);
  });
});

describe('refunds', () => {
  const aPayment = async (amount = 20_000) => (await pay((await anOrder(amount)).id)).razorpay_payment_id;

  it('begin pending and end processed, and leave the payment refunded', async () => {
    const id = await aPayment();
    const refund = await account.sdk.payments.refund(id, {});
    expect(refund).toMatchObject({ entity: 'refund', amount: 20_000, payment_id: id, status: 'pending', notes: [] });
    await until(async () => (await account.sdk.refunds.fetch(refund.id)).status === 'processed');
    expect(await account.sdk.payments.fetch(id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 20_000,
    });
  });

  it('in parts never give back more than was paid', async () => {
    const id = await aPayment();
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

  it('asked for twice with one idempotency key are one refund', async () => {
    const id = await aPayment();
    const ask = (amount: number) =>
      account.post<{ id: string; error?: object }>(
        `/v1/payments/${id}/refund`,
        { amount },
        { 'x-refund-idempotency': `cancel-${id}` },
      );
    const [first, second] = await Promise.all([ask(10_000), ask(10_000)]);
    expect(second.id).toBe(first.id);
    expect(await ask(9_000)).toHaveProperty('error.code', 'BAD_REQUEST_ERROR');
    expect(await account.sdk.payments.fetch(id)).toMatchObject({ amount_refunded: 10_000 });
  });

  it('of a payment that failed are refused', async () => {
    const order = await anOrder();
    await pay(order.id, { outcome: 'failed' });
    const [failed] = (await account.sdk.orders.fetchPayments(order.id)).items;
    await expect(account.sdk.payments.refund(failed!.id, {})).rejects.toMatchObject({ statusCode: 400 });
  });
});
