import { addressOf, post } from './store.js';

/** Amounts are paise. */
export interface Payment {
  id: string;
  order_id: string;
  status: string;
  amount: number;
}
export interface Refund {
  id: string;
  payment_id: string;
  amount: number;
  /** `processed` once the customer's bank has it. */
  status: string;
}

interface RazorpayState {
  payments: Payment[];
  refunds: Refund[];
  events: { id: string; payment_id: string }[];
  /** Webhook deliveries, `waiting` until acknowledged. */
  deliveries: { event_id: string; status: string }[];
}

export const getRazorpayState = async (): Promise<RazorpayState> =>
  (await (await fetch(`${addressOf('razorpay')}/simulate/state`)).json()) as RazorpayState;

export const getCaptures = async (razorpayOrderId: string): Promise<Payment[]> =>
  (await getRazorpayState()).payments.filter(
    ({ order_id, status }) => order_id === razorpayOrderId && (status === 'captured' || status === 'refunded'),
  );

export const getRefunds = async (paymentId: string): Promise<Refund[]> =>
  (await getRazorpayState()).refunds.filter(({ payment_id }) => payment_id === paymentId);

/** Replaces the stand-in's fault rules; without an argument it works normally. */
export const injectFaults = async (
  rules: { path?: string; drop?: 'before' | 'after'; error_rate?: number; times?: number; delay_ms?: number }[] = [],
): Promise<void> => void (await post(`${addressOf('razorpay')}/simulate/faults`, { rules }));
