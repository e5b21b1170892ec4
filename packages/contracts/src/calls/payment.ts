import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  webhookDeliveryQuery,
  paymentsAdminQuery,
  paymentProblems,
  paymentDetails,
  webhookDelivery,
} from '../entities/payments-admin.js';
import { done, line, objectId, ok, pageInfo } from '../primitives.js';

const orderId = z.object({ orderId: objectId });

export const paymentCalls = defineCalls('payment', {
  'POST /payments/webhook': {
    summary: 'Receive a Razorpay webhook, authenticated by the signature over its raw body',
    role: 'public',
    idempotent: true,
    rawBody: true,
    limit: 'unlimited',
    body: z.looseObject({ event: z.string() }),
    response: z.object({ success: z.literal(true) }),
    errors: ['PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
  'GET /payments/admin': {
    summary: 'List payments and their problems, newest first: no order, amount mismatch, refund pending or failed',
    role: 'admin',
    query: paymentsAdminQuery,
    response: ok.extend({
      payments: z.array(paymentDetails),
      counts: z.record(z.enum(paymentProblems), z.int()),
      ...pageInfo,
    }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /payments/admin/{orderId}': {
    summary: "Get a payment's history and its webhook deliveries",
    role: 'admin',
    params: orderId,
    response: ok.extend({ payment: paymentDetails, deliveries: z.array(webhookDelivery) }),
    errors: ['PAYMENT_NOT_FOUND'],
  },
  'POST /payments/admin/{orderId}/retry': {
    summary: 'Reconcile a payment with Razorpay: record a missed capture, retry a failed refund',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    response: done.extend({ payment: paymentDetails }),
    errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'POST /payments/admin/{orderId}/refund': {
    summary: 'Refund a captured payment in full, once; rejected while an order uses it',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    body: z.object({ paymentId: z.string().trim().min(1).max(60), reason: line(200) }),
    response: done.extend({ payment: paymentDetails }),
    errors: ['VALIDATION_FAILED', 'PAYMENT_NOT_FOUND', 'PAYMENT_IN_USE', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'GET /payments/deliveries': {
    summary: 'List webhook deliveries and their outcomes, newest first',
    role: 'admin',
    query: webhookDeliveryQuery,
    response: ok.extend({ deliveries: z.array(webhookDelivery), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/deliveries/{id}/replay': {
    summary: 'Process a webhook delivery again; idempotent',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: z.object({ id: z.string().min(1).max(60) }),
    response: done.extend({ delivery: webhookDelivery }),
    errors: ['DELIVERY_NOT_FOUND', 'PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
});
