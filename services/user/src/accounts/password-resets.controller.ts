import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { PasswordResets } from './password-resets.js';

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResets) {}

  @Serves('POST /users/password/forgot')
  async forgot(
    @Input() { body }: In<'POST /users/password/forgot'>,
  ): Promise<CallAnswer<'POST /users/password/forgot'>> {
    await this.resets.ask(body.email);
    return {
      success: true,
      message:
        'If there is an account with this e-mail, a letter with a link is on its way. The link works for 30 minutes.',
    };
  }

  @Serves('POST /users/password/reset')
  async reset(@Input() { body }: In<'POST /users/password/reset'>): Promise<CallAnswer<'POST /users/password/reset'>> {
    await this.resets.reset(body.token, body.password);
    return { success: true, message: 'Your new password is set. You can log in with it now.' };
  }
}
