import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { AddressesService } from './addresses.service.js';

@Controller()
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Serves('GET /address')
  async list(@Caller() caller: Identity): Promise<CallAnswer<'GET /address'>> {
    return { success: true, addresses: await this.addresses.list(caller) };
  }

  @Serves('POST /address')
  async add(@Caller() caller: Identity, @Input() { body }: In<'POST /address'>): Promise<CallAnswer<'POST /address'>> {
    return { success: true, message: 'Address added', address: await this.addresses.add(caller, body) };
  }

  @Serves('PUT /address/{id}')
  async change(
    @Caller() caller: Identity,
    @Input() { params, body }: In<'PUT /address/{id}'>,
  ): Promise<CallAnswer<'PUT /address/{id}'>> {
    return { success: true, message: 'Address updated', address: await this.addresses.change(caller, params.id, body) };
  }

  @Serves('DELETE /address/{id}')
  async remove(
    @Caller() caller: Identity,
    @Input() { params }: In<'DELETE /address/{id}'>,
  ): Promise<CallAnswer<'DELETE /address/{id}'>> {
    await this.addresses.remove(caller, params.id);
    return { success: true, message: 'Address deleted' };
  }

  @Serves('PATCH /address/default/{id}')
  async makeDefault(
    @Caller() caller: Identity,
    @Input() { params }: In<'PATCH /address/default/{id}'>,
  ): Promise<CallAnswer<'PATCH /address/default/{id}'>> {
    return {
      success: true,
      message: 'Default address updated',
      address: await this.addresses.makeDefault(caller, params.id),
    };
  }
}
