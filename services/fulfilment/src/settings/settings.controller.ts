import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @HandlesCall('GET /delivery/settings')
  async get(): Promise<CallResponse<'GET /delivery/settings'>> {
    return { success: true, ...(await this.settings.get()) };
  }

  @HandlesCall('PUT /delivery/settings')
  async replace(
    @Input() { body }: Input<'PUT /delivery/settings'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /delivery/settings'>> {
    return { success: true, message: 'Delivery settings saved.', ...(await this.settings.replace(body, caller)) };
  }
}
