const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'card' | 'plink' | 'evt' | 'dlv'): string {
  const characters = Array.from({ length: 14 }, () => BASE62[Math.floor(Math.random() * BASE62.length)]);
  return `${prefix}_${characters.join('')}`;
}

export const unixSeconds = (): number => Math.floor(Date.now() / 1000);

/** Without notes, Razorpay returns an empty list, not an empty object. */
export type Notes = Record<string, string> | [];

/** In every entity, amounts are paise and `created_at` is Unix seconds. */
export interface Order {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: 'INR';
  receipt: string | null;
  offer_id: string | null;
  /** Offers that the payment window may show; only in orders that were created with them. */
  offers?: string[];
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  partial_payment?: boolean;
  first_payment_min_amount?: number;
  notes: Notes;
  created_at: number;
}

export interface Card {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'credit' | 'debit';
  issuer: string | null;
  international: boolean;
  emi: boolean;
  sub_type: 'consumer';
  token_iin: string | null;
}

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: 'INR';
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: 'card' | 'upi' | 'netbanking' | 'wallet' | 'emi';
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: Card;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  upi?: { payer_account_type: 'bank_account'; vpa: string; flow: 'intent' };
  /** `rate` is hundredths of a percent per year, `duration` months. */
  emi?: { issuer: string; type: 'credit'; rate: number; duration: number };
  offer_id?: string;
  email: string;
  contact: string;
  notes: Notes;
  /** Razorpay's charge including tax; null before the capture. */
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: 'INR';
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: 'normal' | 'instant';
  speed_requested: 'normal' | 'optimum';
}

/** A payment of a payment link, as the link lists it. */
export interface LinkPayment {
  amount: number;
  created_at: number;
  method: Payment['method'];
  payment_id: string;
  plink_id: string;
  status: 'captured';
  updated_at: number;
}

export interface PaymentLink {
  id: string;
  accept_partial: boolean;
  amount: number;
  amount_paid: number;
  callback_method: string;
  callback_url: string;
  cancelled_at: number;
  created_at: number;
  currency: 'INR';
  customer: { name?: string | undefined; email?: string | undefined; contact?: string | undefined };
  description: string;
  /** Unix seconds; 0 expires after six months. */
  expire_by: number;
  expired_at: number;
  first_min_partial_amount: number;
  notes: Record<string, string> | null;
  notify: { email: boolean; sms: boolean; whatsapp: boolean };
  /** Absent until the hosted page was opened. */
  order_id?: string;
  payments: LinkPayment[] | null;
  reference_id: string;
  reminder_enable: boolean;
  reminders: [] | { status: 'pending' | 'in_progress' | 'failed' };
  short_url: string;
  status: 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid';
  updated_at: number;
  upi_link: boolean;
  user_id: string;
  whatsapp_link: boolean;
}

export interface RefundKey {
  id: string;
  request: string;
  refund_id: string;
}

export const eventNames = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'refund.speed_changed',
  'payment_link.paid',
  'payment_link.partially_paid',
  'payment_link.expired',
  'payment_link.cancelled',
] as const;
export type EventName = (typeof eventNames)[number];

/** `body` is sent byte for byte as signed. */
export interface WebhookEvent {
  id: string;
  event: EventName;
  /** Of the payment; of the link when the event has no payment. */
  payment_id: string;
  body: string;
  created_at: number;
}

/** One event sent until a 2xx response. Two deliveries of one event are a duplicate. */
export interface Delivery {
  id: string;
  event_id: string;
  status: 'waiting' | 'delivered' | 'abandoned';
  /** Unix milliseconds. */
  due_at: number;
  first_due_at: number;
  attempts: number;
  last_result: string | null;
}
