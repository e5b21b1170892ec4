import { Account, type PaymentResponse, waitFor } from './testing/account.js';

/**
 * The fields of each entity in Razorpay's documentation (razorpay.com/docs/api: orders, payments, refunds, payment
 * links; razorpay.com/docs/webhooks/payloads), listed by hand.
 */
const ORDER =
  'amount amount_due amount_paid attempts created_at currency entity id notes offer_id receipt status'.split(' ');
const PAYMENT = (
  'acquirer_data amount amount_refunded bank captured card_id contact created_at currency description email entity ' +
  'error_code error_description error_reason error_source error_step fee id international invoice_id method notes ' +
  'order_id refund_status status tax vpa wallet'
).split(' ');
const CARD = 'emi entity id international issuer last4 name network sub_type token_iin type'.split(' ');
const REFUND = (
  'acquirer_data amount batch_id created_at currency entity id notes payment_id receipt speed_processed ' +
  'speed_requested status'
).split(' ');
const PAYMENT_LINK = (
  'accept_partial amount amount_paid callback_method callback_url cancelled_at created_at currency customer ' +
  'description expire_by expired_at first_min_partial_amount id notes notify payments reference_id reminder_enable ' +
  'reminders short_url status updated_at upi_link user_id whatsapp_link'
).split(' ');
const LINK_PAYMENT = 'amount created_at method payment_id plink_id status updated_at'.split(' ');
const EVENT = 'account_id contains created_at entity event payload'.split(' ');

let account: Account;
beforeAll(async () => {
  account = await Account.open();
});
afterAll(() => account.close());

const fieldsOf = (entity: unknown): string[] => Object.keys(entity as object).sort();
const sorted = (...fields: string[]): string[] => [...fields].sort();
const createOrder = (more: object = {}) =>
  account.post<{ id: string }>('/v1/orders', { amount: 50_000, currency: 'INR', ...more });
const pay = async (body: object): Promise<Record<string, unknown>> => {
  const { razorpay_payment_id: id } = await account.post<PaymentResponse>('/simulate/pay', body);
  return (await account.sdk.payments.fetch(id)) as unknown as Record<string, unknown>;
};
const sentEvents = async (paymentId: string): Promise<{ event: string; sent: Record<string, unknown> }[]> => {
  const state = (await (await fetch(`${account.url}/simulate/state`)).json()) as {
    events: { event: string; payment_id: string; sent: Record<string, unknown> }[];
  };
  return state.events.filter(({ payment_id }) => payment_id === paymentId);
};

describe('entities have exactly the documented fields:', () => {
  it('orders', async () => {
    expect(fieldsOf(await createOrder())).toEqual(ORDER);
  });

  it('orders with offers and part payment', async () => {
    const order = await createOrder({
      offers: ['offer_FMdr9OHMx4sJTd'],
      partial_payment: true,
      first_payment_min_amount: 10_000,
    });
    expect(fieldsOf(order)).toEqual(sorted(...ORDER, 'offers', 'partial_payment', 'first_payment_min_amount'));
  });

  it.each([
    ['netbanking', [], ['bank_transaction_id']],
    ['wallet', [], ['transaction_id']],
    ['upi', ['upi'], ['rrn', 'upi_transaction_id']],
    ['card', ['card'], ['auth_code']],
    ['emi', ['card', 'emi'], ['auth_code']],
  ])('payments by %s', async (method, more, acquirer) => {
    const payment = await pay({ order_id: (await createOrder()).id, method });
    expect(fieldsOf(payment)).toEqual(sorted(...PAYMENT, ...more));
    expect(fieldsOf(payment['acquirer_data'])).toEqual(acquirer);
    if (more.includes('card')) expect(fieldsOf(payment['card'])).toEqual(CARD);
    if (more.includes('upi')) expect(fieldsOf(payment['upi'])).toEqual(['flow', 'payer_account_type', 'vpa']);
    if (more.includes('emi')) expect(fieldsOf(payment['emi'])).toEqual(['duration', 'issuer', 'rate', 'type']);
  });

  it('refunds', async () => {
    const { id } = await pay({ order_id: (await createOrder()).id });
    const refund = await account.sdk.payments.refund(String(id), { amount: 10_000 });
    expect(fieldsOf(refund)).toEqual(REFUND);
    expect(refund.acquirer_data).toEqual({ arn: null });
    await waitFor(async () => (await account.sdk.refunds.fetch(refund.id)).status === 'processed');
    const processed = await account.sdk.refunds.fetch(refund.id);
    expect(processed.acquirer_data).toEqual({ arn: expect.stringMatching(/^\d{23}$/) });
  });

  it('payment links, their payments and their webhook events', async () => {
    const link = await account.sdk.paymentLink.create({ amount: 50_000, customer: { email: 'meera@example.com' } });
    expect(fieldsOf(link)).toEqual(PAYMENT_LINK);
    expect(link).toMatchObject({ payments: null, notes: null, reminders: [], expired_at: 0, cancelled_at: 0 });
    const { id } = await pay({ payment_link_id: link.id, method: 'upi' });
    const paid = await account.sdk.paymentLink.fetch(link.id);
    expect(fieldsOf(paid)).toEqual(sorted(...PAYMENT_LINK, 'order_id'));
    expect(fieldsOf((paid.payments as unknown as object[])[0])).toEqual(LINK_PAYMENT);
    const event = (await sentEvents(String(id))).find((one) => one.event === 'payment_link.paid')?.sent;
    expect(fieldsOf(event)).toEqual(EVENT);
    expect(event?.['contains']).toEqual(['payment', 'order', 'payment_link']);
    expect(event?.['payload']).toMatchObject({
      payment: { entity: { id, status: 'captured' } },
      order: { entity: { id: (paid as { order_id?: string }).order_id, status: 'paid' } },
      payment_link: { entity: { id: link.id, status: 'paid', amount_paid: 50_000 } },
    });
  });
});
