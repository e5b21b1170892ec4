import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { AccountsService } from '../accounts/accounts.service.js';
import { EmailUndo } from './email-undo.js';
import { EmailVerification } from './email-verification.js';

@Controller()
export class EmailAddressController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly verification: EmailVerification,
    private readonly undo: EmailUndo,
  ) {}

  @HandlesCall('POST /users/email/verification')
  async send(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/email/verification'>> {
    const account = await this.accounts.get(id);
    await this.verification.send(account);
    const message = account.emailVerifiedAt
      ? 'Your email address is already confirmed.'
      : 'We have sent a link to your email address. It works for 24 hours.';
    return { success: true, message };
  }

  @HandlesCall('POST /users/email/verify')
  async confirm(
    @Input() { body }: Input<'POST /users/email/verify'>,
  ): Promise<CallResponse<'POST /users/email/verify'>> {
    const email = await this.verification.confirm(body.token);
    return { success: true, message: 'Your email address is confirmed.', email };
  }

  @HandlesCall('PUT /users/email')
  async change(
    @Caller() { id }: Identity,
    @Input() { body }: Input<'PUT /users/email'>,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'PUT /users/email'>> {
    await this.verification.requestChange(await this.accounts.get(id), body.email, visitor);
    return { success: true, message: `We have sent a link to ${body.email}. Your address changes when you open it.` };
  }

  @HandlesCall('POST /users/email/undo')
  async undoChange(
    @Input() { body }: Input<'POST /users/email/undo'>,
  ): Promise<CallResponse<'POST /users/email/undo'>> {
    await this.undo.undo(body.token);
    const message =
      'Your email address is restored and all devices are logged out. ' +
      'We have sent you a link to set a new password.';
    return { success: true, message };
  }
}
