import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.service-definition.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { providerFailed, RazorpayError } from '../razorpay/razorpay.error.js';
import { isPaymentSignature } from '../razorpay/signatures.js';
import { captureOf, Captures } from './captures.service.js';
import type { CaptureRecord, PaymentRecord } from './payment.schema.js';
import { PaymentStore } from './payment.store.js';

/** Checks what a page says of a payment against what we stored and what Razorpay knows. */
@Injectable()
export class VerifyPayment {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * Proves a payment: signature, owner, order, amount, currency and capture.
   * @throws AppError PAYMENT_SIGNATURE_INVALID; PAYMENT_MISMATCH, for payments of other customers too; PAYMENT_NOT_CAPTURED;
   *   PAYMENT_PROVIDER_FAILED when Razorpay does not answer: webhook and reconciler finish it then
   */
  async verify({
    userId,
    razorpayOrderId,
    razorpayPaymentId,
    signature,
  }: CommandRequest<'rpc.payment.verify'>): Promise<CommandReply<'rpc.payment.verify'>> {
    if (!isPaymentSignature(signature, razorpayOrderId, razorpayPaymentId, this.config.RAZORPAY_KEY_SECRET))
      throw new AppError('PAYMENT_SIGNATURE_INVALID');
    const payment = await this.store.lastKnown(razorpayOrderId);
    if (!payment || payment.userId !== userId) throw new AppError('PAYMENT_MISMATCH');
    const known = captureOf(payment, razorpayPaymentId);
    if (known) return toReply(payment, known);
    try {
      const current = await this.razorpay.payment(razorpayPaymentId);
      if (
        current.order_id !== razorpayOrderId ||
        current.amount !== payment.amountPaise ||
        current.currency !== payment.currency
      )
        throw new AppError('PAYMENT_MISMATCH');
      const capture = await this.captures.takeNotice(payment, current);
      if (!capture) throw new AppError('PAYMENT_NOT_CAPTURED');
      return toReply(payment, capture);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // Somebody else may have recorded it since.
      const recorded = captureOf((await this.store.byId(payment._id)) ?? payment, razorpayPaymentId);
      if (recorded) return toReply(payment, recorded);
      throw error.refused ? new AppError('PAYMENT_MISMATCH', { cause: error }) : failedOnVerify(error);
    }
  }
}

const failedOnVerify = (error: RazorpayError): AppError =>
  new AppError(providerFailed(error).code, {
    message: 'The payment provider did not answer. If you have paid, your order is completed as soon as it does.',
    cause: error,
  });

const toReply = (payment: PaymentRecord, capture: CaptureRecord): CommandReply<'rpc.payment.verify'> => ({
  orderId: payment._id,
  userId: payment.userId,
  razorpayOrderId: payment.razorpayOrderId ?? '',
  razorpayPaymentId: capture.paymentId,
  amountPaise: capture.amountPaise,
  method: capture.method,
  capturedAt: capture.at.toISOString(),
});
