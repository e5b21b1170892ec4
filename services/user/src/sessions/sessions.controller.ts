import { Controller, Inject, Res } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { AccountsService } from '../accounts/accounts.service.js';
import type { UserConfig } from '../user.config.js';
import { RefreshCookie, setRefreshCookie } from './refresh-cookie.js';
import type { Proof } from './secrets.js';
import { Sessions } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: AccountsService,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /**
   * A refusal leaves the browser's cookie alone: it may be the answer to an old one that arrives when somebody has
   * logged in again, and a cookie without a session opens nothing.
   */
  @Serves('POST /users/refresh')
  async refresh(
    @RefreshCookie() cookie: Proof | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'POST /users/refresh'>> {
    const { proof, answer } = await this.sessions.renew(cookie, (session) => this.accounts.enter(session));
    reply.header('set-cookie', setRefreshCookie(proof, this.config.PUBLIC_URL));
    return { success: true, ...answer };
  }

  @Serves('POST /users/logout')
  async logout(
    @RefreshCookie() cookie: Proof | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'POST /users/logout'>> {
    await this.sessions.end(cookie);
    reply.header('set-cookie', setRefreshCookie(undefined, this.config.PUBLIC_URL));
    return { success: true };
  }

  @Serves('GET /users/sessions')
  async list(
    @Caller() caller: Identity,
    @RefreshCookie() cookie: Proof | undefined,
  ): Promise<CallAnswer<'GET /users/sessions'>> {
    return { success: true, sessions: await this.sessions.of(await this.accounts.known(caller.id), cookie?.id) };
  }

  @Serves('DELETE /users/sessions/{id}')
  async end(
    @Caller() caller: Identity,
    @Input() { params }: In<'DELETE /users/sessions/{id}'>,
  ): Promise<CallAnswer<'DELETE /users/sessions/{id}'>> {
    await this.sessions.endOne(caller.id, params.id);
    return { success: true };
  }
}
