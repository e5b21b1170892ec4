import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { toCustomer } from '../accounts/account.schema.js';
import { CustomerGroups } from './customer-groups.service.js';
import { GroupMembers } from './group-members.service.js';

@Controller()
export class CustomerGroupsController {
  constructor(
    private readonly groups: CustomerGroups,
    private readonly members: GroupMembers,
  ) {}

  @MessagePattern('rpc.user.groups.get')
  find(@Payload() request: CommandRequest<'rpc.user.groups.get'>): Promise<CommandReply<'rpc.user.groups.get'>> {
    return this.groups.find(request);
  }

  @HandlesCall('GET /users/admin/groups')
  async list(): Promise<CallResponse<'GET /users/admin/groups'>> {
    return { success: true, groups: await this.groups.list() };
  }

  @HandlesCall('POST /users/admin/groups')
  async create(
    @Input() { body }: Input<'POST /users/admin/groups'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /users/admin/groups'>> {
    return { success: true, message: 'Group created.', group: await this.groups.create(body, caller) };
  }

  @HandlesCall('PUT /users/admin/groups/{id}')
  async change(
    @Input() { params, body }: Input<'PUT /users/admin/groups/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /users/admin/groups/{id}'>> {
    return { success: true, message: 'Group updated.', group: await this.groups.change(params.id, body, caller) };
  }

  @HandlesCall('DELETE /users/admin/groups/{id}')
  async delete(
    @Input() { params }: Input<'DELETE /users/admin/groups/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /users/admin/groups/{id}'>> {
    await this.groups.delete(params.id, caller);
    return { success: true, message: 'Group deleted.' };
  }

  @HandlesCall('POST /users/admin/groups/{id}/customers')
  async add(
    @Input() { params, body }: Input<'POST /users/admin/groups/{id}/customers'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /users/admin/groups/{id}/customers'>> {
    const { added, unknown } = await this.members.add(params.id, body.emails, caller);
    const message = `${added} ${added === 1 ? 'customer' : 'customers'} added.`;
    return { success: true, message, added, unknown };
  }

  @HandlesCall('PUT /users/admin/customers/{id}/groups')
  async set(
    @Input() { params, body }: Input<'PUT /users/admin/customers/{id}/groups'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /users/admin/customers/{id}/groups'>> {
    const account = await this.members.set(params.id, body.groups, caller);
    return { success: true, message: 'Groups updated.', customer: toCustomer(account) };
  }
}
