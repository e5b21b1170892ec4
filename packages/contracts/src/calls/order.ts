import { z } from 'zod';
import { defineCalls } from '../call.js';
import { billing, order, orderStatus, salesSummary, sentCart } from '../entities/order.js';
import { paymentOrder, paymentResponse } from '../entities/payment.js';
import { done, objectId, ok, rupees } from '../primitives.js';

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
    summary: 'Verify a payment and place its order',
    source: '§7',
    role: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: paymentResponse.extend(claims),
    response: done.extend({ order }),
    errors: checkoutErrors,
  },
  'POST /orders': {
    summary: 'Get the order of a verified payment; any other payment is rejected',
    source: '§7',
    role: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: z.object({ payment: paymentResponse.partial().loose(), ...claims }),
    response: ok.extend({ order }),
    errors: checkoutErrors,
  },
  'GET /orders/{userId}': {
    summary: "List a customer's orders, newest first",
    source: '§7',
    role: 'customer',
    params: z.object({ userId: objectId }),
    response: z.array(order),
    errors: ['FORBIDDEN'],
  },
  'GET /orders/admin/all': {
    summary: 'List all orders, newest first',
    source: '§7',
    role: 'admin',
    response: z.array(order),
  },
  'GET /orders/admin/summary': {
    summary: 'Get sales figures: revenue by day (IST), orders by status, best sellers, latest orders',
    role: 'admin',
    response: ok.extend({ summary: salesSummary }),
  },
  'PUT /orders/admin/{orderId}': {
    summary: "Set an order's status; cancelling restocks the items and refunds the payment",
    source: '§7',
    role: 'admin',
    params: orderId,
    body: z.object({ status: orderStatus }),
    response: done.extend({ order }),
    errors: ['VALIDATION_FAILED', 'ORDER_NOT_FOUND', 'ORDER_REFUNDED', 'ORDER_CHANGED'],
  },
  'GET /orders/detail/{orderId}': {
    summary: 'Get an order, as its owner or an admin',
    role: 'customer',
    params: orderId,
    response: ok.extend({ order }),
    errors: ['ORDER_NOT_FOUND'],
  },
  'POST /orders/cancel/{orderId}': {
    summary: 'Cancel an order that is Pending or Processing (refund policy, specification §9)',
    role: 'customer',
    idempotent: true,
    params: orderId,
    response: done.extend({ order }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE'],
  },
});
