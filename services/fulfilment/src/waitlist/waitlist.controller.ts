import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Caller, HandlesCall, Input, OptionalCaller } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { WaitlistService } from './waitlist.service.js';

@Controller()
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @HandlesCall('POST /delivery/waitlist')
  async add(
    @Input() { body }: Input<'POST /delivery/waitlist'>,
    @OptionalCaller() caller: Identity | undefined,
  ): Promise<CallResponse<'POST /delivery/waitlist'>> {
    const { pincode, email = caller?.email, productId } = body;
    if (!email)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { email: 'Please enter your email address.' } } });
    await this.waitlist.add({ pincode, email, ...(productId ? { productId } : {}) });
    return { success: true, message: `Thank you. We'll write to you when we deliver to ${pincode}.` };
  }

  @HandlesCall('GET /delivery/waitlist')
  async list(@Input() { query }: Input<'GET /delivery/waitlist'>): Promise<CallResponse<'GET /delivery/waitlist'>> {
    const { items, ...page } = await this.waitlist.list(query);
    return { success: true, entries: items, ...page };
  }

  @HandlesCall('DELETE /delivery/waitlist/{id}')
  async remove(
    @Input() { params }: Input<'DELETE /delivery/waitlist/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /delivery/waitlist/{id}'>> {
    await this.waitlist.remove(params.id, caller);
    return { success: true, message: 'Entry deleted.' };
  }

  @EventPattern('user.deleted')
  async onUserDeleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    await this.waitlist.removeOf([data.email, ...(data.pastEmails ?? [])]);
  }
}
