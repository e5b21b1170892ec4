import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Parcel } from './shipment-store.js';
import { toCustomerShipment, toShipment, toTracking } from './shipment.mapper.js';
import { Shipments } from './shipments.service.js';
import { Undelivered } from './undelivered.service.js';

@Controller()
export class ShipmentsController {
  constructor(
    private readonly shipments: Shipments,
    private readonly undelivered: Undelivered,
  ) {}

  @HandlesCall('POST /shipments')
  async create(
    @Input() { body }: Input<'POST /shipments'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments'>> {
    const parcel = await this.shipments.create(body, caller);
    const isPending = parcel.shipment.booking?.state === 'pending';
    return respond(
      parcel,
      isPending
        ? 'The courier has not accepted this parcel yet: the booking is repeated automatically.'
        : 'was created.',
    );
  }

  @HandlesCall('GET /shipments')
  async list(
    @Input() { query }: Input<'GET /shipments'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /shipments'>> {
    const order = await this.shipments.list(query.orderId, caller);
    if (!order) return { success: true, shipments: [] };
    const isStaff = hasPermission(caller.role, 'orders.read');
    const toResponse = isStaff ? toShipment : toCustomerShipment;
    const left = isStaff ? await this.shipments.findLeft(order) : undefined;
    const shipments = order.shipments.map((shipment) => toResponse({ order, shipment }));
    return { success: true, shipments, ...(left ? { left } : {}) };
  }

  @HandlesCall('GET /shipments/ndr')
  async listUndelivered(@Input() { query }: Input<'GET /shipments/ndr'>): Promise<CallResponse<'GET /shipments/ndr'>> {
    const { parcels, ...pageInfo } = await this.undelivered.page(query);
    return { success: true, shipments: parcels.map(toShipment), ...pageInfo };
  }

  @HandlesCall('POST /shipments/{id}/ndr')
  async request(
    @Input() { params, body }: Input<'POST /shipments/{id}/ndr'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments/{id}/ndr'>> {
    return respond(await this.undelivered.request(params.id, body, caller), 'was updated.');
  }

  @HandlesCall('POST /shipments/{id}/rto-received')
  async receive(
    @Input() { params, body }: Input<'POST /shipments/{id}/rto-received'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments/{id}/rto-received'>> {
    return respond(await this.undelivered.receive(params.id, body, caller), 'was received.');
  }

  @HandlesCall('POST /shipments/{id}/status')
  async setStatus(
    @Input() { params, body }: Input<'POST /shipments/{id}/status'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /shipments/{id}/status'>> {
    return respond(await this.shipments.setStatus(params.id, body, caller), 'was updated.');
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

const respond = (parcel: Parcel, what: string) => ({
  success: true as const,
  message: what.endsWith('automatically.') ? what : `Shipment ${parcel.shipment.id} ${what}`,
  shipment: toShipment(parcel),
});
