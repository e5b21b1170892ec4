import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Role } from '@rangavalli/contracts/entities/user';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Invitations } from './invitations.js';
import { Roles } from './roles.js';

const roleLabels: Record<Role, string> = {
  owner: 'an owner',
  manager: 'a manager',
  catalogue: 'responsible for the catalogue',
  fulfilment: 'responsible for fulfilment',
  support: 'responsible for support',
  accountant: 'an accountant',
  user: 'a customer',
};

@Controller()
export class StaffController {
  constructor(
    private readonly roles: Roles,
    private readonly invitations: Invitations,
  ) {}

  @HandlesCall('PUT /users/admin/{id}/role')
  async setRole(
    @Caller() caller: Identity,
    @Input() { params, body }: Input<'PUT /users/admin/{id}/role'>,
  ): Promise<CallResponse<'PUT /users/admin/{id}/role'>> {
    const user = await this.roles.set(caller, params.id, body.role);
    return { success: true, message: `${user.name} is now ${roleLabels[body.role]}`, user };
  }

  @HandlesCall('DELETE /users/admin/{id}/sessions')
  async endSessions(
    @Caller() caller: Identity,
    @Input() { params }: Input<'DELETE /users/admin/{id}/sessions'>,
  ): Promise<CallResponse<'DELETE /users/admin/{id}/sessions'>> {
    await this.roles.endSessions(caller, params.id);
    return { success: true, message: 'Logged out of all devices' };
  }

  @HandlesCall('DELETE /users/admin/{id}/second-factor')
  async removeSecondFactor(
    @Caller() caller: Identity,
    @Input() { params }: Input<'DELETE /users/admin/{id}/second-factor'>,
  ): Promise<CallResponse<'DELETE /users/admin/{id}/second-factor'>> {
    await this.roles.removeSecondFactor(caller, params.id);
    return { success: true, message: 'Two-step verification removed' };
  }

  @HandlesCall('GET /users/admin/staff')
  async list(): Promise<CallResponse<'GET /users/admin/staff'>> {
    const [staff, invitations] = await Promise.all([this.roles.listStaff(), this.invitations.list()]);
    return { success: true, staff, invitations };
  }

  @HandlesCall('POST /users/admin/invitations')
  async invite(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /users/admin/invitations'>,
  ): Promise<CallResponse<'POST /users/admin/invitations'>> {
    const invitation = await this.invitations.invite(caller, body.email, body.role);
    return { success: true, message: `Invitation sent to ${body.email}`, invitation };
  }

  @HandlesCall('DELETE /users/admin/invitations/{id}')
  async withdraw(
    @Caller() caller: Identity,
    @Input() { params }: Input<'DELETE /users/admin/invitations/{id}'>,
  ): Promise<CallResponse<'DELETE /users/admin/invitations/{id}'>> {
    await this.invitations.withdraw(caller, params.id);
    return { success: true, message: 'Invitation withdrawn' };
  }

  @HandlesCall('POST /users/invitations/view')
  async view(
    @Input() { body }: Input<'POST /users/invitations/view'>,
  ): Promise<CallResponse<'POST /users/invitations/view'>> {
    return { success: true, ...(await this.invitations.view(body.token)) };
  }

  @HandlesCall('POST /users/invitations/accept')
  async accept(
    @Input() { body }: Input<'POST /users/invitations/accept'>,
  ): Promise<CallResponse<'POST /users/invitations/accept'>> {
    await this.invitations.accept(body);
    return { success: true, message: 'Welcome to the team. You can now log in.' };
  }
}
