import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { PaymentConfig } from '../payment.config.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { providerFailed, RazorpayError } from '../razorpay/razorpay.error.js';
import { isPaymentSignature } from '../razorpay/signatures.js';
import { Captures, findCapture } from './captures.service.js';
import type { CaptureRecord, PaymentRecord } from './payment.schema.js';
import { PaymentStore } from './payment.store.js';

@Injectable()
export class PaymentVerification {
  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * @throws AppError PAYMENT_SIGNATURE_INVALID; PAYMENT_MISMATCH, also for payments of other customers;
   *   PAYMENT_NOT_CAPTURED; PAYMENT_PROVIDER_FAILED when Razorpay does not respond: webhook or reconciler follow then
   */
  async verify({
    userId,
    razorpayOrderId,
    razorpayPaymentId,
    signature,
  }: CommandRequest<'rpc.payment.verify'>): Promise<CommandReply<'rpc.payment.verify'>> {
    if (!isPaymentSignature(signature, razorpayOrderId, razorpayPaymentId, this.config.RAZORPAY_KEY_SECRET))
      throw new AppError('PAYMENT_SIGNATURE_INVALID');
    const payment = await this.store.findCached(razorpayOrderId);
    if (!payment || payment.userId !== userId) throw new AppError('PAYMENT_MISMATCH');
    const recorded = findCapture(payment, razorpayPaymentId);
    if (recorded) return toReply(payment, recorded);
    try {
      const current = await this.razorpay.payment(razorpayPaymentId);
      if (
        current.order_id !== razorpayOrderId ||
        current.amount !== payment.amountPaise ||
        current.currency !== payment.currency
      )
        throw new AppError('PAYMENT_MISMATCH');
      const capture = await this.captures.apply(payment, current);
      if (!capture) throw new AppError('PAYMENT_NOT_CAPTURED');
      return toReply(payment, capture);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      const recordedMeanwhile = findCapture((await this.store.findById(payment._id)) ?? payment, razorpayPaymentId);
      if (recordedMeanwhile) return toReply(payment, recordedMeanwhile);
      if (error.isRejected) throw new AppError('PAYMENT_MISMATCH', { cause: error });
      throw new AppError(providerFailed(error).code, {
        message:
          'The payment provider did not respond. If you were debited, your order will be completed automatically.',
        cause: error,
      });
    }
  }
}

const toReply = (payment: PaymentRecord, capture: CaptureRecord): CommandReply<'rpc.payment.verify'> => ({
  orderId: payment._id,
  userId: payment.userId,
  razorpayOrderId: payment.razorpayOrderId,
  razorpayPaymentId: capture.paymentId,
  amountPaise: capture.amountPaise,
  method: capture.method,
  capturedAt: capture.at.toISOString(),
});
