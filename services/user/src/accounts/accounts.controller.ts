import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { FastifyReply } from 'fastify';
import { deviceOf } from '../sessions/device.js';
import { buildRefreshCookie, RefreshCookie } from '../sessions/refresh-cookie.js';
import type { RefreshToken } from '../sessions/refresh-token.js';
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

  @HandlesCall('POST /users/login')
  async login(
    @Input() { body }: Input<'POST /users/login'>,
    @RefreshCookie() cookie: RefreshToken | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'POST /users/login'>> {
    const { token, user, refreshToken } = await this.accounts.login(body, { device: deviceOf(userAgent), cookie });
    reply.header('set-cookie', buildRefreshCookie(refreshToken, this.config.PUBLIC_URL));
    return { success: true, message: 'Login successful!', token, user };
  }

  @HandlesCall('POST /users/register')
  async register(@Input() { body }: Input<'POST /users/register'>): Promise<CallResponse<'POST /users/register'>> {
    await this.accounts.register(body);
    return { success: true, message: 'Registration successful!' };
  }

  @HandlesCall('GET /users/profile')
  async profile(@Caller() caller: Identity): Promise<CallResponse<'GET /users/profile'>> {
    return { success: true, user: await this.accounts.profile(caller.id) };
  }

  @HandlesCall('PUT /users/profile')
  async changeProfile(
    @Caller() caller: Identity,
    @Input() { body }: Input<'PUT /users/profile'>,
  ): Promise<CallResponse<'PUT /users/profile'>> {
    return { success: true, message: 'Profile updated', user: await this.accounts.changeProfile(caller.id, body) };
  }

  @HandlesCall('PUT /users/password')
  async changePassword(
    @Caller() caller: Identity,
    @Input() { body }: Input<'PUT /users/password'>,
    @Headers('user-agent') userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallResponse<'PUT /users/password'>> {
    const refreshToken = await this.accounts.changePassword(caller.id, body, deviceOf(userAgent));
    reply.header('set-cookie', buildRefreshCookie(refreshToken, this.config.PUBLIC_URL));
    return { success: true, message: 'Password changed' };
  }

  @HandlesCall('GET /users/admin/customers')
  async customers(): Promise<CallResponse<'GET /users/admin/customers'>> {
    return { success: true, customers: await this.accounts.customers() };
  }

  @HandlesCall('PUT /users/admin/{id}/role')
  async setRole(
    @Caller() caller: Identity,
    @Input() { params, body }: Input<'PUT /users/admin/{id}/role'>,
  ): Promise<CallResponse<'PUT /users/admin/{id}/role'>> {
    const user = await this.roles.set(caller, params.id, body.role);
    const message = `${user.name} is now ${body.role === 'admin' ? 'an admin' : 'a customer'}`;
    return { success: true, message, user };
  }
}
