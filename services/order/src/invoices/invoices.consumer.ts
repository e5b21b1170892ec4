import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope } from '@rangavalli/contracts/events';
import { OrderStore } from '../store/order.store.js';
import { Invoices } from './invoices.service.js';

/** A crash between the change of an order and its documents is repaired by the redelivery of the event. */
@Controller()
export class InvoicesConsumer {
  constructor(
    private readonly store: OrderStore,
    private readonly invoices: Invoices,
  ) {}

  @EventPattern('order.status.changed')
  async statusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    const order = await this.store.findById(data.orderId);
    if (order) await this.invoices.issueDocuments(order);
  }

  /** Refunded in Razorpay's dashboard, without a change of status. */
  @EventPattern('payment.refunded')
  async refunded(@Payload() { data }: Envelope<'payment.refunded'>): Promise<void> {
    const order = await this.store.findById(data.orderId);
    if (order?.payment?.id !== data.razorpayPaymentId || data.amountPaise < order.payment.amountPaise) return;
    await this.invoices.issueDocuments({ ...order, paymentState: 'refunded' });
  }
}
