import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Serves('POST /users/login')
  async login(@Input() { body }: In<'POST /users/login'>): Promise<CallAnswer<'POST /users/login'>> {
    return { success: true, message: 'Login successful!', ...(await this.accounts.login(body)) };
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
  async changeProfile(@Caller() caller: Identity, @Input() { body }: In<'PUT /users/profile'>): Promise<CallAnswer<'PUT /users/profile'>> {
    return { success: true, message: 'Profile updated', user: await this.accounts.changeProfile(caller.id, body) };
  }

  @Serves('PUT /users/password')
  async changePassword(@Caller() caller: Identity, @Input() { body }: In<'PUT /users/password'>): Promise<CallAnswer<'PUT /users/password'>> {
    await this.accounts.changePassword(caller.id, body);
    return { success: true, message: 'Password changed' };
  }

  @Serves('GET /users/admin/customers')
  async customers(): Promise<CallAnswer<'GET /users/admin/customers'>> {
    return { success: true, customers: await this.accounts.customers() };
  }
}
