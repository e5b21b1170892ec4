import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Billing } from '@rangavalli/contracts/entities/order';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { linkPurchase } from '@rangavalli/service-kit/tracing/tracing';
import type { OrderRecord } from '../store/order.schema.js';
import { chargeShipping } from '../pricing/quote.js';
import { Quotes } from '../pricing/quotes.service.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { assertPincode } from '../delivery/assert-pincode.js';
import { Deliveries, type Delivery } from '../delivery/deliveries.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { CheckoutSaga } from './checkout.saga.js';

/** The payment service may need two calls to Razorpay, ms. */
const VERIFY_DEADLINE_MS = 12_000;

@Injectable()
export class PaymentVerification {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly saga: CheckoutSaga,
    private readonly quotes: Quotes,
    private readonly deliveries: Deliveries,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Verifies a payment and places its order. Idempotent.
   * @param billing stored when the checkout began without it
   * @throws AppError PAYMENT_SIGNATURE_INVALID, PAYMENT_MISMATCH, PAYMENT_NOT_CAPTURED, PAYMENT_REFUNDED,
   *   PAYMENT_PROVIDER_FAILED, UNAVAILABLE; VALIDATION_FAILED for a PIN code that does not exist, and PIN_NOT_SERVED
   *   when the order was cancelled because of it
   */
  async verify(userId: string, response: PaymentResponse, billing?: Billing): Promise<OrderRecord> {
    const capture = await this.commands.request(
      'rpc.payment.verify',
      {
        userId,
        razorpayOrderId: response.razorpay_order_id,
        razorpayPaymentId: response.razorpay_payment_id,
        signature: response.razorpay_signature,
      },
      VERIFY_DEADLINE_MS,
    );
    if (capture.userId !== userId) throw new AppError('PAYMENT_MISMATCH');
    const placed = await this.saga.placeOrder(capture.orderId, { ...capture, responseHash: hashResponse(response) });
    const order = requirePlaced(placed);
    return billing && !order.billing ? this.deliverTo(order, billing) : order;
  }

  /** Where the address cannot be served, or only for more than was paid, the order is cancelled and refunded. */
  private async deliverTo(order: OrderRecord, billing: Billing): Promise<OrderRecord> {
    assertPincode(billing);
    const delivery = await this.findDelivery(order, billing);
    if (!delivery) {
      await this.orders.cancelUnserved(String(order._id));
      throw new AppError('PIN_NOT_SERVED', {
        message:
          'We cannot deliver to this PIN code for the sum that you paid. Your order is cancelled and your payment is ' +
          'being refunded in full. Refunds take 3–5 business days.',
        details: { pincode: billing.pincode },
      });
    }
    const { promise } = delivery;
    const set = { billing, ...(promise ? { promise } : {}), ...this.quotes.moveTo(billing, order.quote) };
    const guard = { userId: order.userId, billing: { $exists: false } };
    return (await this.store.update(order._id, { guard, set })) ?? order;
  }

  /** Undefined when the address is not served, or not for what the order's quote charges. */
  private async findDelivery(order: OrderRecord, billing: Billing): Promise<Delivery | undefined> {
    try {
      const delivery = await this.deliveries.find(billing, order.lines);
      const { subtotalPaise = order.totalPaise, discountPaise = 0 } = order.quote ?? {};
      const costOf = ({ shipping = { chargePaise: 0 } }: Delivery) =>
        chargeShipping(subtotalPaise - discountPaise, shipping);
      return costOf(delivery) > costOf(order) ? undefined : delivery;
    } catch (error) {
      if (error instanceof AppError && error.code === 'PIN_NOT_SERVED') return undefined;
      throw error;
    }
  }

  /**
   * Returns the order of a payment. A signed response is verified first; without a signature the payment must belong to
   * an order of the customer.
   * @throws AppError as `verify`, VALIDATION_FAILED, ORDER_NOT_FOUND
   */
  async findOrder(userId: string, claimed: Partial<PaymentResponse>, billing?: Billing): Promise<OrderRecord> {
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = claimed;
    if (!razorpay_payment_id)
      throw new AppError('VALIDATION_FAILED', {
        details: { fields: { 'payment.razorpay_payment_id': 'This field is required.' } },
      });
    const recent = this.store.findRecentlyPlaced(razorpay_payment_id);
    const order =
      recent && recent.userId === userId && recent.razorpayOrderId === razorpay_order_id
        ? recent
        : await this.store.findOne(
            razorpay_order_id
              ? { razorpayOrderId: razorpay_order_id, userId }
              : { 'payment.id': razorpay_payment_id, userId },
          );
    if (order) linkPurchase(purchaseOf(order));
    if (razorpay_order_id && razorpay_signature) {
      const response = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
      const isVerified = order?.phase === 'placed' && order.payment?.responseHash === hashResponse(response);
      return isVerified && (order.billing || !billing) ? order : this.verify(userId, response, billing);
    }
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    if (order.extraPayments.includes(razorpay_payment_id)) throw new AppError('PAYMENT_REFUNDED');
    if (!order.payment) throw new AppError('PAYMENT_NOT_CAPTURED');
    if (order.payment.id !== razorpay_payment_id) throw new AppError('PAYMENT_MISMATCH');
    return requirePlaced(await this.saga.completePaidOrder(order));
  }
}

const hashResponse = ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }: PaymentResponse): string =>
  createHash('sha256')
    .update(JSON.stringify([razorpay_order_id, razorpay_payment_id, razorpay_signature]))
    .digest('base64url');

function requirePlaced(order: OrderRecord): OrderRecord {
  if (order.phase === 'placed') return order;
  throw new AppError(
    'PAYMENT_REFUNDED',
    order.isWithdrawn
      ? {
          message:
            'This checkout was replaced or ended before you paid. Your payment is being refunded in full. ' +
            'Refunds take 3–5 business days.',
        }
      : {},
  );
}
