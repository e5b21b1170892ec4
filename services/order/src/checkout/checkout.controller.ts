import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { type Identity, UNKNOWN_VISITOR, type Visitor } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { CodCheckout } from '../cash/cod-checkout.service.js';
import { CreditCheckout } from '../credit/credit-checkout.service.js';
import { assertPincode } from '../delivery/assert-pincode.js';
import { toOrder } from '../orders/order.mapper.js';
import { CheckoutSaga } from './checkout.saga.js';
import { onlineShareOf, sharesOf } from './payment-shares.js';
import { PaymentVerification } from './payment-verification.service.js';

@Controller()
export class CheckoutController {
  constructor(
    private readonly saga: CheckoutSaga,
    private readonly payments: PaymentVerification,
    private readonly cod: CodCheckout,
    private readonly credit: CreditCheckout,
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
    if (form.billing) assertPincode(form.billing);
    if (method === 'cod') return this.cod.begin(caller, amount, { ...form, network });
    if (method === 'part') await this.cod.assertPartOffered(form.billing);
    const isPart = method === 'part' ? ({ method } as const) : {};
    const order = await this.saga.beginCheckout(caller, amount, { ...form, ...isPart, network });
    const onlinePaise = onlineShareOf(order);
    const id = onlinePaise > 0 ? order.razorpayOrderId : order.orderNumber;
    if (!id || !order.holdExpiresAt) throw new AppError('CHECKOUT_IN_PROGRESS');
    return {
      success: true,
      order: { id, amount: onlinePaise, currency: 'INR' },
      orderId: String(order._id),
      orderNumber: order.orderNumber,
      totalAmount: paiseToRupees(order.totalPaise),
      ...sharesOf(order),
      expiresAt: order.holdExpiresAt.toISOString(),
    };
  }

  @HandlesCall('POST /orders/credit/confirm')
  async confirmCredit(
    @Input() { body }: Input<'POST /orders/credit/confirm'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/credit/confirm'>> {
    const order = await this.credit.confirm(caller, body.orderNumber);
    return {
      success: true,
      message: 'Your order is placed. It was paid with store credit.',
      order: toOrder(order, caller),
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
