import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { CheckoutCloser } from '../checkout/checkout-closer.js';
import { observeSteps } from '../metrics/saga-times.js';
import type { OrderConfig } from '../order.service-definition.js';
import { OrderStore, SYSTEM } from '../orders/order.store.js';
import { transitions } from '../orders/phases.js';
import { Finaliser } from './finaliser.js';

/** What the other services tell and ask, and what it means for an order. Meeting an event twice changes nothing (invariant 5). */
@Controller()
export class EventsConsumer {
  constructor(
    private readonly finaliser: Finaliser,
    private readonly closer: CheckoutCloser,
    private readonly store: OrderStore,
    @Inject(CONFIG) private readonly config: OrderConfig,
  ) {}

  @EventPattern('payment.captured')
  async captured(@Payload() { data, time }: Envelope<'payment.captured'>): Promise<void> {
    const headStart = this.config.CAPTURE_HEAD_START_MS;
    // Another machine's clock may be ahead: never longer than the whole.
    const left = Math.min(headStart, Date.parse(time) + headStart - Date.now());
    if (left > 0) await sleep(left);
    // Mostly old news: the page's own proof came first, and the order is placed.
    if (await this.finaliser.isDone(data.orderId, data.razorpayPaymentId)) return;
    try {
      await this.finaliser.finalise(data.orderId, data);
    } catch (error) {
      // One payment too many is handled by being sent back.
      if (!(error instanceof AppError && error.code === 'PAYMENT_REFUNDED')) throw error;
    }
  }

  /** People at the payments desk want to give a payment back. */
  @MessagePattern('rpc.order.payment.refuse')
  async refuse(
    @Payload() { orderId, razorpayPaymentId }: CommandRequest<'rpc.order.payment.refuse'>,
  ): Promise<CommandReply<'rpc.order.payment.refuse'>> {
    return { outcome: await this.finaliser.refuse(orderId, razorpayPaymentId) };
  }

  @EventPattern('payment.refunded')
  async refunded(@Payload() { data }: Envelope<'payment.refunded'>): Promise<void> {
    const { orderId, razorpayPaymentId } = data;
    const given = { guard: { 'payment.id': razorpayPaymentId }, set: { paymentState: 'refunded' as const } };
    if (await this.store.move(orderId, 'refund', given)) return;
    const order = await this.store.byId(orderId);
    // Given back at Razorpay's dashboard in the very moment of placing: looked at again when that has ended.
    if (order?.phase === 'paid' && order.payment?.id === razorpayPaymentId) throw new AppError('CHECKOUT_IN_PROGRESS');
    const paidBack = await this.store.write(orderId, {
      ...given,
      guard: { ...given.guard, phase: 'placed', paymentState: { $ne: 'refunded' } },
      unset: ['dueAt'],
      history: { at: new Date(), by: SYSTEM, what: transitions.refund.says },
    });
    if (paidBack) observeSteps(paidBack, 'refund');
  }

  /** The catalog took an unpaid checkout's pieces back because their time was over. */
  @EventPattern('catalog.stock.released')
  async released(@Payload() { data }: Envelope<'catalog.stock.released'>): Promise<void> {
    if (data.reason !== 'expired') return;
    const order = await this.store.byId(data.orderId);
    if (order?.phase === 'checkout' && order.holdId === data.holdId) await this.closer.close(order, 'expire');
  }
}
