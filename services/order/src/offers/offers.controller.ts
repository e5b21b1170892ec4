import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { OffersService } from './offers.service.js';
import { RunningOffers } from './running-offers.service.js';

@Controller()
export class OffersController {
  constructor(
    private readonly offers: OffersService,
    private readonly running: RunningOffers,
  ) {}

  @HandlesCall('GET /offers')
  async list(@Input() { query }: Input<'GET /offers'>): Promise<CallResponse<'GET /offers'>> {
    const { items, ...pageInfo } = await this.offers.page(query);
    return { success: true, offers: items, ...pageInfo };
  }

  @HandlesCall('POST /offers')
  async create(
    @Input() { body }: Input<'POST /offers'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /offers'>> {
    return { success: true, message: 'Offer created.', offer: await this.offers.create(body, caller) };
  }

  @HandlesCall('PUT /offers/{id}')
  async replace(
    @Input() { params, body }: Input<'PUT /offers/{id}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /offers/{id}'>> {
    return { success: true, message: 'Offer updated.', offer: await this.offers.replace(params.id, body, caller) };
  }

  @HandlesCall('POST /offers/{id}/end')
  async end(
    @Input() { params }: Input<'POST /offers/{id}/end'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /offers/{id}/end'>> {
    return { success: true, message: 'Offer ended.', offer: await this.offers.end(params.id, caller) };
  }

  @HandlesCall('POST /offers/preview')
  async preview(@Input() { body }: Input<'POST /offers/preview'>): Promise<CallResponse<'POST /offers/preview'>> {
    return { success: true, preview: await this.offers.preview(body) };
  }

  @HandlesCall('GET /offers/running')
  async listRunning(): Promise<CallResponse<'GET /offers/running'>> {
    return { success: true, ...(await this.running.get()) };
  }
}
