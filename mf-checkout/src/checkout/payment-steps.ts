import { brand } from '@rangavalli/contracts/brand';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { Billing, Order } from '@rangavalli/contracts/entities/order';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import type { Method } from './payment-choice.js';
import { isPhone, windowOptions } from './window-options.js';
import { loadRazorpay, openRazorpay, type PaymentOutcome } from './razorpay.js';

export interface Purchase {
  cart: Cart;
  billing: Billing;
  note?: string;
  giftMessage?: string;
  method?: Method;
  useCredit?: boolean;
  /** What the customer saw, rupees, and the hash of its quote. */
  total: number;
  quoteHash?: string | undefined;
}

export interface PaidPurchase extends Purchase {
  response: PaymentResponse;
}

export interface StartedPayment {
  keyId: string;
  checkout: CallResponse<'POST /payments/create-order'>;
}

/** Delays before retrying a checkout that another request is preparing, ms. */
const BUSY_DELAYS_MS = [1_000, 2_000];
/** Delays before retrying a verification without a response, ms. */
export const VERIFY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
/** Longer than the gateway's own deadlines of 15 and 20 s, ms. */
const START_DEADLINE_MS = 18_000;
export const VERIFY_DEADLINE_MS = 23_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the error leaves open what happened to the payment, so that a retry may help. */
export const isUnconfirmed = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || code === 'RATE_LIMITED';

/** Retries an idempotent call while its error is transient (rule 10). */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  delays: readonly number[],
  isTransient: (error: ApiError) => boolean,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!isTransient(asApiError(thrown))) throw thrown;
      await pause(delay);
    }
  }
  return attempt();
}

/** Loads the payment window's script and returns the public key. */
export async function preparePayment(): Promise<string> {
  const { razorpay } = await call('GET /config');
  await loadRazorpay(razorpay.checkoutUrl);
  return razorpay.keyId;
}

/** The window is loaded before stock is held. */
export async function startPayment(purchase: Purchase): Promise<StartedPayment> {
  const keyId = await preparePayment();
  return { keyId, checkout: await startCheckout(purchase) };
}

/** Starts the checkout at the total that the customer saw. */
export function startCheckout(purchase: Purchase): Promise<StartedPayment['checkout']> {
  const { total: amount, quoteHash, billing, note, giftMessage, method, useCredit } = purchase;
  const body = {
    amount,
    ...(quoteHash ? { quoteHash } : {}),
    billing,
    ...(note ? { note } : {}),
    ...(giftMessage ? { giftMessage } : {}),
    ...(method && method !== 'online' ? { method } : {}),
    ...(useCredit ? { useCredit } : {}),
  };
  return withRetries(
    () => call('POST /payments/create-order', { body }, { deadlineMs: START_DEADLINE_MS }),
    BUSY_DELAYS_MS,
    ({ code }) => code === 'CHECKOUT_IN_PROGRESS',
  );
}

/** Places an order that store credit covers. Idempotent. */
export async function confirmCredit({ checkout: { orderNumber } }: StartedPayment): Promise<Order> {
  const place = () =>
    call('POST /orders/credit/confirm', { body: { orderNumber } }, { deadlineMs: VERIFY_DEADLINE_MS });
  return (await withRetries(place, VERIFY_DELAYS_MS, isUnconfirmed)).order;
}

export function openPaymentWindow(
  { keyId, checkout: { order, expiresAt } }: StartedPayment,
  billing: Billing,
): Promise<PaymentOutcome> {
  return openRazorpay({
    key: keyId,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: brand.name,
    theme: { color: brand.themeColour },
    ...windowOptions(billing, expiresAt, { isPhone: isPhone(), now: Date.now() }),
  });
}

/**
 * Verifies the payment and saves the order (specification §4). Both calls are idempotent. A verified order is placed:
 * if saving it gets no response, the verified one is returned.
 */
export async function confirmPayment({ response, cart, billing }: PaidPurchase): Promise<Order> {
  const claims = {
    cart: cart.items.map(({ product: { _id, name, price }, size, quantity }) => ({
      product: { _id, name, price },
      size,
      quantity,
    })),
    billing,
    totalAmount: cart.total,
  };
  const { order } = await withRetries(
    () => call('POST /payments/verify', { body: { ...response, ...claims } }, { deadlineMs: VERIFY_DEADLINE_MS }),
    VERIFY_DELAYS_MS,
    isUnconfirmed,
  );
  try {
    return (await call('POST /orders', { body: { payment: response, ...claims } })).order;
  } catch (thrown) {
    if (isUnconfirmed(asApiError(thrown))) return order;
    throw new OrderRejectedError();
  }
}

/** The payment was verified, but the order was rejected. */
export class OrderRejectedError extends Error {}
