import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import type { Receiver } from '../channels/channel.js';
import { Customers } from '../customers/customers.service.js';
import { DelayWatches } from '../delays/delay-watches.service.js';
import type { Notice } from '../notices/notice.js';
import { Notifier } from '../notices/notifier.service.js';
import { ReviewRequests } from '../reviews/review-requests.service.js';

const parcelKinds = {
  picked_up: 'parcel_picked_up',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  undelivered: 'undelivered',
} as const satisfies Partial<Record<ShipmentStatus, NotificationKind>>;
type AnnouncedStatus = keyof typeof parcelKinds;
const isAnnounced = (status: ShipmentStatus): status is AnnouncedStatus => Object.hasOwn(parcelKinds, status);

type Customer = EventData<'order.invoiced'>['customer'];

/** A new consumer gets the events of the last 14 days too, which customers have long known about. */
const MAX_AGE_MS = 3 * 86_400_000;
const isOld = ({ time }: Pick<Envelope, 'time'>): boolean => Date.now() - Date.parse(time) > MAX_AGE_MS;

/** Messages about placed orders, their parcels and returns: each once, however often its event is delivered. */
@Controller()
export class OrderNoticesConsumer {
  constructor(
    private readonly notifier: Notifier,
    private readonly customers: Customers,
    private readonly delays: DelayWatches,
    private readonly reviews: ReviewRequests,
  ) {}

  /** @throws Error when the message was not sent yet; the event is then redelivered, as for all events below */
  @EventPattern('order.placed')
  async placed(@Payload() event: Envelope<'order.placed'>): Promise<void> {
    const { data } = event;
    const customer = { ...data.customer, phone: data.recipient?.phone };
    await this.send(event, {
      id: `order-${data.orderId}`,
      kind: 'order_placed',
      receiver: receiverOf(data, customer),
      data,
    });
    await this.delays.watch(data);
  }

  /** An order's invoice is issued when it is dispatched. */
  @EventPattern('order.invoiced')
  async invoiced(@Payload() event: Envelope<'order.invoiced'>): Promise<void> {
    const { data } = event;
    const receiver = receiverOf(data, data.customer);
    await this.send(event, { id: `dispatched-${data.orderId}`, kind: 'dispatched', receiver, data });
  }

  @EventPattern('order.parcel.moved')
  async parcelMoved(@Payload() event: Envelope<'order.parcel.moved'>): Promise<void> {
    const { data } = event;
    const { shipmentId, status } = data;
    if (!isAnnounced(status)) return;
    const id = `parcel-${shipmentId}-${status.replaceAll('_', '-')}`;
    await this.send(event, { id, kind: parcelKinds[status], receiver: receiverOf(data, data.customer), data });
    if (status === 'delivered') await this.reviews.schedule(event);
  }

  @EventPattern('order.status.changed')
  async statusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    if (data.to === 'Delivered' || data.to === 'Cancelled') await this.delays.end(data);
  }

  @EventPattern('order.return.updated')
  async returnUpdated(@Payload() event: Envelope<'order.return.updated'>): Promise<void> {
    const { data } = event;
    // A pick-up can be cancelled and scheduled again.
    const id = data.step === 'pickup_scheduled' ? `pickup-${event.id}` : `return-${data.returnId}-${data.step}`;
    await this.send(event, { id, kind: 'return_updated', receiver: receiverOf(data, data.customer), data });
  }

  @EventPattern('order.pickup.cancelled')
  async pickupCancelled(@Payload() event: Envelope<'order.pickup.cancelled'>): Promise<void> {
    const data = { ...event.data, step: 'pickup_cancelled' as const };
    const receiver = receiverOf(data, data.customer);
    await this.send(event, { id: `pickup-${event.id}`, kind: 'return_updated', receiver, data });
  }

  @EventPattern('order.return.decided')
  returnDecided(@Payload() event: Envelope<'order.return.decided'>): Promise<void> {
    return this.settled(event);
  }

  @EventPattern('order.lines.cancelled')
  linesCancelled(@Payload() event: Envelope<'order.lines.cancelled'>): Promise<void> {
    return this.settled(event);
  }

  @EventPattern('order.return.refused')
  returnRefused(@Payload() event: Envelope<'order.return.refused'>): Promise<void> {
    return this.settled(event);
  }

  /** A refund of cash, which the payment service does not know. */
  @EventPattern('order.return.paid')
  async returnPaid(@Payload() event: Envelope<'order.return.paid'>): Promise<void> {
    const { reference: arn, returnId, ...data } = event.data;
    const receiver = receiverOf(data, data.customer);
    await this.send(event, { id: `payout-${returnId}`, kind: 'refunded', receiver, data: { ...data, arn } });
  }

  private async settled(
    event: Envelope<'order.return.decided'> | Envelope<'order.lines.cancelled'> | Envelope<'order.return.refused'>,
  ): Promise<void> {
    const { data } = event;
    const receiver = receiverOf(data, data.customer ?? {});
    await this.send(event, { id: `return-${data.returnId}`, kind: 'return_decided', receiver, data });
  }

  @EventPattern('order.cancelled')
  async cancelled(@Payload() event: Envelope<'order.cancelled'>): Promise<void> {
    const { orderId, orderNumber, userId, holdId, razorpayPaymentId, amountPaise, creditPaise = 0 } = event.data;
    await this.delays.end(event.data);
    if (isOld(event)) return;
    const { customer } = event.data;
    await this.send(event, {
      id: `cancelled-${holdId}`,
      kind: 'cancelled',
      receiver: receiverOf({ userId }, customer),
      data: { orderId, orderNumber, refundPaise: razorpayPaymentId ? amountPaise : 0, creditPaise, customer },
    });
  }

  /** Of a cancelled order, a return, or a payment that no order uses. */
  @EventPattern('payment.refunded')
  async refunded(@Payload() event: Envelope<'payment.refunded'>): Promise<void> {
    if (isOld(event)) return;
    const { orderId, orderNumber, userId, razorpayRefundId, amountPaise, arn } = event.data;
    const customer = await this.customers.find(userId);
    if (!customer) return;
    await this.send(event, {
      id: `refund-${razorpayRefundId || orderId}`,
      kind: 'refunded',
      receiver: receiverOf({ userId }, customer),
      data: { orderId, orderNumber, amountPaise, arn, customer },
    });
  }

  /** Its own message: the one of the refund went out before the bank had a reference. */
  @EventPattern('payment.refund.processed')
  async refundProcessed(@Payload() event: Envelope<'payment.refund.processed'>): Promise<void> {
    if (isOld(event)) return;
    const { orderId, orderNumber, userId, razorpayRefundId, amountPaise, arn } = event.data;
    const customer = await this.customers.find(userId);
    if (!customer) return;
    await this.send(event, {
      id: `refund-reference-${razorpayRefundId}`,
      kind: 'refunded',
      receiver: receiverOf({ userId }, customer),
      data: { orderId, orderNumber, amountPaise, arn, customer },
    });
  }

  private async send<K extends NotificationKind>(
    { id: eventId, data }: Pick<Envelope, 'id'> & { data: { orderId: string; orderNumber?: string | undefined } },
    notice: Notice<K>,
  ): Promise<void> {
    const { orderId, orderNumber } = data;
    const outcome = await this.notifier.notify({ orderId, orderNumber, eventId, ...notice });
    if (outcome === 'pending') throw new Error(`message ${notice.id} is pending at another process`);
  }
}

const receiverOf = ({ userId }: { userId: string }, { email, phone }: Pick<Customer, 'email' | 'phone'>): Receiver => ({
  userId,
  email,
  phone,
});
