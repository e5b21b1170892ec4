import { Controller, Inject, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input, OptionalCaller } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { AccountsService } from '../accounts/accounts.service.js';
import { Logins } from '../logins/logins.service.js';
import type { UserConfig } from '../user.config.js';
import { buildCookie, RefreshCookie } from './cookies.js';
import type { RefreshToken } from './refresh-token.js';
import { Sessions } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: AccountsService,
    private readonly logins: Logins,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** An error leaves the cookie alone: the response may arrive after a new login. */
  @HandlesCall('POST /users/refresh')
  async refresh(
    @RefreshCookie() cookie: RefreshToken | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/refresh'>> {
    const { token, response } = await this.sessions.refresh(cookie, (session) => this.logins.resume(session));
    const { id, secret, maxAgeMs } = token;
    const publicUrl = this.config.PUBLIC_URL;
    reply.header('set-cookie', buildCookie('refresh', `${id}.${secret}`, { maxAgeMs, publicUrl }));
    return { success: true, ...response };
  }

  @HandlesCall('POST /users/logout')
  async logout(
    @RefreshCookie() cookie: RefreshToken | undefined,
    @OptionalCaller() caller: Identity | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/logout'>> {
    await this.sessions.end(cookie);
    // Clients without cookies log out by their token.
    if (caller) await this.sessions.endOf(caller.id, caller.sessionId);
    reply.header('set-cookie', buildCookie('refresh', undefined, { publicUrl: this.config.PUBLIC_URL }));
    return { success: true };
  }

  @HandlesCall('GET /users/sessions')
  async list(
    @Caller() caller: Identity,
    @RefreshCookie() cookie: RefreshToken | undefined,
  ): Promise<CallResponse<'GET /users/sessions'>> {
    return { success: true, sessions: await this.sessions.list(await this.accounts.get(caller.id), cookie?.id) };
  }

  @HandlesCall('DELETE /users/sessions')
  async endOthers(@Caller() caller: Identity): Promise<CallResponse<'DELETE /users/sessions'>> {
    await this.sessions.endOthers(caller.id, caller.sessionId);
    return { success: true, message: 'You are logged out everywhere else.' };
  }

  @HandlesCall('DELETE /users/sessions/{id}')
  async end(
    @Caller() caller: Identity,
    @Input() { params }: Input<'DELETE /users/sessions/{id}'>,
  ): Promise<CallResponse<'DELETE /users/sessions/{id}'>> {
    await this.sessions.endOf(caller.id, params.id);
    return { success: true };
  }
}
