import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { Types } from 'mongoose';
import { HoldLimits } from '../holds/hold-limits.service.js';
import { OfferUses } from '../offers/offer-uses.service.js';
import type { OrderConfig } from '../order.config.js';
import { PlacementService } from '../placement/placement.service.js';
import { OrderStore } from '../store/order.store.js';
import { CheckoutSaga } from './checkout.saga.js';
import { OpenCheckouts } from './open-checkouts.service.js';

@Controller()
export class EventsConsumer {
  constructor(
    private readonly saga: CheckoutSaga,
    private readonly placement: PlacementService,
    private readonly store: OrderStore,
    private readonly checkouts: OpenCheckouts,
    private readonly limits: HoldLimits,
    private readonly uses: OfferUses,
    @Inject(CONFIG) private readonly config: OrderConfig,
  ) {}

  @EventPattern('payment.captured')
  async onPaymentCaptured(@Payload() { data, time }: Envelope<'payment.captured'>): Promise<void> {
    await this.waitForVerifyCall(time);
    const { orderId, razorpayPaymentId } = data;
    if (this.store.findRecentlyPlaced(razorpayPaymentId)) return;
    const order = await this.store.findById(orderId);
    try {
      if (order?.payment?.id === razorpayPaymentId) await this.saga.completePaidOrder(order);
      else await this.saga.placeOrder(orderId, data);
    } catch (error) {
      // A second payment is handled by its refund.
      if (!(error instanceof AppError && error.code === 'PAYMENT_REFUNDED')) throw error;
    }
  }

  @EventPattern('payment.refunded')
  async onPaymentRefunded(@Payload() { data }: Envelope<'payment.refunded'>): Promise<void> {
    const { orderId, razorpayPaymentId } = data;
    const refunding = await this.store.findOne({ _id: new Types.ObjectId(orderId), phase: 'refunding' });
    // The process that requested the refund may have stopped before it released the reservations.
    if (refunding) await this.checkouts.release(refunding);
    if (await this.store.recordRefund(orderId, razorpayPaymentId)) return;
    // Refunded in Razorpay's dashboard while the order is being placed: the event is redelivered.
    const order = await this.store.findById(orderId);
    if (order?.phase === 'paid' && order.payment?.id === razorpayPaymentId) throw new AppError('CHECKOUT_IN_PROGRESS');
  }

  @EventPattern('payment.refund.rejected')
  async onRefundRejected(@Payload() { data }: Envelope<'payment.refund.rejected'>): Promise<void> {
    await this.store.recordRejectedRefund(data.orderId, data.razorpayPaymentId);
  }

  @EventPattern('catalog.stock.released')
  async onStockReleased(@Payload() { data }: Envelope<'catalog.stock.released'>): Promise<void> {
    if (data.reason !== 'expired') return;
    const order = await this.store.findById(data.orderId);
    if (order?.phase === 'checkout' && order.holdId === data.holdId) await this.saga.expireCheckout(order);
  }

  @EventPattern('order.cancelled')
  async onOrderCancelled(@Payload() { data }: Envelope<'order.cancelled'>): Promise<void> {
    await this.uses.remove(data.orderId);
  }

  /** Ends checkouts with their payment links. Placed orders stay: tax law requires their invoices. */
  @EventPattern('user.deleted')
  async onUserDeleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    for await (const open of this.store.streamOpen(data.userId))
      await this.checkouts.end(open, open.phase === 'opening' ? 'fail' : 'release');
    await this.store.deleteUnpaid(data.userId);
    await this.limits.removeAccount(data.userId);
  }

  @MessagePattern('rpc.order.payment.reject')
  async rejectPayment(
    @Payload() { orderId, razorpayPaymentId }: CommandRequest<'rpc.order.payment.reject'>,
  ): Promise<CommandReply<'rpc.order.payment.reject'>> {
    return { outcome: await this.placement.rejectPayment(orderId, razorpayPaymentId) };
  }

  /** Without this head start the webhook and the browser's verify call often compete for the order's lease. */
  private async waitForVerifyCall(publishedAt: string): Promise<void> {
    const headStartMs = this.config.CAPTURE_HEAD_START_MS;
    // At most the whole head start: the clocks of two machines may differ.
    const leftMs = Math.min(headStartMs, Date.parse(publishedAt) + headStartMs - Date.now());
    if (leftMs > 0) await sleep(leftMs);
  }
}
