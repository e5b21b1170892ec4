import { Controller, Inject, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { buildCookie, RefreshCookie } from '../sessions/cookies.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
import type { UserConfig } from '../user.config.js';
import { StepUp } from './step-up.service.js';

@Controller()
export class StepUpController {
  constructor(
    private readonly stepUp: StepUp,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  @HandlesCall('POST /users/step-up')
  async elevate(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /users/step-up'>,
    @CurrentVisitor() visitor: Visitor,
    @RefreshCookie() cookie: RefreshToken | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/step-up'>> {
    const { elevatedUntil, refreshToken } = await this.stepUp.elevate(caller, body, visitor, cookie);
    if (refreshToken) {
      const { id, secret, maxAgeMs } = refreshToken;
      const publicUrl = this.config.PUBLIC_URL;
      reply.header('set-cookie', buildCookie('refresh', `${id}.${secret}`, { maxAgeMs, publicUrl }));
    }
    return { success: true, message: 'Confirmed', elevatedUntil: elevatedUntil.toISOString() };
  }

  @HandlesCall('POST /users/step-up/passkey/options')
  async passkeyOptions(@Caller() { id }: Identity): Promise<CallResponse<'POST /users/step-up/passkey/options'>> {
    return { success: true, options: await this.stepUp.passkeyOptions(id) };
  }
}
