import { Controller, Res } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { DispatchDocuments } from './dispatch-documents.service.js';
import { DispatchQueue } from './dispatch-queue.service.js';
import { Dispatch } from './dispatch.service.js';
import { Shipments } from '../shipments/shipments.service.js';

/** Sets headers of a file. */
interface FileReply {
  header(name: string, value: string): unknown;
}

@Controller()
export class DispatchController {
  constructor(
    private readonly queue: DispatchQueue,
    private readonly shipments: Shipments,
    private readonly dispatch: Dispatch,
    private readonly documents: DispatchDocuments,
  ) {}

  @HandlesCall('GET /dispatch/orders')
  async list(@Input() { query }: Input<'GET /dispatch/orders'>): Promise<CallResponse<'GET /dispatch/orders'>> {
    return { success: true, ...(await this.queue.list(query)) };
  }

  @HandlesCall('POST /dispatch/ship')
  async ship(
    @Input() { body }: Input<'POST /dispatch/ship'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /dispatch/ship'>> {
    const results = await this.dispatch.ship(body, caller);
    return { success: true, message: summaryOf(results, 'shipped'), results };
  }

  @HandlesCall('POST /dispatch/dispatched')
  async markDispatched(
    @Input() { body }: Input<'POST /dispatch/dispatched'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /dispatch/dispatched'>> {
    const results = await this.dispatch.markDispatched(body.shipmentIds, caller);
    return { success: true, message: summaryOf(results, 'dispatched'), results };
  }

  @HandlesCall('POST /dispatch/documents')
  async getDocuments(
    @Input() { body }: Input<'POST /dispatch/documents'>,
    @Res({ passthrough: true }) reply: FileReply,
  ): Promise<Buffer> {
    const file = await this.documents.get(body);
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${body.kind.replaceAll('_', '-')}.pdf"`);
    return file;
  }

  @HandlesCall('POST /dispatch/pickup')
  async requestPickup(
    @Input() { body }: Input<'POST /dispatch/pickup'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /dispatch/pickup'>> {
    await this.dispatch.requestPickup(body, caller);
    const { length } = body.shipmentIds;
    return { success: true, message: `The pickup of ${length} ${length === 1 ? 'parcel' : 'parcels'} was requested.` };
  }

  @EventPattern('order.placed')
  async onOrderPlaced(@Payload() { data }: Envelope<'order.placed'>): Promise<void> {
    await this.queue.refreshSoon(data.orderId);
  }

  @EventPattern('order.status.changed')
  async onStatusChanged(@Payload() { data }: Envelope<'order.status.changed'>): Promise<void> {
    await this.queue.refresh(data.orderId);
  }

  @EventPattern('order.lines.cancelled')
  async onLinesCancelled(@Payload() { data }: Envelope<'order.lines.cancelled'>): Promise<void> {
    await this.shipments.withdrawLines(data.orderId, data.lines);
    await this.queue.refresh(data.orderId);
  }

  /** Goods that came back and were refunded do not leave the shop again. */
  @EventPattern('order.return.decided')
  async onReturnDecided(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    await this.queue.refresh(data.orderId);
  }

  @EventPattern('fulfilment.shipment.changed')
  async onShipmentChanged(@Payload() { data }: Envelope<'fulfilment.shipment.changed'>): Promise<void> {
    await this.queue.refresh(data.orderId);
  }
}

/** "98 shipped, 2 failed." */
const summaryOf = (results: readonly DispatchResult[], verb: string): string => {
  const failed = results.filter(({ isDone }) => !isDone).length;
  return `${results.length - failed} ${verb}${failed > 0 ? `, ${failed} failed` : ''}.`;
};
