import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { AddressesService } from './addresses.service.js';

@Controller()
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @HandlesCall('GET /address')
  async list(@Caller() caller: Identity): Promise<CallResponse<'GET /address'>> {
    return { success: true, addresses: await this.addresses.list(caller) };
  }

  @HandlesCall('POST /address')
  async add(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /address'>,
  ): Promise<CallResponse<'POST /address'>> {
    return { success: true, message: 'Address added', address: await this.addresses.add(caller, body) };
  }

  @HandlesCall('PUT /address/{id}')
  async change(
    @Caller() caller: Identity,
    @Input() { params, body }: Input<'PUT /address/{id}'>,
  ): Promise<CallResponse<'PUT /address/{id}'>> {
    return { success: true, message: 'Address updated', address: await this.addresses.change(caller, params.id, body) };
  }

  @HandlesCall('DELETE /address/{id}')
  async remove(
    @Caller() caller: Identity,
    @Input() { params }: Input<'DELETE /address/{id}'>,
  ): Promise<CallResponse<'DELETE /address/{id}'>> {
    await this.addresses.remove(caller, params.id);
    return { success: true, message: 'Address deleted' };
  }

  @HandlesCall('PATCH /address/default/{id}')
  async setDefault(
    @Caller() caller: Identity,
    @Input() { params }: Input<'PATCH /address/default/{id}'>,
  ): Promise<CallResponse<'PATCH /address/default/{id}'>> {
    return {
      success: true,
      message: 'Default address updated',
      address: await this.addresses.setDefault(caller, params.id),
    };
  }
}
