import { z } from 'zod';
import { defineCalls } from '../call.js';
import { billing, order, orderStatus, salesSummary, sentCart } from '../entities/order.js';
import { paymentOrder, paymentResponse } from '../entities/payment.js';
import { objectId, ok, rupees } from '../primitives.js';

const checkoutErrors = [
  'VALIDATION_FAILED',
  'PAYMENT_SIGNATURE_INVALID',
  'PAYMENT_MISMATCH',
  'PAYMENT_NOT_CAPTURED',
  'PAYMENT_REFUNDED',
  'ORDER_NOT_FOUND',
  'UNAVAILABLE',
] as const;
const orderId = z.object({ orderId: objectId });
/** What the client says of cart and total: accepted as documented, compared at most, never believed (rule 2). */
const claims = { cart: sentCart.optional(), billing: billing.optional(), totalAmount: z.number().optional() };

/** Calls that the order service owns; it also begins and ends every checkout (architecture §3). */
export const orderCalls = defineCalls({
  'POST /payments/create-order': {
    summary:
      "Begin the checkout of the caller's cart: hold the stock, open a payment. `amount` is the cart's total in rupees as the caller saw it; the answer's `order.amount` is in paise, as Razorpay Checkout takes it",
    source: '§7',
    service: 'order',
    role: 'customer',
    idempotent: true,
    deadlineMs: 15_000,
    body: z.object({ amount: rupees, billing: billing.optional() }),
    response: ok.extend({ order: paymentOrder, orderId: objectId, totalAmount: z.number(), expiresAt: z.string() }),
    errors: [
      'VALIDATION_FAILED',
      'CART_EMPTY',
      'TOTAL_CHANGED',
      'OUT_OF_STOCK',
      'INSUFFICIENT_STOCK',
      'PRODUCT_NOT_FOUND',
      'CHECKOUT_IN_PROGRESS',
      'PAYMENT_PROVIDER_FAILED',
      'UNAVAILABLE',
    ],
  },
  'POST /payments/verify': {
    summary: 'Prove a payment and place its order',
    source: '§7',
    service: 'order',
    role: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: paymentResponse.extend(claims),
    response: ok.extend({ message: z.string(), order }),
    errors: checkoutErrors,
  },
  'POST /orders': {
    summary: 'The order of a verified payment; refuses any other payment',
    source: '§7',
    service: 'order',
    role: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: z.object({ payment: paymentResponse.partial().loose(), ...claims }),
    response: ok.extend({ order }),
    errors: checkoutErrors,
  },
  'GET /orders/{userId}': {
    summary: "A customer's orders, newest first",
    source: '§7',
    service: 'order',
    role: 'customer',
    idempotent: true,
    params: z.object({ userId: objectId }),
    response: z.array(order),
    errors: ['FORBIDDEN'],
  },
  'GET /orders/admin/all': {
    summary: 'Every order, newest first',
    source: '§7',
    service: 'order',
    role: 'admin',
    idempotent: true,
    response: z.array(order),
    errors: [],
  },
  'GET /orders/admin/summary': {
    summary:
      'What the shop sold: revenue by day (days of India, UTC+05:30), orders by status, best sellers, the latest orders',
    source: 'added',
    service: 'order',
    role: 'admin',
    idempotent: true,
    response: ok.extend({ summary: salesSummary }),
    errors: [],
  },
  'PUT /orders/admin/{orderId}': {
    summary: "Set an order's status; cancelling gives stock and money back",
    source: '§7',
    service: 'order',
    role: 'admin',
    idempotent: true,
    params: orderId,
    body: z.object({ status: orderStatus }),
    response: ok.extend({ message: z.string(), order }),
    errors: ['VALIDATION_FAILED', 'ORDER_NOT_FOUND', 'ORDER_REFUNDED', 'ORDER_CHANGED'],
  },
  'GET /orders/detail/{orderId}': {
    summary: 'One order, for its owner or an admin',
    source: 'added',
    service: 'order',
    role: 'customer',
    idempotent: true,
    params: orderId,
    response: ok.extend({ order }),
    errors: ['ORDER_NOT_FOUND'],
  },
  'POST /orders/cancel/{orderId}': {
    summary:
      'Cancel an order while it is Pending or Processing, before shipping has begun (refund policy, specification §9)',
    source: 'added',
    service: 'order',
    role: 'customer',
    idempotent: true,
    params: orderId,
    response: ok.extend({ message: z.string(), order }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE'],
  },
});
