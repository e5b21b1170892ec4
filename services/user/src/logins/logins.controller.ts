import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { buildCookie, DeviceCookie, RefreshCookie } from '../sessions/cookies.js';
import { deviceOf } from '../sessions/device.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
import { DEVICE_LIFETIME_MS, LOGIN_CODE_VALID_MINUTES, type UserConfig } from '../user.config.js';
import { CodeLogins } from './code-logins.service.js';
import { LoginCodes } from './login-codes.js';
import { type Login, Logins } from './logins.service.js';

@Controller()
export class LoginsController {
  constructor(
    private readonly logins: Logins,
    private readonly codes: LoginCodes,
    private readonly codeLogins: CodeLogins,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  @HandlesCall('POST /users/login')
  async logIn(
    @Input() { body }: Input<'POST /users/login'>,
    @CurrentVisitor() visitor: Visitor,
    @RefreshCookie() refreshToken: RefreshToken | undefined,
    @DeviceCookie() deviceCookie: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/login'>> {
    const context = { visitor, refreshToken, deviceCookie, device: deviceOf(userAgent) };
    return this.respond(await this.logins.logIn(body, context), reply);
  }

  @HandlesCall('POST /users/otp')
  async sendCode(
    @Input() { body }: Input<'POST /users/otp'>,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'POST /users/otp'>> {
    await this.codes.send(body.email, visitor);
    const message = `We have sent a code to ${body.email}. It works for ${LOGIN_CODE_VALID_MINUTES} minutes.`;
    return { success: true, message, validMinutes: LOGIN_CODE_VALID_MINUTES };
  }

  @HandlesCall('POST /users/otp/verify')
  async verifyCode(
    @Input() { body }: Input<'POST /users/otp/verify'>,
    @CurrentVisitor() visitor: Visitor,
    @RefreshCookie() refreshToken: RefreshToken | undefined,
    @DeviceCookie() deviceCookie: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/otp/verify'>> {
    const context = { visitor, refreshToken, deviceCookie, device: deviceOf(userAgent) };
    return this.respond(await this.codeLogins.logIn(body, context), reply);
  }

  @HandlesCall('POST /users/login/second-factor')
  async confirm(
    @Input() { body }: Input<'POST /users/login/second-factor'>,
    @CurrentVisitor() visitor: Visitor,
    @RefreshCookie() refreshToken: RefreshToken | undefined,
    @DeviceCookie() deviceCookie: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/login/second-factor'>> {
    const context = { visitor, refreshToken, deviceCookie, device: deviceOf(userAgent) };
    return this.respond(await this.logins.confirm(body, context), reply);
  }

  @HandlesCall('POST /users/login/passkey/options')
  async passkeyOptions(): Promise<CallResponse<'POST /users/login/passkey/options'>> {
    return { success: true, options: await this.logins.passkeyOptions() };
  }

  @HandlesCall('POST /users/login/passkey')
  async logInWithPasskey(
    @Input() { body }: Input<'POST /users/login/passkey'>,
    @CurrentVisitor() visitor: Visitor,
    @RefreshCookie() refreshToken: RefreshToken | undefined,
    @DeviceCookie() deviceCookie: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/login/passkey'>> {
    const context = { visitor, refreshToken, deviceCookie, device: deviceOf(userAgent) };
    return this.respond(await this.logins.logInWithPasskey(body.passkey, context), reply);
  }

  private respond({ token, user, refreshToken, deviceCookie }: Login, reply: FastifyReply) {
    const publicUrl = this.config.PUBLIC_URL;
    const { id, secret, maxAgeMs } = refreshToken;
    reply.header('set-cookie', [
      buildCookie('refresh', `${id}.${secret}`, { maxAgeMs, publicUrl }),
      buildCookie('device', deviceCookie, { maxAgeMs: DEVICE_LIFETIME_MS, publicUrl }),
    ]);
    return { success: true as const, message: 'Login successful!', token, user };
  }
}
