import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { WebhookDeliveries } from './webhook-deliveries.service.js';

@Controller()
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  @HandlesCall('GET /payments/deliveries')
  async list(@Input() { query }: Input<'GET /payments/deliveries'>): Promise<CallResponse<'GET /payments/deliveries'>> {
    return { success: true, ...(await this.deliveries.list(query)) };
  }

  @HandlesCall('POST /payments/deliveries/{id}/replay')
  async replay(
    @Input() { params }: Input<'POST /payments/deliveries/{id}/replay'>,
  ): Promise<CallResponse<'POST /payments/deliveries/{id}/replay'>> {
    const delivery = await this.deliveries.replay(params.id);
    return { success: true, message: 'The delivery was replayed.', delivery };
  }
}
