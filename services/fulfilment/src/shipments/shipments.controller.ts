import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Shipment, Tracking } from '@rangavalli/contracts/entities/shipment';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { OrderShipmentsRecord, ShipmentEventRecord, ShipmentRecord } from './shipment.schema.js';
import { type Parcel, Shipments, trackingPathOf } from './shipments.service.js';

@Controller()
export class ShipmentsController {
  constructor(private readonly shipments: Shipments) {}

  @HandlesCall('POST /shipments')
  async create(
    @Input() { body }: Input<'POST /shipments'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments'>> {
    const { order, shipment } = await this.shipments.create(body, caller);
    return { success: true, message: `Shipment ${shipment.id} was created.`, shipment: toShipment(order, shipment) };
  }

  @HandlesCall('GET /shipments')
  async list(
    @Input() { query }: Input<'GET /shipments'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /shipments'>> {
    const order = await this.shipments.list(query.orderId, caller);
    return { success: true, shipments: order?.shipments.map((shipment) => toShipment(order, shipment)) ?? [] };
  }

  @HandlesCall('POST /shipments/{id}/status')
  async setStatus(
    @Input() { params, body }: Input<'POST /shipments/{id}/status'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments/{id}/status'>> {
    const { order, shipment } = await this.shipments.setStatus(params.id, body, caller);
    return { success: true, message: `Shipment ${shipment.id} was updated.`, shipment: toShipment(order, shipment) };
  }

  @HandlesCall('GET /track/{token}')
  async track(@Input() { params }: Input<'GET /track/{token}'>): Promise<CallResponse<'GET /track/{token}'>> {
    return { success: true, tracking: toTracking(await this.shipments.findByToken(params.token)) };
  }

  @EventPattern('order.cancelled')
  async onOrderCancelled(@Payload() { data }: Envelope<'order.cancelled'>): Promise<void> {
    await this.shipments.cancelOrder(data.orderId);
  }
}

const toEvents = (history: readonly ShipmentEventRecord[]): Shipment['history'] =>
  history.map(({ status, at, place, note }) => ({
    status,
    at: at.toISOString(),
    ...(place ? { place } : {}),
    ...(note ? { note } : {}),
  }));

function toShipment({ _id, orderNumber, promise }: OrderShipmentsRecord, shipment: ShipmentRecord): Shipment {
  const { id, status, courier, awb, booking, undelivered, parcel, lines, createdAt, history } = shipment;
  const { courierName, courierShipmentId, courierTrackingUrl, codPaise } = shipment;
  return {
    id,
    orderId: _id,
    ...(orderNumber ? { orderNumber } : {}),
    status,
    courier,
    awb,
    ...(booking ? { booking: { state: booking.state, ...(booking.error ? { error: booking.error } : {}) } } : {}),
    ...(courierName ? { courierName } : {}),
    ...(courierShipmentId ? { courierShipmentId } : {}),
    ...(courierTrackingUrl ? { courierTrackingUrl } : {}),
    ...(codPaise ? { codPaise } : {}),
    ...(undelivered ? { undelivered } : {}),
    ...(parcel ? { parcel } : {}),
    lines,
    createdAt: createdAt.toISOString(),
    ...(promise ? { expected: promise } : {}),
    history: toEvents(history),
    trackingPath: trackingPathOf(shipment),
  };
}

/** The end of a day in India, ms after its beginning in UTC. */
const END_OF_DAY_IN_INDIA_MS = 18.5 * 3_600_000;

function toTracking({ order: { orderNumber, promise, city }, shipment }: Parcel): Tracking {
  const { status, courier, awb, lines, history } = shipment;
  const isOver = promise !== undefined && Date.now() > Date.parse(promise.to) + END_OF_DAY_IN_INDIA_MS;
  return {
    ...(orderNumber ? { orderNumber } : {}),
    status,
    courier,
    awb,
    ...(city ? { city } : {}),
    ...(promise ? { expected: promise } : {}),
    isDelayed: isOver && status !== 'delivered' && status !== 'cancelled',
    lines: lines.map(({ name, quantity }) => ({ name, quantity })),
    // Notes are for staff and the customer of the order.
    history: toEvents(history.map(({ note: _note, ...entry }) => entry)),
  };
}
