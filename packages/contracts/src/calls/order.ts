import { z } from 'zod';
import { defineCalls } from '../call.js';
import { billing, order, orderStatus, salesSummary, sentCart } from '../entities/order.js';
import { holdsQuery, stockHold } from '../entities/holds.js';
import { paymentOrder, paymentResponse } from '../entities/payment.js';
import { refundOutcome } from '../entities/refund-approval.js';
import { done, listQuery, objectId, ok, pageInfo, rupees } from '../primitives.js';

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
/** Compared at most, never trusted (rule 2). */
const claims = { cart: sentCart.optional(), billing: billing.optional(), totalAmount: z.number().optional() };

export const orderCalls = defineCalls('order', {
  'POST /payments/create-order': {
    summary: 'Start the checkout: hold the stock, create the payment. `amount` in rupees, `order.amount` in paise',
    source: '§7',
    access: 'customer',
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
      'HOLD_LIMIT',
      'PAYMENT_PROVIDER_FAILED',
      'UNAVAILABLE',
    ],
  },
  'POST /payments/verify': {
    summary: 'Verify a payment and place its order',
    source: '§7',
    access: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: paymentResponse.extend(claims),
    response: done.extend({ order }),
    errors: checkoutErrors,
  },
  'POST /orders': {
    summary: 'Get the order of a verified payment; any other payment is rejected',
    source: '§7',
    access: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: z.object({ payment: paymentResponse.partial().loose(), ...claims }),
    response: ok.extend({ order }),
    errors: checkoutErrors,
  },
  'GET /orders/{userId}': {
    summary: "List a customer's orders, newest first, at most 1,000 per page",
    source: '§7',
    access: 'customer',
    params: z.object({ userId: objectId }),
    query: listQuery,
    response: z.array(order),
    errors: ['FORBIDDEN'],
  },
  'GET /orders/admin/all': {
    summary: 'List all orders, newest first, per page at most `limit`, 5,000 by default',
    source: '§7',
    access: 'orders.read',
    query: listQuery,
    response: z.array(order),
  },
  'GET /orders/admin/summary': {
    summary: 'Get sales figures: revenue by day (IST), orders by status, best sellers, latest orders',
    access: 'orders.read',
    response: ok.extend({ summary: salesSummary }),
  },
  'PUT /orders/admin/{orderId}': {
    summary: "Set an order's status; cancelling restocks the items and refunds the payment",
    source: '§7',
    access: 'orders.write',
    params: orderId,
    body: z.object({ status: orderStatus }),
    /** `refund`: only when cancelled. */
    response: done.extend({ order, refund: refundOutcome.optional() }),
    errors: ['VALIDATION_FAILED', 'ORDER_NOT_FOUND', 'ORDER_REFUNDED', 'ORDER_CHANGED'],
  },
  'GET /orders/admin/holds': {
    summary: 'List the stock that unpaid checkouts hold, most units first',
    access: 'holds.read',
    query: holdsQuery,
    response: ok.extend({ holds: z.array(stockHold), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /orders/admin/holds/{orderId}/release': {
    summary: 'Release the stock that an unpaid checkout holds; a late payment is refunded',
    access: 'holds.write',
    idempotent: true,
    params: orderId,
    response: done,
    errors: ['HOLD_NOT_FOUND', 'ORDER_ALREADY_PAID', 'UNAVAILABLE'],
  },
  'GET /orders/detail/{orderId}': {
    summary: 'Get an order, as its owner or with the permission orders.read',
    access: 'customer',
    params: orderId,
    response: ok.extend({ order }),
    errors: ['ORDER_NOT_FOUND'],
  },
  'POST /orders/cancel/{orderId}': {
    summary: 'Cancel an order that is Pending or Processing (refund policy, specification §9)',
    access: 'customer',
    idempotent: true,
    params: orderId,
    response: done.extend({ order }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE'],
  },
});
