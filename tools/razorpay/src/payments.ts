import { randomBytes } from 'node:crypto';
import { type Card, newId, type Order, type Payment, unixSeconds } from './entities.js';
import { type ErrorBody, RazorpayError } from './errors.js';
import type { NewPayment } from './requests.js';

/** Returns Razorpay's charge in paise: 2 % and 18 % GST on it; `fee` includes the tax. */
export function charges(amount: number): { fee: number; tax: number } {
  const commission = Math.round(amount * 0.02);
  const tax = Math.round(commission * 0.18);
  return { fee: commission + tax, tax };
}

const DECLINED = {
  code: 'BAD_REQUEST_ERROR',
  description:
    "Your payment didn't go through because the bank declined it. Try another payment method or contact your bank.",
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
} as const;

export function newBankPayment(order: Order, input: NewPayment, amount: number): Payment {
  const failed = input.outcome === 'failed';
  const error = failed ? DECLINED : undefined;
  const card = input.method === 'card' || input.method === 'emi' ? cardOf(input) : undefined;
  const vpa = input.method === 'upi' ? (input.vpa ?? 'success@razorpay') : null;
  return {
    id: newId('pay'),
    entity: 'payment',
    amount,
    currency: 'INR',
    status: failed ? 'failed' : 'authorized',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: input.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: input.description ?? null,
    card_id: card?.id ?? null,
    ...(card && { card }),
    bank: input.method === 'netbanking' || input.method === 'emi' ? (input.bank ?? 'HDFC') : null,
    wallet: input.method === 'wallet' ? 'airtelmoney' : null,
    vpa,
    ...(vpa !== null && { upi: { payer_account_type: 'bank_account', vpa, flow: input.flow } }),
    ...(input.method === 'emi' && { emi: { issuer: input.bank ?? 'HDFC', type: 'credit', ...input.emi } }),
    ...(input.offer_id !== undefined && { offer_id: input.offer_id }),
    email: input.email,
    contact: input.contact,
    notes: input.notes,
    fee: null,
    tax: null,
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
    acquirer_data: acquirerData(input.method, failed),
    created_at: unixSeconds(),
  };
}

export function failureOf(payment: Payment): ErrorBody {
  const { code, description, ...details } = DECLINED;
  return new RazorpayError(code, description, {
    ...details,
    metadata: { payment_id: payment.id, order_id: payment.order_id },
  }).body;
}

function cardOf(input: NewPayment): Card {
  return {
    id: newId('card'),
    entity: 'card',
    name: input.card?.name ?? '',
    last4: input.card?.last4 ?? '1111',
    network: input.card?.network ?? 'Visa',
    type: input.method === 'emi' ? 'credit' : 'debit',
    issuer: input.method === 'emi' ? (input.bank ?? 'HDFC') : null,
    international: false,
    emi: input.method === 'emi',
    sub_type: 'consumer',
    token_iin: null,
  };
}

function acquirerData(method: NewPayment['method'], failed: boolean): Record<string, string | null> {
  const reference = failed ? null : String(Math.floor(Math.random() * 1e12)).padStart(12, '0');
  if (method === 'upi') return { rrn: reference, upi_transaction_id: failed ? null : upiTransactionId() };
  if (method === 'netbanking') return { bank_transaction_id: reference };
  return method === 'card' || method === 'emi'
    ? { auth_code: reference?.slice(0, 6) ?? null }
    : { transaction_id: reference };
}

const upiTransactionId = (): string => randomBytes(16).toString('hex').toUpperCase();
