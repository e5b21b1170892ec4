import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { Deliveries } from '../deliveries/deliveries.service.js';
import { Desk } from './desk.service.js';
import { DeskActions } from './desk-actions.service.js';

/** The payments desk over HTTP; for admins, as the contracts say. */
@Controller()
export class DeskController {
  constructor(
    private readonly desk: Desk,
    private readonly actions: DeskActions,
    private readonly deliveries: Deliveries,
  ) {}

  @HandlesCall('GET /payments/admin')
  async list(@Input() { query }: Input<'GET /payments/admin'>): Promise<CallResponse<'GET /payments/admin'>> {
    return { success: true, ...(await this.desk.list(query)) };
  }

  @HandlesCall('GET /payments/admin/{orderId}')
  async one(
    @Input() { params }: Input<'GET /payments/admin/{orderId}'>,
  ): Promise<CallResponse<'GET /payments/admin/{orderId}'>> {
    return {
      success: true,
      payment: await this.desk.one(params.orderId),
      deliveries: await this.deliveries.about(params.orderId),
    };
  }

  @HandlesCall('POST /payments/admin/{orderId}/retry')
  async retry(
    @Input() { params }: Input<'POST /payments/admin/{orderId}/retry'>,
  ): Promise<CallResponse<'POST /payments/admin/{orderId}/retry'>> {
    const message = await this.actions.retry(params.orderId);
    return { success: true, message, payment: await this.desk.one(params.orderId) };
  }

  @HandlesCall('POST /payments/admin/{orderId}/refund')
  async refund(
    @Input() { params, body }: Input<'POST /payments/admin/{orderId}/refund'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/admin/{orderId}/refund'>> {
    const message = await this.actions.refund(params.orderId, body.paymentId, body.reason, caller);
    return { success: true, message, payment: await this.desk.one(params.orderId) };
  }
}
