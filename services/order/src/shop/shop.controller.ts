import { Controller, Res } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { shopDetails } from '@rangavalli/contracts/entities/shop';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyReply } from 'fastify';
import { checklistOf, Shop } from './shop-settings.service.js';

@Controller()
export class ShopController {
  constructor(private readonly shop: Shop) {}

  @HandlesCall('GET /shop')
  async details(@Res({ passthrough: true }) reply: FastifyReply): Promise<CallResponse<'GET /shop'>> {
    reply.header('cache-control', 'public, max-age=60');
    return { success: true, shop: shopDetails.parse(await this.shop.settings()) };
  }

  @HandlesCall('GET /shop/settings')
  async settings(): Promise<CallResponse<'GET /shop/settings'>> {
    const settings = await this.shop.settings();
    return { success: true, settings, checklist: checklistOf(settings) };
  }

  @HandlesCall('PUT /shop/settings')
  async update(
    @Input() { body }: Input<'PUT /shop/settings'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /shop/settings'>> {
    const settings = await this.shop.update(body, caller);
    return {
      success: true,
      message: 'Shop details saved. They apply to new invoices.',
      settings,
      checklist: checklistOf(settings),
    };
  }
}
