import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope, EventData } from '@rangavalli/contracts/events';
import { isDispatched as isDispatchedStatus, type ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isCollected } from '../cash/order-cash.schema.js';
import { createParcelMoved } from '../events/order-events.js';
import { OrdersService } from '../orders/orders.service.js';
import { senderOf } from '../invoices/document-content.js';
import { cancelledUnits, deliveryOf, unitsReturnedUndelivered } from '../returns/return-rules.js';
import { Shop } from '../shop/shop-settings.service.js';
import { OrderStore } from '../store/order.store.js';
import { toRecipient } from './recipient.js';

/** What customers get an email about. */
const announced: readonly ShipmentStatus[] = ['picked_up', 'out_for_delivery', 'delivered', 'undelivered'];

/** The order's side of its parcels, which the fulfilment service keeps. */
@Controller()
export class ShippingConsumer {
  constructor(
    private readonly store: OrderStore,
    private readonly orders: OrdersService,
    private readonly shop: Shop,
  ) {}

  @MessagePattern('rpc.order.shipping.get')
  async get(
    @Payload() { orderId }: CommandRequest<'rpc.order.shipping.get'>,
  ): Promise<CommandReply<'rpc.order.shipping.get'>> {
    const order = await this.store.findById(orderId);
    if (order?.phase !== 'placed') throw new AppError('ORDER_NOT_FOUND');
    const { orderNumber, userId, status = 'Pending', billing, promise, lines, quote, cash, orderedAt } = order;
    const { revision, note, giftMessage } = order;
    return {
      orderNumber,
      userId,
      status,
      ...(billing ? { city: billing.city } : {}),
      ...(promise ? { promise } : {}),
      ...(orderedAt ? { orderedAt: orderedAt.toISOString() } : {}),
      ...(billing ? { recipient: toRecipient(billing) } : {}),
      ...(cash?.state === 'due' ? { codDuePaise: cash.duePaise } : {}),
      revision,
      sender: senderOf(this.shop.current),
      ...(note ? { note } : {}),
      ...(giftMessage ? { giftMessage } : {}),
      lines: lines.flatMap((line, index) => {
        const { lineId, productId, name, size, unitPaise, category, personalisation, extraDays } = line;
        const quantity = line.quantity - cancelledUnits(order, lineId);
        if (quantity <= 0) return [];
        const quoted = quote?.lines[index];
        const returned = unitsReturnedUndelivered(order, lineId);
        return {
          lineId,
          productId,
          name,
          size,
          quantity,
          ...(returned > 0 ? { returned } : {}),
          unitPaise: quoted ? Math.floor(quoted.paidPaise / quoted.quantity) : unitPaise,
          ...(quoted?.hsn ? { hsn: quoted.hsn } : {}),
          ...(category ? { category } : {}),
          ...(personalisation?.length ? { personalisation } : {}),
          ...(extraDays ? { extraDays } : {}),
        };
      }),
    };
  }

  @MessagePattern('rpc.order.purchase.get')
  async getPurchase(
    @Payload() { userId, order: reference, productId }: CommandRequest<'rpc.order.purchase.get'>,
  ): Promise<CommandReply<'rpc.order.purchase.get'>> {
    const order = await this.store.findByReference(reference);
    if (order?.phase !== 'placed' || order.userId !== userId) return { orderId: '', isDelivered: false };
    const isDelivered = order.lines.some(
      (line) => line.productId === productId && deliveryOf(order, line.lineId).units > 0,
    );
    return { orderId: String(order._id), isDelivered };
  }

  /** Idempotent; an event that arrives late takes no status back. */
  @EventPattern('fulfilment.shipment.changed')
  async shipmentChanged(@Payload() { data }: Envelope<'fulfilment.shipment.changed'>): Promise<void> {
    if (announced.includes(data.status)) await this.announce(data);
    if (isDispatchedStatus(data.status)) await this.record('dispatches', data);
    if (data.status === 'delivered') await this.record('deliveries', data);
    if (data.status === 'rto') await this.recordRefusal(data);
    if (data.damaged) await this.record('damaged', { ...data, lines: data.damaged });
    const { isDispatched, isDelivered } = data.order;
    await this.orders.advance(data.orderId, isDelivered ? 'Delivered' : isDispatched ? 'Shipped' : 'Processing');
  }

  /** A parcel to be paid in cash that goes back to the shop was not accepted; it counts against its customer. */
  private async recordRefusal({ orderId, at }: EventData<'fulfilment.shipment.changed'>): Promise<void> {
    const order = await this.store.findById(orderId);
    if (!order?.cash || order.cash.refusedAt || isCollected(order.cash)) return;
    const guard = { 'cash.state': order.cash.state, 'cash.duePaise': order.cash.duePaise };
    const refused = await this.store.update(orderId, {
      guard,
      set: { cash: { ...order.cash, refusedAt: new Date(at) } },
      outcome: 'parcel refused',
    });
    if (!refused) throw new AppError('ORDER_CHANGED');
  }

  /** The notification service sends each email once. */
  private async announce(data: EventData<'fulfilment.shipment.changed'>): Promise<void> {
    const order = await this.store.findById(data.orderId);
    if (order?.phase === 'placed') await this.store.update(order._id, { events: [createParcelMoved(order, data)] });
  }

  /** Dispatched units cannot be cancelled any more, delivered ones can be returned, damaged ones are not restocked. */
  private async record(
    field: 'dispatches' | 'deliveries' | 'damaged',
    { orderId, shipmentId, at, lines }: EventData<'fulfilment.shipment.changed'>,
  ): Promise<void> {
    const order = await this.store.findById(orderId);
    const { [field]: recorded = [], revision = 0 } = order ?? {};
    if (!order || recorded.some((one) => one.shipmentId === shipmentId)) return;
    const set = { [field]: [...recorded, { shipmentId, at: new Date(at), lines }], revision: revision + 1 };
    if (!(await this.store.update(orderId, { guard: { revision }, set }))) throw new AppError('ORDER_CHANGED');
  }
}
