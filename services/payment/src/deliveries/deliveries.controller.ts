import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Input, HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { Deliveries } from './deliveries.service.js';

/** Webhook deliveries over HTTP; for admins, as the contracts say. */
@Controller()
export class DeliveriesController {
  constructor(private readonly deliveries: Deliveries) {}

  @HandlesCall('GET /payments/deliveries')
  async list(@Input() { query }: Input<'GET /payments/deliveries'>): Promise<CallResponse<'GET /payments/deliveries'>> {
    return { success: true, ...(await this.deliveries.list(query)) };
  }

  @HandlesCall('POST /payments/deliveries/{id}/replay')
  async replay(
    @Input() { params }: Input<'POST /payments/deliveries/{id}/replay'>,
  ): Promise<CallResponse<'POST /payments/deliveries/{id}/replay'>> {
    const delivery = await this.deliveries.replay(params.id);
    return { success: true, message: 'The delivery was handled again.', delivery };
  }
}
