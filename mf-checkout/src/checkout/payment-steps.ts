import { brand } from '@rangavalli/contracts/brand';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { Billing, Order } from '@rangavalli/contracts/entities/order';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { loadRazorpay, openRazorpay, type PaymentOutcome } from './razorpay.js';

/** What is bought and for whom. */
export interface Purchase {
  cart: Cart;
  billing: Billing;
}

/** A purchase whose money the payment window has reported as taken. */
export interface PaidPurchase extends Purchase {
  response: PaymentResponse;
}

/** What the payment window is opened with. */
export interface BegunPayment {
  keyId: string;
  begun: CallResponse<'POST /payments/create-order'>;
}

/** A checkout that another request is preparing is asked for again after these, ms. */
const BUSY_DELAYS_MS = [1_000, 2_000];
/** A verification without an answer is repeated after these, ms. */
const VERIFY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
/** Longer than the gateway's own deadlines of 15 and 20 s, so that its answer is heard. ms */
const BEGIN_DEADLINE_MS = 18_000;
const VERIFY_DEADLINE_MS = 23_000;
/** What the payment window is given when no phone is known (specification §7). */
const PLACEHOLDER_PHONE = '9999999999';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** No answer, or one that says nothing about the payment itself: asking again may help. */
export const isUnanswered = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || code === 'RATE_LIMITED';

/** Repeats an idempotent call while its failure is one that may pass (rule 10). */
async function persistently<T>(
  attempt: () => Promise<T>,
  delays: readonly number[],
  mayPass: (error: ApiError) => boolean,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!mayPass(asApiError(thrown))) throw thrown;
      await pause(delay);
    }
  }
  return attempt();
}

/** Fetches what the payment window needs ahead of its use. */
export async function preparePayment(): Promise<string> {
  const { razorpay } = await call('GET /config');
  await loadRazorpay(razorpay.checkoutUrl);
  return razorpay.keyId;
}

/** Begins the checkout of the cart at the total that the customer has seen. The window is there before pieces are held. */
export async function beginPayment({ cart, billing }: Purchase): Promise<BegunPayment> {
  const keyId = await preparePayment();
  const begun = await persistently(
    () =>
      call('POST /payments/create-order', { body: { amount: cart.total, billing } }, { deadlineMs: BEGIN_DEADLINE_MS }),
    BUSY_DELAYS_MS,
    ({ code }) => code === 'CHECKOUT_IN_PROGRESS',
  );
  return { keyId, begun };
}

/** Lets the customer pay. */
export function takePayment(
  { keyId, begun: { order } }: BegunPayment,
  { fullName, email, phone }: Billing,
): Promise<PaymentOutcome> {
  return openRazorpay({
    key: keyId,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: brand.name,
    theme: { color: brand.themeColour },
    prefill: { name: fullName, email, contact: phone || PLACEHOLDER_PHONE },
  });
}

/**
 * Proves the payment and saves the order (specification §4 "verifies, saves the order"). Both calls may be repeated.
 * Once verified the order stands: if saving it again is not answered, the verified one is taken.
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
  const { order } = await persistently(
    () => call('POST /payments/verify', { body: { ...response, ...claims } }, { deadlineMs: VERIFY_DEADLINE_MS }),
    VERIFY_DELAYS_MS,
    isUnanswered,
  );
  try {
    return (await call('POST /orders', { body: { payment: response, ...claims } })).order;
  } catch (thrown) {
    if (isUnanswered(asApiError(thrown))) return order;
    throw new OrderRefused();
  }
}

/** The payment was verified, and yet the order was refused. */
export class OrderRefused extends Error {}
