import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { StepUp } from './step-up.service.js';

@Controller()
export class StepUpController {
  constructor(private readonly stepUp: StepUp) {}

  @HandlesCall('POST /users/step-up')
  async elevate(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /users/step-up'>,
  ): Promise<CallResponse<'POST /users/step-up'>> {
    const elevatedUntil = await this.stepUp.elevate(caller, body);
    return { success: true, message: 'Confirmed', elevatedUntil: elevatedUntil.toISOString() };
  }

  @HandlesCall('POST /users/step-up/passkey/options')
  async passkeyOptions(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/step-up/passkey/options'>> {
    return { success: true, options: await this.stepUp.passkeyOptions(id) };
  }
}
