import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { WebhookDeliveries } from '../webhooks/webhook-deliveries.service.js';
import { PaymentActions } from './payment-actions.service.js';
import { PaymentsAdminService } from './payments-admin.service.js';

@Controller()
export class PaymentsAdminController {
  constructor(
    private readonly payments: PaymentsAdminService,
    private readonly actions: PaymentActions,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  @HandlesCall('GET /payments/admin')
  async list(@Input() { query }: Input<'GET /payments/admin'>): Promise<CallResponse<'GET /payments/admin'>> {
    return { success: true, ...(await this.payments.list(query)) };
  }

  @HandlesCall('GET /payments/admin/{orderId}')
  async get(
    @Input() { params }: Input<'GET /payments/admin/{orderId}'>,
  ): Promise<CallResponse<'GET /payments/admin/{orderId}'>> {
    const orderId = await this.payments.findOrderId(params.orderId);
    return {
      success: true,
      payment: await this.payments.getDetails(orderId),
      deliveries: await this.deliveries.listForOrder(orderId),
    };
  }

  @HandlesCall('POST /payments/admin/{orderId}/retry')
  async retry(
    @Input() { params }: Input<'POST /payments/admin/{orderId}/retry'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/admin/{orderId}/retry'>> {
    const orderId = await this.payments.findOrderId(params.orderId);
    const message = await this.actions.retry(orderId, caller);
    return { success: true, message, payment: await this.payments.getDetails(orderId) };
  }

  @HandlesCall('POST /payments/admin/{orderId}/refund')
  async refund(
    @Input() { params, body }: Input<'POST /payments/admin/{orderId}/refund'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/admin/{orderId}/refund'>> {
    const orderId = await this.payments.findOrderId(params.orderId);
    const result = await this.actions.refund(orderId, body.paymentId, body.reason, caller);
    return { success: true, ...result, payment: await this.payments.getDetails(orderId) };
  }
}
