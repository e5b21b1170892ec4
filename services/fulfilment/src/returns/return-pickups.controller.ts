import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { ReturnPickups } from './return-pickups.service.js';

@Controller()
export class ReturnPickupsController {
  constructor(private readonly pickups: ReturnPickups) {}

  @HandlesCall('POST /returns/{id}/pickup')
  async book(
    @Input() { params, body }: Input<'POST /returns/{id}/pickup'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns/{id}/pickup'>> {
    const parcel = await this.pickups.book(params.id, body, caller);
    const { courier, pickupOn, awb = '', courierName = '', trackingUrl } = parcel;
    return {
      success: true,
      message: 'The pick-up is booked. The customer gets a message with the day.',
      pickup: { courier, pickupOn, awb, courierName, ...(trackingUrl ? { trackingUrl } : {}) },
    };
  }

  @HandlesCall('DELETE /returns/{id}/pickup')
  async cancel(
    @Input() { params }: Input<'DELETE /returns/{id}/pickup'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /returns/{id}/pickup'>> {
    await this.pickups.cancel(params.id, caller);
    return { success: true, message: 'The pick-up is cancelled. The customer gets a message.' };
  }
}
