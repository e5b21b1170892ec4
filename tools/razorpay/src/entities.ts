const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'card' | 'evt' | 'dlv'): string {
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
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  partial_payment?: boolean;
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
  method: 'card' | 'upi' | 'netbanking' | 'wallet';
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: Card;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  upi?: { vpa: string };
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
] as const;
export type EventName = (typeof eventNames)[number];

/** `body` is sent byte for byte as signed. */
export interface WebhookEvent {
  id: string;
  event: EventName;
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
