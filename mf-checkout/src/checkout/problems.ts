import { asApiError, ApiError } from '@rangavalli/web-kit/data/api-error';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { isUnanswered, OrderRefused } from './payment-steps.js';

/** What went wrong with a payment, as the customer is told. */
export interface Problem {
  /** In the specification's words where it has some (§8). */
  alert: string;
  /** What it means, sentence by sentence. */
  explanation: readonly string[];
  /** Where to mend it. */
  way?: { to: string; label: string };
  /** The money may have been taken: pay no more, ask again. */
  unconfirmed?: boolean;
  /** The cart as it is shown is no longer true. */
  cartChanged?: boolean;
}

const PAYMENT_WENT_WRONG = 'Something went wrong with payment!';
const VERIFICATION_FAILED = '❌ Payment verification failed!';
const ORDER_FAILED = 'Failed to complete order. Contact support.';

const toCart = { to: '/cart', label: 'Change your cart' };
const toOrders = { to: '/user/orders', label: 'My Orders' };

function shortages(details: ApiError['details']): string[] {
  const lines = Array.isArray(details?.['lines'])
    ? (details['lines'] as Partial<{ name: string; size: string; available: number }>[])
    : [];
  return lines.map(({ name = 'A product', size, available = 0 }) => {
    const piece = size ? `${name}, size ${size}` : name;
    return available > 0 ? `${piece}: ${available} left.` : `${piece}: none left.`;
  });
}

/** A failure before the payment window opened: nothing was charged. */
export function problemOfBeginning(thrown: unknown): Problem {
  if (!(thrown instanceof ApiError)) {
    return {
      alert: PAYMENT_WENT_WRONG,
      explanation: ['The payment window could not be opened. Nothing was charged. Please try again.'],
    };
  }
  const { code, message, details } = thrown;
  switch (code) {
    case 'TOTAL_CHANGED': {
      const total = details?.['totalAmount'];
      return {
        alert: message,
        explanation: typeof total === 'number' ? [`The total is now ${formatRupees(total)}.`] : [],
        cartChanged: true,
      };
    }
    case 'OUT_OF_STOCK':
    case 'INSUFFICIENT_STOCK':
    case 'PRODUCT_NOT_FOUND':
      return { alert: message, explanation: shortages(details), way: toCart, cartChanged: true };
    case 'CART_EMPTY':
      return {
        alert: message,
        explanation: ['If you have paid for it already, you find it in My Orders.'],
        way: toOrders,
        cartChanged: true,
      };
    case 'VALIDATION_FAILED':
    case 'UNAUTHENTICATED':
      return { alert: message, explanation: [] };
    default:
      return { alert: PAYMENT_WENT_WRONG, explanation: [message, 'Nothing was charged.'] };
  }
}

/** A failure after the payment window reported a payment. */
export function problemOfConfirming(thrown: unknown, paymentId: string): Problem {
  const reference = `Payment ${paymentId}.`;
  const safe = 'Money that was taken is matched to your order or refunded, without anything for you to do.';
  if (thrown instanceof OrderRefused)
    return { alert: ORDER_FAILED, explanation: [safe, reference], way: toOrders, unconfirmed: true };
  const error = asApiError(thrown);
  switch (error.code) {
    case 'PAYMENT_SIGNATURE_INVALID':
      // Its message says no more than the alert.
      return { alert: VERIFICATION_FAILED, explanation: [safe, reference] };
    case 'PAYMENT_MISMATCH':
    case 'PAYMENT_NOT_CAPTURED':
      return { alert: VERIFICATION_FAILED, explanation: [error.message, safe, reference] };
    case 'PAYMENT_REFUNDED':
      return { alert: ORDER_FAILED, explanation: [error.message, reference], cartChanged: true };
    case 'UNAUTHENTICATED':
      return {
        alert: ORDER_FAILED,
        explanation: ['Your session ended meanwhile. Please log in again.', safe, reference],
      };
    default:
      return {
        alert: ORDER_FAILED,
        explanation: [
          isUnanswered(error) ? 'We could not confirm your payment yet. Please do not pay again.' : error.message,
          safe,
          reference,
        ],
        way: toOrders,
        unconfirmed: isUnanswered(error),
      };
  }
}
