import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  webhookDeliveryQuery,
  paymentsAdminQuery,
  paymentProblems,
  paymentDetails,
  webhookDelivery,
} from '../entities/payments-admin.js';
import { approvalsQuery, paymentSettings, refundApproval, refundOutcome } from '../entities/refund-approval.js';
import { adminPaymentLink, paymentLinksQuery } from '../entities/payment-link.js';
import { done, line, ok, orderReference, pageInfo } from '../primitives.js';

const approvalId = z.object({
  id: z
    .string()
    .max(60)
    .regex(/^[\w-]+$/, 'This is not a valid id.'),
});
const approvalErrors = ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'APPROVAL_OWN_REQUEST'] as const;
const orderId = z.object({ orderId: orderReference });

export const paymentCalls = defineCalls('payment', {
  'POST /payments/webhook': {
    summary: 'Receive a Razorpay webhook, authenticated by the signature over its raw body',
    access: 'public',
    idempotent: true,
    rawBody: true,
    limit: 'unlimited',
    body: z.looseObject({ event: z.string() }),
    response: z.object({ success: z.literal(true) }),
    errors: ['PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
  'GET /payments/admin': {
    summary: 'List payments and their problems, newest first, of a range of days (IST)',
    access: 'payments.read',
    query: paymentsAdminQuery,
    response: ok.extend({
      payments: z.array(paymentDetails),
      counts: z.record(z.enum(paymentProblems), z.int()),
      ...pageInfo,
    }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID'],
  },
  'GET /payments/admin/{orderId}': {
    summary: "Get a payment's history and its webhook deliveries",
    access: 'payments.read',
    params: orderId,
    response: ok.extend({ payment: paymentDetails, deliveries: z.array(webhookDelivery) }),
    errors: ['ORDER_NUMBER_INVALID', 'PAYMENT_NOT_FOUND'],
  },
  'POST /payments/admin/{orderId}/retry': {
    summary: 'Reconcile a payment with Razorpay: record a missed capture, retry a failed refund',
    access: 'refunds.write',
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    response: done.extend({ payment: paymentDetails }),
    errors: ['ORDER_NUMBER_INVALID', 'PAYMENT_NOT_FOUND', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'POST /payments/admin/{orderId}/refund': {
    summary:
      'Refund a captured payment in full, once; above the limits after approval; rejected while an order uses it',
    access: 'refunds.write',
    stepUp: true,
    idempotent: true,
    deadlineMs: 20_000,
    params: orderId,
    body: z.object({ paymentId: z.string().trim().min(1).max(60), reason: line(200) }),
    response: done.extend({ payment: paymentDetails, outcome: refundOutcome, approval: refundApproval.optional() }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'PAYMENT_NOT_FOUND',
      'PAYMENT_IN_USE',
      'PAYMENT_PROVIDER_FAILED',
      'UNAVAILABLE',
    ],
  },
  'GET /payments/approvals': {
    summary: 'List refunds that needed a second person, newest first',
    access: 'payments.read',
    query: approvalsQuery,
    response: ok.extend({ approvals: z.array(refundApproval), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/approvals/{id}/approve': {
    summary: "Approve another person's refund, which is then carried out",
    access: 'refunds.approve',
    stepUp: true,
    idempotent: true,
    deadlineMs: 20_000,
    params: approvalId,
    response: done.extend({ approval: refundApproval }),
    errors: [...approvalErrors, 'PAYMENT_IN_USE', 'PAYMENT_PROVIDER_FAILED', 'UNAVAILABLE'],
  },
  'POST /payments/approvals/{id}/reject': {
    summary: "Reject another person's refund",
    access: 'refunds.approve',
    stepUp: true,
    idempotent: true,
    params: approvalId,
    body: z.object({ note: line(200) }),
    response: done.extend({ approval: refundApproval }),
    errors: ['VALIDATION_FAILED', ...approvalErrors],
  },
  'GET /payments/settings': {
    summary: 'Get the limits above which refunds need a second person',
    access: 'payments.read',
    response: ok.extend({ settings: paymentSettings }),
  },
  'PUT /payments/settings': {
    summary: 'Change the limits above which refunds need a second person',
    access: 'payments.settings',
    stepUp: true,
    body: paymentSettings,
    response: done.extend({ settings: paymentSettings }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /payments/links': {
    summary: 'List payment links, those of the newest orders first',
    access: 'payments.read',
    query: paymentLinksQuery,
    response: ok.extend({ links: z.array(adminPaymentLink), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/links/{id}/cancel': {
    summary: "Cancel a payment link; `id` is the order's id or number",
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 20_000,
    params: z.object({ id: orderReference }),
    response: done.extend({ link: adminPaymentLink }),
    errors: [
      'ORDER_NUMBER_INVALID',
      'PAYMENT_NOT_FOUND',
      'PAYMENT_LINK_NOT_FOUND',
      'PAYMENT_LINK_CLOSED',
      'PAYMENT_PROVIDER_FAILED',
      'UNAVAILABLE',
    ],
  },
  'GET /payments/deliveries': {
    summary: 'List webhook deliveries and their outcomes, newest first',
    access: 'payments.read',
    query: webhookDeliveryQuery,
    response: ok.extend({ deliveries: z.array(webhookDelivery), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/deliveries/{id}/replay': {
    summary: 'Process a webhook delivery again; idempotent',
    access: 'operations.write',
    idempotent: true,
    deadlineMs: 20_000,
    params: z.object({ id: z.string().min(1).max(60) }),
    response: done.extend({ delivery: webhookDelivery }),
    errors: ['DELIVERY_NOT_FOUND', 'PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
});
