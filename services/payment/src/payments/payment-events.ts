import type { Envelope } from '@rangavalli/contracts/events';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import type { Identity } from '@rangavalli/service-kit/http/identity';
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

export const buildRefundAuditEvent = (
  by: Identity,
  orderId: string,
  { paymentId, amountPaise }: CaptureRecord,
  reason: string,
): Envelope<'audit.recorded'> =>
  createAuditEvent(by, {
    action: 'payment.refunded',
    subject: 'payment',
    subjectId: orderId,
    label: `#${orderId.slice(-8)}`,
    changes: [
      { field: 'refund', to: formatPaise(amountPaise) },
      { field: 'payment', to: paymentId },
      { field: 'reason', to: reason },
    ],
  });
