import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { buildCookie } from '../sessions/cookies.js';
import { deviceOf } from '../sessions/device.js';
import { PASSWORD_RESET_VALID_MINUTES, type UserConfig } from '../user.config.js';
import { PasswordChanges } from './password-changes.js';
import { PasswordResets } from './password-resets.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly changes: PasswordChanges,
    private readonly resets: PasswordResets,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  @HandlesCall('PUT /users/password')
  async change(
    @Caller() caller: Identity,
    @Input() { body }: Input<'PUT /users/password'>,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'PUT /users/password'>> {
    const { token, refreshToken } = await this.changes.change(caller, body, deviceOf(userAgent));
    const { id, secret, maxAgeMs } = refreshToken;
    const publicUrl = this.config.PUBLIC_URL;
    reply.header('set-cookie', buildCookie('refresh', `${id}.${secret}`, { maxAgeMs, publicUrl }));
    return { success: true, message: 'Password changed', token };
  }

  @HandlesCall('POST /users/password/forgot')
  async request(
    @Input() { body }: Input<'POST /users/password/forgot'>,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'POST /users/password/forgot'>> {
    await this.resets.request(body.email, visitor);
    const message =
      'If there is an account with this email, we have sent a link to it. ' +
      `The link works for ${PASSWORD_RESET_VALID_MINUTES} minutes. Please check your spam folder too.`;
    return { success: true, message };
  }

  @HandlesCall('POST /users/password/reset')
  async reset(
    @Input() { body }: Input<'POST /users/password/reset'>,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'POST /users/password/reset'>> {
    await this.resets.reset(body.token, body.password, visitor);
    return { success: true, message: 'Your new password is set. You can now log in with it.' };
  }
}
