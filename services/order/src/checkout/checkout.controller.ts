import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { type Identity, UNKNOWN_VISITOR, type Visitor } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { CodCheckout } from '../cash/cod-checkout.service.js';
import { assertPincode } from '../delivery/assert-pincode.js';
import { toOrder } from '../orders/order.mapper.js';
import { CheckoutSaga } from './checkout.saga.js';
import { PaymentVerification } from './payment-verification.service.js';

@Controller()
export class CheckoutController {
  constructor(
    private readonly saga: CheckoutSaga,
    private readonly payments: PaymentVerification,
    private readonly cod: CodCheckout,
  ) {}

  /** `order.amount` is in paise, as Razorpay Checkout takes it; `totalAmount` in rupees. */
  @HandlesCall('POST /payments/create-order')
  async createOrder(
    @Input() { body }: Input<'POST /payments/create-order'>,
    @Caller() caller: Identity,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'POST /payments/create-order'>> {
    const network = visitor === UNKNOWN_VISITOR ? undefined : visitor.network;
    const { amount, method = 'online', ...form } = body;
    if (method === 'part') throw new AppError('PART_PAYMENT_NOT_AVAILABLE');
    if (form.billing) assertPincode(form.billing);
    if (method === 'cod') return this.cod.begin(caller, amount, { ...form, network });
    const order = await this.saga.beginCheckout(caller, amount, { ...form, network });
    if (!order.razorpayOrderId || !order.holdExpiresAt) throw new AppError('CHECKOUT_IN_PROGRESS');
    return {
      success: true,
      order: { id: order.razorpayOrderId, amount: order.totalPaise, currency: 'INR' },
      orderId: String(order._id),
      ...(order.orderNumber ? { orderNumber: order.orderNumber } : {}),
      totalAmount: paiseToRupees(order.totalPaise),
      expiresAt: order.holdExpiresAt.toISOString(),
    };
  }

  @HandlesCall('POST /payments/verify')
  async verify(
    @Input() { body }: Input<'POST /payments/verify'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/verify'>> {
    const order = await this.payments.verify(caller.id, body, body.billing);
    return { success: true, message: 'Payment verified. Your order is placed.', order: toOrder(order, caller) };
  }

  @HandlesCall('POST /orders')
  async findOrder(
    @Input() { body }: Input<'POST /orders'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders'>> {
    const order = await this.payments.findOrder(caller.id, body.payment, body.billing);
    return { success: true, order: toOrder(order, caller) };
  }
}
