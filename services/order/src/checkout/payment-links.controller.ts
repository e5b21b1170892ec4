import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { PhoneOrders } from './phone-orders.service.js';
import { OrderPaymentLinks } from './payment-links.service.js';

@Controller()
export class PaymentLinksController {
  constructor(
    private readonly links: OrderPaymentLinks,
    private readonly phoneOrders: PhoneOrders,
  ) {}

  @HandlesCall('POST /orders/payment-link')
  async request(
    @Input() { body }: Input<'POST /orders/payment-link'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/payment-link'>> {
    const link = await this.links.request(caller, body.orderNumber);
    return { success: true, message: 'We have emailed you a payment link.', link };
  }

  @HandlesCall('GET /orders/payment-links')
  async list(@Caller() caller: Identity): Promise<CallResponse<'GET /orders/payment-links'>> {
    return { success: true, links: await this.links.listPending(caller.id) };
  }

  @HandlesCall('POST /payments/links')
  async send(
    @Input() { body }: Input<'POST /payments/links'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/links'>> {
    const link = await this.links.send(caller, body.orderNumber);
    return { success: true, message: 'The payment link was emailed to the customer.', link };
  }

  @HandlesCall('POST /orders/phone')
  async take(
    @Input() { body }: Input<'POST /orders/phone'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/phone'>> {
    const { order, link } = await this.phoneOrders.take(caller, body);
    return {
      success: true,
      message: link ? 'The payment link was emailed to the customer.' : 'The order is placed.',
      orderId: String(order._id),
      orderNumber: order.orderNumber,
      totalAmount: paiseToRupees(order.totalPaise),
      isPlaced: order.phase === 'placed',
      ...(link ? { link } : {}),
    };
  }

  @EventPattern('payment.failed')
  async onPaymentFailed(@Payload() { data }: Envelope<'payment.failed'>): Promise<void> {
    await this.links.scheduleNotice(data.orderId);
  }

  @EventPattern('payment.link.changed')
  async onLinkChanged(@Payload() { data }: Envelope<'payment.link.changed'>): Promise<void> {
    await this.links.follow(data);
  }
}
