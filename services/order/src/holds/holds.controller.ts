import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { HoldsAdmin } from './holds-admin.service.js';

@Controller()
export class HoldsController {
  constructor(private readonly holds: HoldsAdmin) {}

  @HandlesCall('GET /orders/admin/holds')
  async list(@Input() { query }: Input<'GET /orders/admin/holds'>): Promise<CallResponse<'GET /orders/admin/holds'>> {
    return { success: true, ...(await this.holds.list(query)) };
  }

  @HandlesCall('POST /orders/admin/holds/{orderId}/release')
  async release(
    @Input() { params }: Input<'POST /orders/admin/holds/{orderId}/release'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/admin/holds/{orderId}/release'>> {
    await this.holds.release(params.orderId, caller);
    return { success: true, message: 'The items were released. A late payment will be refunded.' };
  }
}
