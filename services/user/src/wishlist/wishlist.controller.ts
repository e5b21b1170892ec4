import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import { WishlistService } from './wishlist.service.js';

@Controller()
export class WishlistController {
  constructor(private readonly wishlists: WishlistService) {}

  @HandlesCall('GET /wishlist')
  async list(@Caller() { id }: Identity): Promise<CallResponse<'GET /wishlist'>> {
    return { success: true, productIds: await this.wishlists.list(id) };
  }

  @HandlesCall('PUT /wishlist/{id}')
  async add(
    @Caller() { id }: Identity,
    @Input() { params }: Input<'PUT /wishlist/{id}'>,
  ): Promise<CallResponse<'PUT /wishlist/{id}'>> {
    return { success: true, productIds: await this.wishlists.add(id, params.id) };
  }

  @MessagePattern('rpc.user.wishlist.find')
  async find(
    @Payload() { productId, after }: CommandRequest<'rpc.user.wishlist.find'>,
  ): Promise<CommandReply<'rpc.user.wishlist.find'>> {
    return this.wishlists.findWishers(productId, after);
  }

  @HandlesCall('DELETE /wishlist/{id}')
  async remove(
    @Caller() { id }: Identity,
    @Input() { params }: Input<'DELETE /wishlist/{id}'>,
  ): Promise<CallResponse<'DELETE /wishlist/{id}'>> {
    return { success: true, productIds: await this.wishlists.remove(id, params.id) };
  }
}
