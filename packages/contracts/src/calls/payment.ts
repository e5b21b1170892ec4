import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  webhookDeliveryQuery,
  paymentsAdminQuery,
  paymentProblems,
  paymentDetails,
  webhookDelivery,
} from '../entities/payments-admin.js';
import { line, objectId, ok } from '../primitives.js';

const orderId = z.object({ orderId: objectId });
const pages = { total: z.int(), page: z.int(), pages: z.int() };

/** Calls that the payment service owns. */
export const paymentCalls = defineCalls({
  'POST /payments/webhook': {
    summary: 'Razorpay tells what happened to a payment; the signature over the raw body is the only credential',
    source: 'added',
    service: 'payment',
    role: 'public',
    idempotent: true,
    rawBody: true,
    limit: 'unlimited',
    body: z.looseObject({ event: z.string() }),
    response: z.object({ success: z.literal(true) }),
    errors: ['PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
  'GET /payments/desk': {
    summary:
      'Payments for people to look at, newest first: captured without an order, mismatched amounts, refunds pending or failed',
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    query: paymentsAdminQuery,
    response: ok.extend({
      payments: z.array(paymentDetails),
      counts: z.record(z.enum(paymentProblems), z.int()),
      ...pages,
    }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /payments/desk/{orderId}': {
    summary: "One payment's story, with the webhooks that were delivered about it",
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    params: orderId,
    response: ok.extend({ payment: paymentDetails, deliveries: z.array(webhookDelivery) }),
    errors: ['PAYMENT_NOT_FOUND'],
  },
  'POST /payments/desk/{orderId}/retry': {
    summary: 'Ask Razorpay now and go on with what is missing: a capture not noticed, a refund not made',
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    response: ok.extend({ message: z.string(), payment: paymentDetails }),
    errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'POST /payments/desk/{orderId}/refund': {
    summary: 'Give a captured payment back in full, once; refused while an order stands behind it',
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    body: z.object({ paymentId: z.string().trim().min(1).max(60), reason: line(200) }),
    response: ok.extend({ message: z.string(), payment: paymentDetails }),
    errors: ['VALIDATION_FAILED', 'PAYMENT_NOT_FOUND', 'PAYMENT_IN_USE', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'GET /payments/deliveries': {
    summary: 'What Razorpay delivered and what became of it, newest first',
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    query: webhookDeliveryQuery,
    response: ok.extend({ deliveries: z.array(webhookDelivery), ...pages }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/deliveries/{id}/replay': {
    summary: 'Handle a delivery once more; what is done already stays as it is',
    source: 'added',
    service: 'payment',
    role: 'admin',
    idempotent: true,
    deadlineMs: 20_000,
    params: z.object({ id: z.string().min(1).max(60) }),
    response: ok.extend({ message: z.string(), delivery: webhookDelivery }),
    errors: ['DELIVERY_NOT_FOUND', 'PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
});
