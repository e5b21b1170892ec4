import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, CurrentVisitor, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity, Visitor } from '@rangavalli/service-kit/http/identity';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @HandlesCall('POST /users/register')
  async register(
    @Input() { body }: Input<'POST /users/register'>,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CallResponse<'POST /users/register'>> {
    await this.accounts.register(body, visitor);
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

  @HandlesCall('GET /users/admin/customers')
  async customers(
    @Input() { query }: Input<'GET /users/admin/customers'>,
  ): Promise<CallResponse<'GET /users/admin/customers'>> {
    return { success: true, ...(await this.accounts.customers(query)) };
  }

  @HandlesCall('GET /users/admin/customers/{id}')
  async customer(
    @Input() { params }: Input<'GET /users/admin/customers/{id}'>,
  ): Promise<CallResponse<'GET /users/admin/customers/{id}'>> {
    return { success: true, customer: await this.accounts.customer(params.id) };
  }
}
