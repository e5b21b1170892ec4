import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { PinsService } from './pins.service.js';

@Controller()
export class PinsController {
  constructor(private readonly pins: PinsService) {}

  @HandlesCall('GET /delivery/pins')
  async list(@Input() { query }: Input<'GET /delivery/pins'>): Promise<CallResponse<'GET /delivery/pins'>> {
    return { success: true, ...(await this.pins.list(query)) };
  }

  @HandlesCall('PUT /delivery/pins/{pincode}')
  async set(
    @Input() { params: { pincode }, body }: Input<'PUT /delivery/pins/{pincode}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /delivery/pins/{pincode}'>> {
    await this.pins.set({ ...body, pincode }, caller);
    return { success: true, message: `PIN code ${pincode} saved.` };
  }

  @HandlesCall('DELETE /delivery/pins/{pincode}')
  async remove(
    @Input() { params: { pincode } }: Input<'DELETE /delivery/pins/{pincode}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'DELETE /delivery/pins/{pincode}'>> {
    await this.pins.remove(pincode, caller);
    return { success: true, message: `PIN code ${pincode} is served as its zone again.` };
  }

  @HandlesCall('POST /delivery/pins/import')
  async import(
    @Input() { body }: Input<'POST /delivery/pins/import'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /delivery/pins/import'>> {
    const imported = await this.pins.importCsv(body.csv, caller);
    return { success: true, message: `${imported} PIN codes imported.`, imported };
  }
}
