import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { Input, Serves } from '@rangavalli/service-kit/http/serves';
import { Deliveries } from './deliveries.service.js';

/** Webhook deliveries over HTTP; for admins, as the contracts say. */
@Controller()
export class DeliveriesController {
  constructor(private readonly deliveries: Deliveries) {}

  @Serves('GET /payments/deliveries')
  async list(@Input() { query }: Input<'GET /payments/deliveries'>): Promise<CallAnswer<'GET /payments/deliveries'>> {
    return { success: true, ...(await this.deliveries.list(query)) };
  }

  @Serves('POST /payments/deliveries/{id}/replay')
  async replay(
    @Input() { params }: Input<'POST /payments/deliveries/{id}/replay'>,
  ): Promise<CallAnswer<'POST /payments/deliveries/{id}/replay'>> {
    const delivery = await this.deliveries.replay(params.id);
    return { success: true, message: 'The delivery was handled again.', delivery };
  }
}
