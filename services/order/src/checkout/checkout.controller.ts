import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { toOrder } from '../orders/order.mapper.js';
import { BeginCheckout } from './begin-checkout.service.js';
import { ProvePayment } from './prove-payment.service.js';

/** The checkout over HTTP (architecture §3). */
@Controller()
export class CheckoutController {
  constructor(
    private readonly checkout: BeginCheckout,
    private readonly proof: ProvePayment,
  ) {}

  /** `order.amount` is in paise, as Razorpay Checkout takes it; `totalAmount` in rupees. */
  @Serves('POST /payments/create-order')
  async createOrder(
    @Input() { body }: Input<'POST /payments/create-order'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'POST /payments/create-order'>> {
    const order = await this.checkout.begin(caller, body.amount, body.billing);
    if (!order.razorpayOrderId || !order.holdExpiresAt) throw new AppError('CHECKOUT_IN_PROGRESS');
    return {
      success: true,
      order: { id: order.razorpayOrderId, amount: order.totalPaise, currency: 'INR' },
      orderId: String(order._id),
      totalAmount: paiseToRupees(order.totalPaise),
      expiresAt: order.holdExpiresAt.toISOString(),
    };
  }

  @Serves('POST /payments/verify')
  async verify(
    @Input() { body }: Input<'POST /payments/verify'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'POST /payments/verify'>> {
    const order = await this.proof.verify(caller.id, body, body.billing);
    return { success: true, message: 'Payment verified. Your order is placed.', order: toOrder(order, caller) };
  }

  @Serves('POST /orders')
  async order(
    @Input() { body }: Input<'POST /orders'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'POST /orders'>> {
    const order = await this.proof.orderOf(caller.id, body.payment, body.billing);
    return { success: true, order: toOrder(order, caller) };
  }
}
