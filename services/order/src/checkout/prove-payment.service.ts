import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { Finaliser } from '../finalise/finaliser.js';
import type { OrderRecord } from '../orders/order.schema.js';
import { OrderStore } from '../orders/order.store.js';

/** The payment service is given this long, ms: it may have to ask Razorpay twice. */
const VERIFY_MS = 12_000;

/** What Razorpay Checkout handed to the page, or as much of it as was sent on. */
export type ClaimedPayment = Partial<PaymentResponse>;

/** From what the page says of a payment to the order that it placed. Nothing of it is believed until it is proven. */
@Injectable()
export class ProvePayment {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly finaliser: Finaliser,
  ) {}

  /**
   * Proves a payment and places its order. Repeated, it answers the same order.
   * @param billing kept where the checkout was begun without it
   * @throws AppError PAYMENT_SIGNATURE_INVALID, PAYMENT_MISMATCH (another customer's payment too), PAYMENT_NOT_CAPTURED,
   *   PAYMENT_REFUNDED, PAYMENT_PROVIDER_FAILED, UNAVAILABLE
   */
  async verify(userId: string, payment: PaymentResponse, billing?: Billing): Promise<OrderRecord> {
    const capture = await this.commands.ask(
      'rpc.payment.verify',
      {
        userId,
        razorpayOrderId: payment.razorpay_order_id,
        razorpayPaymentId: payment.razorpay_payment_id,
        signature: payment.razorpay_signature,
      },
      VERIFY_MS,
    );
    if (capture.userId !== userId) throw new AppError('PAYMENT_MISMATCH');
    const order = answerable(await this.finaliser.finalise(capture.orderId, { ...capture, proof: proofOf(payment) }));
    if (!billing || order.billing) return order;
    return (
      (await this.store.write(order._id, { guard: { userId, billing: { $exists: false } }, set: { billing } })) ?? order
    );
  }

  /**
   * The order of a payment that was proven. With a signature it is proven once more; without one, only a
   * payment that an order of this customer has already is good for anything.
   * @throws AppError as `verify` does; VALIDATION_FAILED when no payment is named; ORDER_NOT_FOUND
   */
  async orderOf(userId: string, claimed: ClaimedPayment, billing?: Billing): Promise<OrderRecord> {
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = claimed;
    if (!razorpay_payment_id)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { 'payment.razorpay_payment_id': 'required' } } });
    if (razorpay_order_id && razorpay_signature) {
      const claim = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
      // Proven before by the very same signature: as good as proving it again, and the payment service is spared.
      const proof = proofOf(claim);
      const known =
        this.placedLately(userId, claim, proof) ??
        (await readOne(
          this.store.model,
          { razorpayOrderId: razorpay_order_id, userId, phase: 'placed', 'payment.proof': proof },
          { outbox: 0 },
        ));
      return known?.billing ? known : this.verify(userId, claim, billing);
    }

    const order = await this.store.model
      .findOne(
        razorpay_order_id
          ? { razorpayOrderId: razorpay_order_id, userId }
          : { 'payment.id': razorpay_payment_id, userId },
      )
      .lean<OrderRecord>()
      .exec();
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.extraPayments.includes(razorpay_payment_id)) throw new AppError('PAYMENT_REFUNDED');
    if (!order.payment) throw new AppError('PAYMENT_NOT_CAPTURED');
    if (order.payment.id !== razorpay_payment_id) throw new AppError('PAYMENT_MISMATCH');
    return answerable(await this.finaliser.settle(order));
  }

  /** The page asks for its order as soon as it has proven the payment: mostly this process has just placed it. */
  private placedLately(
    userId: string,
    { razorpay_order_id, razorpay_payment_id }: PaymentResponse,
    proof: string,
  ): OrderRecord | undefined {
    const order = this.store.lately(this.finaliser.placedWith(razorpay_payment_id) ?? '');
    return order?.phase === 'placed' &&
      order.userId === userId &&
      order.razorpayOrderId === razorpay_order_id &&
      order.payment?.proof === proof
      ? order
      : undefined;
  }
}

/** What is kept of a signature that was right. */
const proofOf = ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }: PaymentResponse): string =>
  createHash('sha256')
    .update(JSON.stringify([razorpay_order_id, razorpay_payment_id, razorpay_signature]))
    .digest('base64url');

/** Only placed orders are answered; money that was given back has no order. */
function answerable(order: OrderRecord): OrderRecord {
  if (order.phase !== 'placed') throw new AppError('PAYMENT_REFUNDED');
  return order;
}
