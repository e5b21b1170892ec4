import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { deviceOf } from '../sessions/device.js';
import { RefreshCookie, setRefreshCookie } from '../sessions/refresh-cookie.js';
import type { Proof } from '../sessions/secrets.js';
import type { UserConfig } from '../user.config.js';
import { AccountsService } from './accounts.service.js';
import { Roles } from './roles.service.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly roles: Roles,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  @Serves('POST /users/login')
  async login(
    @Input() { body }: In<'POST /users/login'>,
    @RefreshCookie() cookie: Proof | undefined,
    @Headers('user-agent') agent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'POST /users/login'>> {
    const { token, user, proof } = await this.accounts.login(body, { device: deviceOf(agent), cookie });
    reply.header('set-cookie', setRefreshCookie(proof, this.config.PUBLIC_URL));
    return { success: true, message: 'Login successful!', token, user };
  }

  @Serves('POST /users/register')
  async register(@Input() { body }: In<'POST /users/register'>): Promise<CallAnswer<'POST /users/register'>> {
    await this.accounts.register(body);
    return { success: true, message: 'Registration successful!' };
  }

  @Serves('GET /users/profile')
  async profile(@Caller() caller: Identity): Promise<CallAnswer<'GET /users/profile'>> {
    return { success: true, user: await this.accounts.profile(caller.id) };
  }

  @Serves('PUT /users/profile')
  async changeProfile(
    @Caller() caller: Identity,
    @Input() { body }: In<'PUT /users/profile'>,
  ): Promise<CallAnswer<'PUT /users/profile'>> {
    return { success: true, message: 'Profile updated', user: await this.accounts.changeProfile(caller.id, body) };
  }

  @Serves('PUT /users/password')
  async changePassword(
    @Caller() caller: Identity,
    @Input() { body }: In<'PUT /users/password'>,
    @Headers('user-agent') agent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'PUT /users/password'>> {
    const { proof } = await this.accounts.changePassword(caller.id, body, deviceOf(agent));
    reply.header('set-cookie', setRefreshCookie(proof, this.config.PUBLIC_URL));
    return { success: true, message: 'Password changed' };
  }

  @Serves('GET /users/admin/customers')
  async customers(): Promise<CallAnswer<'GET /users/admin/customers'>> {
    return { success: true, customers: await this.accounts.customers() };
  }

  @Serves('PUT /users/admin/{id}/role')
  async giveRole(
    @Caller() caller: Identity,
    @Input() { params, body }: In<'PUT /users/admin/{id}/role'>,
  ): Promise<CallAnswer<'PUT /users/admin/{id}/role'>> {
    const user = await this.roles.give(caller, params.id, body.role);
    return {
      success: true,
      message: body.role === 'admin' ? `${user.name} is an admin now` : `${user.name} is a customer now`,
      user,
    };
  }
}
