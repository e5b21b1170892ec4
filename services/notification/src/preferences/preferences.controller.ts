import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Customers } from '../customers/customers.service.js';
import { PhoneVerification } from './phone-verification.service.js';
import { Preferences } from './preferences.service.js';

@Controller()
export class PreferencesController {
  constructor(
    private readonly preferences: Preferences,
    private readonly customers: Customers,
    private readonly phones: PhoneVerification,
  ) {}

  @HandlesCall('GET /notifications/preferences')
  async get(@Caller() { id }: Identity): Promise<CallResponse<'GET /notifications/preferences'>> {
    return { success: true, preferences: await this.describe(id) };
  }

  @HandlesCall('PUT /notifications/preferences')
  async change(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'PUT /notifications/preferences'>,
  ): Promise<CallResponse<'PUT /notifications/preferences'>> {
    await this.preferences.change(id, body);
    return { success: true, message: 'Your choices are saved.', preferences: await this.describe(id) };
  }

  @HandlesCall('POST /notifications/phone')
  async sendCode(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'POST /notifications/phone'>,
  ): Promise<CallResponse<'POST /notifications/phone'>> {
    await this.phones.sendCode(id, body.phone);
    return { success: true, message: 'We have sent a code by SMS.' };
  }

  @HandlesCall('POST /notifications/phone/verify')
  async verify(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'POST /notifications/phone/verify'>,
  ): Promise<CallResponse<'POST /notifications/phone/verify'>> {
    await this.phones.verify(id, body.code);
    return { success: true, message: 'Your mobile number is verified.', preferences: await this.describe(id) };
  }

  private async describe(id: string) {
    return this.preferences.describe(id, await this.customers.hasMarketingConsent(id));
  }
}
