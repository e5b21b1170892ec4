import { addressOf } from './store.js';

interface Payment {
  id: string;
  order_id: string;
  status: string;
  /** Paise. */
  amount: number;
}
interface Refund {
  id: string;
  payment_id: string;
  /** Paise. */
  amount: number;
}

/** All that the stand-in for Razorpay knows: what money really moved. */
export async function razorpayState(): Promise<{ payments: Payment[]; refunds: Refund[] }> {
  return (await (await fetch(`${addressOf('razorpay')}/simulate/state`)).json()) as { payments: Payment[]; refunds: Refund[] };
}

/** The payments of a Razorpay order whose money was taken, given back since or not. */
export const capturesOf = async (razorpayOrderId: string): Promise<Payment[]> =>
  (await razorpayState()).payments.filter(({ order_id, status }) => order_id === razorpayOrderId && (status === 'captured' || status === 'refunded'));

/** What went back of a payment. */
export const refundsOf = async (paymentId: string): Promise<Refund[]> => (await razorpayState()).refunds.filter(({ payment_id }) => payment_id === paymentId);
