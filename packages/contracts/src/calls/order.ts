import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  billing,
  cancelledLines,
  order,
  orderMessages,
  ordersQuery,
  orderStatus,
  salesSummary,
  sentCart,
  statusCounts,
} from '../entities/order.js';
import { orderConfirmation } from '../entities/cash.js';
import { holdsQuery, stockHold } from '../entities/holds.js';
import { couponCode } from '../entities/offer.js';
import { pendingPaymentLink } from '../entities/payment-link.js';
import { paymentOrder, paymentResponse } from '../entities/payment.js';
import { refundOutcome } from '../entities/refund-approval.js';
import { paymentMethods } from '../payment-methods.js';
import {
  done,
  email,
  line,
  MAX_LIST_LENGTH,
  normalisedPhone,
  objectId,
  ok,
  orderNumber,
  orderReference,
  pageInfo,
  pageQuery,
  quantity,
  rupees,
} from '../primitives.js';

const checkoutErrors = [
  'VALIDATION_FAILED',
  'PAYMENT_SIGNATURE_INVALID',
  'PAYMENT_MISMATCH',
  'PAYMENT_NOT_CAPTURED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PROVIDER_FAILED',
  'PIN_NOT_SERVED',
  'ORDER_NOT_FOUND',
  'UNAVAILABLE',
] as const;
const orderId = z.object({ orderId: orderReference });
const newestOrders = z.object({ limit: z.coerce.number().int().min(1).max(MAX_LIST_LENGTH).optional() });
/** Compared at most, never trusted (rule 2). */
const claims = { cart: sentCart.optional(), billing: billing.optional(), totalAmount: z.number().optional() };

const linkErrors = [
  'VALIDATION_FAILED',
  'ORDER_NUMBER_INVALID',
  'ORDER_NOT_FOUND',
  'PAYMENT_LINK_CLOSED',
  'PAYMENT_PROVIDER_FAILED',
  'UNAVAILABLE',
] as const;

export const orderCalls = defineCalls('order', {
  'POST /payments/create-order': {
    summary:
      'Start the checkout: hold the stock, create the payment or email the code that confirms cash on delivery. ' +
      '`amount` in rupees, `order.amount` in paise',
    source: '§7',
    access: 'customer',
    idempotent: true,
    deadlineMs: 15_000,
    /** `quoteHash`: of the quote that the customer saw; compared like `amount`. */
    body: z.object({
      amount: rupees,
      quoteHash: z.string().max(100).optional(),
      method: z.enum(paymentMethods).optional(),
      /** As much as there is; the rest is paid by `method`. */
      useCredit: z.boolean().optional(),
      billing: billing.optional(),
      ...orderMessages,
    }),
    response: ok.extend({
      /**
       * `id`: the Razorpay order, or the order number when nothing is paid online; `amount` is then 0 for a checkout
       * that store credit covers, and `POST /orders/credit/confirm` places it.
       */
      order: paymentOrder.extend({ orderNumber: orderNumber.optional() }),
      orderId: objectId,
      orderNumber,
      totalAmount: z.number(),
      /** Store credit that this checkout reserves, rupees; missing without. */
      creditAmount: z.number().optional(),
      /** What the courier collects, rupees; missing without. */
      dueOnDelivery: z.number().optional(),
      expiresAt: z.string(),
      /** Of cash on delivery. */
      confirmation: orderConfirmation.optional(),
    }),
    errors: [
      'VALIDATION_FAILED',
      'CART_EMPTY',
      'PERSONALISATION_INVALID',
      'PIN_NOT_SERVED',
      'TOTAL_CHANGED',
      'COUPON_USED_UP',
      'COUPON_USED_BY_YOU',
      'OUT_OF_STOCK',
      'INSUFFICIENT_STOCK',
      'PRODUCT_NOT_FOUND',
      'CHECKOUT_IN_PROGRESS',
      'HOLD_LIMIT',
      'COD_NOT_AVAILABLE',
      'PART_PAYMENT_NOT_AVAILABLE',
      'CREDIT_COVERS_TOTAL',
      'CREDIT_INSUFFICIENT',
      'RATE_LIMITED',
      'PAYMENT_PROVIDER_FAILED',
      'UNAVAILABLE',
    ],
  },
  'POST /orders/payment-link': {
    summary: 'Email the caller a payment link for a checkout that was not paid; an order has one link',
    access: 'customer',
    idempotent: true,
    deadlineMs: 15_000,
    body: z.object({ orderNumber: orderReference }),
    response: done.extend({ link: pendingPaymentLink }),
    errors: linkErrors,
  },
  'GET /orders/payment-links': {
    summary: "List the caller's payment links that can still be paid, at most 10",
    access: 'customer',
    response: ok.extend({ links: z.array(pendingPaymentLink).max(10) }),
  },
  'POST /payments/links': {
    summary: 'Email the customer of an unpaid order a payment link; an order has one link',
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 15_000,
    body: z.object({ orderNumber: orderReference }),
    response: done.extend({ link: pendingPaymentLink }),
    errors: linkErrors,
  },
  'POST /orders/phone': {
    summary: 'Take an order on the phone: hold the stock and email a payment link, or place it with cash on delivery',
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 20_000,
    /** `requestId`: of the form, the same when it is sent again. */
    body: z.object({
      requestId: z.uuid(),
      customer: z.object({ email, name: line(50), phone: normalisedPhone }),
      lines: z
        .array(z.object({ productId: objectId, size: z.string().max(40), quantity }))
        .min(1)
        .max(20),
      billing: billing.omit({ email: true }),
      coupon: couponCode.optional(),
      method: z.enum(['link', 'cod']),
      note: orderMessages.note,
    }),
    response: done.extend({
      orderId: objectId,
      orderNumber,
      totalAmount: z.number(),
      isPlaced: z.boolean(),
      link: pendingPaymentLink.optional(),
    }),
    errors: [
      'VALIDATION_FAILED',
      'EMAIL_TAKEN',
      'PERSONALISATION_INVALID',
      'PIN_NOT_SERVED',
      'COUPON_UNKNOWN',
      'COUPON_EXPIRED',
      'COUPON_NOT_STARTED',
      'COUPON_USED_UP',
      'COUPON_USED_BY_YOU',
      'COUPON_MINIMUM',
      'COUPON_NOT_APPLICABLE',
      'COUPON_FIRST_ORDER',
      'COUPON_GROUP',
      'COUPON_METHOD',
      'COUPON_NOT_COMBINABLE',
      'OUT_OF_STOCK',
      'INSUFFICIENT_STOCK',
      'PRODUCT_NOT_FOUND',
      'CHECKOUT_IN_PROGRESS',
      'CHECKOUT_ENDED',
      'HOLD_LIMIT',
      'COD_NOT_AVAILABLE',
      'PAYMENT_LINK_CLOSED',
      'PAYMENT_PROVIDER_FAILED',
      'ORDER_NOT_FOUND',
      'UNAVAILABLE',
    ],
  },
  'POST /orders/credit/confirm': {
    summary: 'Place the order of a checkout that store credit covers',
    access: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: z.object({ orderNumber: orderReference }),
    response: done.extend({ order }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'ORDER_NOT_FOUND',
      'CHECKOUT_ENDED',
      'OUT_OF_STOCK',
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
    summary: "List a customer's newest orders, at most 500; `GET /orders/list/{userId}` has the others",
    source: '§7',
    access: 'customer',
    limit: 'general',
    params: z.object({ userId: objectId }),
    query: newestOrders,
    streamed: true,
    response: z.array(order),
    errors: ['FORBIDDEN'],
  },
  'GET /orders/admin/all': {
    summary: 'List the newest orders, at most 500; `GET /orders/admin/list` has the others',
    source: '§7',
    access: 'orders.read',
    limit: 'general',
    query: newestOrders,
    streamed: true,
    response: z.array(order),
  },
  'GET /orders/list/{userId}': {
    summary: "List a customer's orders in pages, newest first, as their owner or with the permission orders.read",
    access: 'customer',
    params: z.object({ userId: objectId }),
    query: pageQuery,
    /** `spent`: rupees, without cancelled orders and items and exchanged items; only on the first page. */
    response: ok.extend({ orders: z.array(order), spent: z.number().optional(), ...pageInfo }),
    errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
  },
  'GET /orders/admin/list': {
    summary: 'List the orders that match a search and a status in pages, newest first',
    access: 'orders.read',
    query: ordersQuery,
    /** `byStatus`: of all orders, some seconds old; only on the first page. */
    response: ok.extend({ orders: z.array(order), byStatus: statusCounts.optional(), ...pageInfo }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID'],
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
    /** `from`: the status that the caller saw; any, when missing. */
    body: z.object({ status: orderStatus, from: orderStatus.optional() }),
    /** `refund`: only when cancelled. */
    response: done.extend({ order, refund: refundOutcome.optional() }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'ORDER_NOT_FOUND',
      'ORDER_REFUNDED',
      'ORDER_RETURNED',
      'ORDER_CHANGED',
      'REFUND_LIMIT',
      'UNAVAILABLE',
    ],
  },
  'GET /orders/admin/holds': {
    summary: 'List the stock that unpaid checkouts hold, most units first',
    access: 'holds.read',
    query: holdsQuery,
    response: ok.extend({ holds: z.array(stockHold), ...pageInfo }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID'],
  },
  'POST /orders/admin/holds/{orderId}/release': {
    summary: 'Release the stock that an unpaid checkout holds; a late payment is refunded',
    access: 'holds.write',
    idempotent: true,
    params: orderId,
    response: done,
    errors: ['ORDER_NUMBER_INVALID', 'HOLD_NOT_FOUND', 'ORDER_ALREADY_PAID', 'UNAVAILABLE'],
  },
  'GET /orders/detail/{orderId}': {
    summary: 'Get an order, as its owner or with the permission orders.read',
    access: 'customer',
    params: orderId,
    response: ok.extend({ order }),
    errors: ['ORDER_NUMBER_INVALID', 'ORDER_NOT_FOUND'],
  },
  'POST /orders/cancel/{orderId}': {
    summary: 'Cancel an order that is Pending or Processing (refund policy, specification §9)',
    access: 'customer',
    idempotent: true,
    params: orderId,
    response: done.extend({ order }),
    errors: ['ORDER_NUMBER_INVALID', 'ORDER_NOT_FOUND', 'ORDER_RETURNED', 'ORDER_NOT_CANCELLABLE'],
  },
  'POST /orders/{orderId}/lines/cancel': {
    summary:
      'Cancel units that were not dispatched: restocked, and refunded to their source. Customers while the order is ' +
      'Pending or Processing. Once per `requestId`',
    access: 'customer',
    idempotent: true,
    params: orderId,
    body: cancelledLines,
    response: done.extend({ order }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'ORDER_NOT_FOUND',
      'ORDER_NOT_CANCELLABLE',
      'ORDER_LINES_NOT_CANCELLABLE',
      'ORDER_CHANGED',
      'REFUND_LIMIT',
      'UNAVAILABLE',
    ],
  },
});
