import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { PASSWORD_RESET_VALID_MINUTES } from '../user.config.js';
import { PasswordResets } from './password-resets.js';

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResets) {}

  @HandlesCall('POST /users/password/forgot')
  async request(
    @Input() { body }: Input<'POST /users/password/forgot'>,
  ): Promise<CallResponse<'POST /users/password/forgot'>> {
    await this.resets.request(body.email);
    const message =
      'If there is an account with this email, we have sent a link to it. ' +
      `The link works for ${PASSWORD_RESET_VALID_MINUTES} minutes. Please check your spam folder too.`;
    return { success: true, message };
  }

  @HandlesCall('POST /users/password/reset')
  async reset(
    @Input() { body }: Input<'POST /users/password/reset'>,
  ): Promise<CallResponse<'POST /users/password/reset'>> {
    await this.resets.reset(body.token, body.password);
    return { success: true, message: 'Your new password is set. You can now log in with it.' };
  }
}
