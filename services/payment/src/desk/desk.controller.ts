import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
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

  @Serves('GET /payments/desk')
  async list(@Input() { query }: Input<'GET /payments/desk'>): Promise<CallAnswer<'GET /payments/desk'>> {
    return { success: true, ...(await this.desk.list(query)) };
  }

  @Serves('GET /payments/desk/{orderId}')
  async one(
    @Input() { params }: Input<'GET /payments/desk/{orderId}'>,
  ): Promise<CallAnswer<'GET /payments/desk/{orderId}'>> {
    return {
      success: true,
      payment: await this.desk.one(params.orderId),
      deliveries: await this.deliveries.about(params.orderId),
    };
  }

  @Serves('POST /payments/desk/{orderId}/retry')
  async retry(
    @Input() { params }: Input<'POST /payments/desk/{orderId}/retry'>,
  ): Promise<CallAnswer<'POST /payments/desk/{orderId}/retry'>> {
    const message = await this.actions.retry(params.orderId);
    return { success: true, message, payment: await this.desk.one(params.orderId) };
  }

  @Serves('POST /payments/desk/{orderId}/refund')
  async refund(
    @Input() { params, body }: Input<'POST /payments/desk/{orderId}/refund'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'POST /payments/desk/{orderId}/refund'>> {
    const message = await this.actions.refund(params.orderId, body.paymentId, body.reason, caller);
    return { success: true, message, payment: await this.desk.one(params.orderId) };
  }
}
