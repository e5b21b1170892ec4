import { addressOf } from './store.js';

export interface Payment {
  id: string;
  order_id: string;
  status: string;
  /** Paise. */
  amount: number;
}
export interface Refund {
  id: string;
  payment_id: string;
  /** Paise. */
  amount: number;
  /** `processed` when the customer's bank has it. */
  status: string;
}

interface RazorpayState {
  payments: Payment[];
  refunds: Refund[];
  /** What webhooks tell. */
  events: { id: string; payment_id: string }[];
  /** The tellings, `waiting` while nobody took them. */
  deliveries: { event_id: string; status: string }[];
}

/** All that the stand-in for Razorpay knows: what money really moved. */
export async function razorpayState(): Promise<RazorpayState> {
  return (await (await fetch(`${addressOf('razorpay')}/simulate/state`)).json()) as RazorpayState;
}

/** The payments of a Razorpay order whose money was taken, given back since or not. */
export const capturesOf = async (razorpayOrderId: string): Promise<Payment[]> =>
  (await razorpayState()).payments.filter(
    ({ order_id, status }) => order_id === razorpayOrderId && (status === 'captured' || status === 'refunded'),
  );

/** What went back of a payment. */
export const refundsOf = async (paymentId: string): Promise<Refund[]> =>
  (await razorpayState()).refunds.filter(({ payment_id }) => payment_id === paymentId);

/** Troubles of the stand-in from now on, as its `/simulate/faults` takes them; none without an argument. */
export async function trouble(
  rules: { path?: string; drop?: 'before' | 'after'; error_rate?: number; times?: number; delay_ms?: number }[] = [],
): Promise<void> {
  const answer = await fetch(`${addressOf('razorpay')}/simulate/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  if (!answer.ok) throw new Error(`simulate/faults: ${answer.status}`);
}
