import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import type { Input as In } from '@rangavalli/service-kit/http/serves';
import { WishlistService } from './wishlist.service.js';

@Controller()
export class WishlistController {
  constructor(private readonly wishlists: WishlistService) {}

  @Serves('GET /wishlist')
  async list(@Caller() { id }: Identity): Promise<CallAnswer<'GET /wishlist'>> {
    return { success: true, productIds: await this.wishlists.of(id) };
  }

  @Serves('PUT /wishlist/{id}')
  async add(
    @Caller() { id }: Identity,
    @Input() { params }: In<'PUT /wishlist/{id}'>,
  ): Promise<CallAnswer<'PUT /wishlist/{id}'>> {
    return { success: true, productIds: await this.wishlists.add(id, params.id) };
  }

  @Serves('DELETE /wishlist/{id}')
  async remove(
    @Caller() { id }: Identity,
    @Input() { params }: In<'DELETE /wishlist/{id}'>,
  ): Promise<CallAnswer<'DELETE /wishlist/{id}'>> {
    return { success: true, productIds: await this.wishlists.remove(id, params.id) };
  }
}
