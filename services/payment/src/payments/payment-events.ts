import type { AuditActionName } from '@rangavalli/contracts/entities/audit';
import { email } from '@rangavalli/contracts/primitives';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { type AuditActor, createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { LinkRecord } from '../links/link.schema.js';
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
    arn,
  }: Pick<RefundRecord, 'paymentId' | 'razorpayRefundId' | 'amountPaise'> & { arn?: string | null | undefined },
): Envelope<'payment.refunded'> =>
  createEvent('payment.refunded', {
    ...factsOf(payment, paymentId),
    orderNumber: payment.orderNumber,
    razorpayRefundId,
    amountPaise,
    ...(arn ? { arn } : {}),
  });

export const buildRefundRejectedEvent = (
  payment: PaymentRecord,
  { paymentId }: Pick<RefundRecord, 'paymentId'>,
): Envelope<'payment.refund.rejected'> => createEvent('payment.refund.rejected', factsOf(payment, paymentId));

/** The bank's reference came after the event of the refund, or for returned goods. */
export const buildRefundProcessedEvent = (
  { _id: orderId, userId, orderNumber }: PaymentRecord,
  refund: { razorpayRefundId: string; amountPaise: number; arn: string },
): Envelope<'payment.refund.processed'> =>
  createEvent('payment.refund.processed', { orderId, userId, orderNumber, ...refund });

export const buildLinkChangedEvent = (
  { _id: orderId, orderNumber, userId, amountPaise }: PaymentRecord,
  { state, url = '', expiresAt, reason, customer }: LinkRecord,
): Envelope<'payment.link.changed'> => {
  const address = email.safeParse(customer.email).data;
  return createEvent('payment.link.changed', {
    orderId,
    userId,
    orderNumber,
    amountPaise,
    state,
    url,
    expiresAt: expiresAt.toISOString(),
    ...(reason ? { reason } : {}),
    customer: {
      ...(customer.name ? { name: customer.name } : {}),
      ...(address ? { email: address } : {}),
      ...(customer.contact ? { phone: customer.contact } : {}),
    },
  });
};

type AuditedPayment = Pick<PaymentRecord, '_id' | 'orderNumber'>;

/** @param payment that the member of staff acted on */
export const buildPaymentAuditEvent = (
  by: AuditActor,
  { _id: orderId, orderNumber }: AuditedPayment,
  action: AuditActionName,
  changes: readonly FieldChange[] = [],
): Envelope<AuditEventName> =>
  createAuditEvent(by, {
    action,
    subject: 'payment',
    subjectId: orderId,
    label: orderNumber,
    changes,
  });

export const buildRefundAuditEvent = (
  by: AuditActor,
  payment: AuditedPayment,
  { paymentId, amountPaise }: Pick<CaptureRecord, 'paymentId' | 'amountPaise'>,
  reason: string,
): Envelope<AuditEventName> =>
  buildPaymentAuditEvent(by, payment, 'payment.refunded', [
    { field: 'refund', to: formatPaise(amountPaise) },
    { field: 'payment', to: paymentId },
    { field: 'reason', to: reason },
  ]);

/** @param note of the decision */
export const buildApprovalAuditEvent = (
  by: AuditActor,
  payment: AuditedPayment,
  action: 'refund.requested' | 'refund.approved' | 'refund.rejected',
  { paymentId, amountPaise, reason }: Pick<RefundRecord, 'paymentId' | 'amountPaise' | 'reason'>,
  note?: string,
): Envelope<AuditEventName> =>
  buildPaymentAuditEvent(by, payment, action, [
    { field: 'refund', to: formatPaise(amountPaise) },
    { field: 'payment', to: paymentId },
    { field: 'reason', to: reason },
    { field: 'note', to: note },
  ]);
