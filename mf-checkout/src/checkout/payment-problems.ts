import { asApiError, ApiError } from '@rangavalli/web-kit/data/api-error';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { messages } from './messages.js';
import { isUnconfirmed, OrderRejectedError } from './payment-steps.js';

export interface Problem {
  /** The specification's text where it has one (§8). */
  alert: string;
  explanation: readonly string[];
  link?: { to: string; label: string };
  /** The customer may have been charged: check again instead of paying again. */
  unconfirmed?: boolean;
  cartChanged?: boolean;
}

const toCart = { to: '/cart', label: messages.changeCart };
const toOrders = { to: '/user/orders', label: messages.myOrders };
const toProfile = { to: '/user/profile', label: messages.confirmEmail };

/** An account with a confirmed address may buy more at a time. */
const fewerUnitsLink = () => (currentSession()?.user?.emailVerified === false ? toProfile : toCart);

function shortages(details: ApiError['details']): string[] {
  const lines = Array.isArray(details?.['lines'])
    ? (details['lines'] as Partial<{ name: string; size: string; available: number }>[])
    : [];
  return lines.map(({ name = 'A product', size, available = 0 }) => {
    return messages.left(size ? `${name}, size ${size}` : name, available);
  });
}

/** Describes a failure before the payment window opened; nothing was charged. */
export function checkoutProblem(thrown: unknown): Problem {
  if (!(thrown instanceof ApiError)) {
    return {
      alert: messages.wentWrong,
      explanation: [messages.windowFailed],
    };
  }
  const { code, message, details } = thrown;
  switch (code) {
    case 'TOTAL_CHANGED': {
      const total = details?.['totalAmount'];
      return {
        alert: message,
        explanation: typeof total === 'number' ? [messages.newTotal(formatRupees(total))] : [],
        cartChanged: true,
      };
    }
    case 'OUT_OF_STOCK':
    case 'INSUFFICIENT_STOCK':
    case 'PRODUCT_NOT_FOUND':
    case 'PERSONALISATION_INVALID':
      return { alert: message, explanation: shortages(details), link: toCart, cartChanged: true };
    case 'CART_EMPTY':
      return {
        alert: message,
        explanation: [messages.alreadyPaid],
        link: toOrders,
        cartChanged: true,
      };
    case 'HOLD_LIMIT':
      return {
        alert: message,
        explanation: [messages.nothingCharged],
        ...(details?.['limit'] === 'units' ? { link: fewerUnitsLink() } : {}),
      };
    case 'COD_NOT_AVAILABLE':
    case 'PART_PAYMENT_NOT_AVAILABLE':
    case 'CREDIT_COVERS_TOTAL':
    case 'CREDIT_INSUFFICIENT':
    case 'CHECKOUT_ENDED':
    case 'RATE_LIMITED':
    case 'PIN_NOT_SERVED':
      return { alert: message, explanation: [messages.nothingCharged] };
    case 'VALIDATION_FAILED':
    case 'UNAUTHENTICATED':
      return { alert: message, explanation: [] };
    default:
      return { alert: messages.wentWrong, explanation: [message, messages.nothingCharged] };
  }
}

/** Describes a failure after the payment window reported a payment. */
export function confirmationProblem(thrown: unknown, paymentId: string): Problem {
  const reference = messages.reference(paymentId);
  const safe = messages.moneyIsSafe;
  if (thrown instanceof OrderRejectedError)
    return { alert: messages.orderFailed, explanation: [safe, reference], link: toOrders, unconfirmed: true };
  const error = asApiError(thrown);
  switch (error.code) {
    case 'PAYMENT_SIGNATURE_INVALID':
      return { alert: messages.verificationFailed, explanation: [safe, reference] };
    case 'PAYMENT_MISMATCH':
    case 'PAYMENT_NOT_CAPTURED':
      return { alert: messages.verificationFailed, explanation: [error.message, safe, reference] };
    case 'PAYMENT_REFUNDED':
      return { alert: messages.orderFailed, explanation: [error.message, reference], cartChanged: true };
    case 'UNAUTHENTICATED':
      return {
        alert: messages.orderFailed,
        explanation: [messages.sessionEnded, safe, reference],
      };
    default:
      return {
        alert: messages.orderFailed,
        explanation: [isUnconfirmed(error) ? messages.notConfirmed : error.message, safe, reference],
        link: toOrders,
        unconfirmed: isUnconfirmed(error),
      };
  }
}
