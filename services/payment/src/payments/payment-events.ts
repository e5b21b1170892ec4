import type { AuditActionName } from '@rangavalli/contracts/entities/audit';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { type AuditActor, createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { CaptureRecord, PaymentRecord, RefundRecord } from './payment.schema.js';

const factsOf = ({ _id: orderId, userId, razorpayOrderId }: PaymentRecord, razorpayPaymentId: string) => ({
  orderId,
  userId,
  razorpayOrderId,
  razorpayPaymentId,
});

export const buildCapturedEvent = (
  payment: PaymentRecord,
  { paymentId, amountPaise, method, at }: CaptureRecord,
): Envelope<'payment.captured'> =>
  createEvent('payment.captured', {
    ...factsOf(payment, paymentId),
    amountPaise,
    method,
    capturedAt: at.toISOString(),
  });

export const buildFailedEvent = (
  payment: PaymentRecord,
  paymentId: string,
  reason: string,
): Envelope<'payment.failed'> => createEvent('payment.failed', { ...factsOf(payment, paymentId), reason });

export const buildRefundedEvent = (
  payment: PaymentRecord,
  {
    paymentId,
    razorpayRefundId = '',
    amountPaise,
  }: Pick<RefundRecord, 'paymentId' | 'razorpayRefundId' | 'amountPaise'>,
): Envelope<'payment.refunded'> =>
  createEvent('payment.refunded', { ...factsOf(payment, paymentId), razorpayRefundId, amountPaise });

/** @param orderId of the payment that the member of staff acted on */
export const buildPaymentAuditEvent = (
  by: AuditActor,
  orderId: string,
  action: AuditActionName,
  changes: readonly FieldChange[] = [],
): Envelope<AuditEventName> =>
  createAuditEvent(by, {
    action,
    subject: 'payment',
    subjectId: orderId,
    label: `#${orderId.slice(-8)}`,
    changes,
  });

export const buildRefundAuditEvent = (
  by: AuditActor,
  orderId: string,
  { paymentId, amountPaise }: Pick<CaptureRecord, 'paymentId' | 'amountPaise'>,
  reason: string,
): Envelope<AuditEventName> =>
  buildPaymentAuditEvent(by, orderId, 'payment.refunded', [
    { field: 'refund', to: formatPaise(amountPaise) },
    { field: 'payment', to: paymentId },
    { field: 'reason', to: reason },
  ]);

/** @param note of the decision */
export const buildApprovalAuditEvent = (
  by: AuditActor,
  orderId: string,
  action: 'refund.requested' | 'refund.approved' | 'refund.rejected',
  { paymentId, amountPaise, reason }: Pick<RefundRecord, 'paymentId' | 'amountPaise' | 'reason'>,
  note?: string,
): Envelope<AuditEventName> =>
  buildPaymentAuditEvent(by, orderId, action, [
    { field: 'refund', to: formatPaise(amountPaise) },
    { field: 'payment', to: paymentId },
    { field: 'reason', to: reason },
    { field: 'note', to: note },
  ]);
