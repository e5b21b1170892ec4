import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CartService } from './cart.service.js';

@Controller()
export class CartController {
  constructor(private readonly carts: CartService) {}

  @HandlesCall('GET /cart')
  async get(@Caller() caller: Identity, @Input() { query }: Input<'GET /cart'>): Promise<CallResponse<'GET /cart'>> {
    return { success: true, ...(await this.carts.get(caller.id, query)) };
  }

  @HandlesCall('PUT /cart/coupon')
  async enterCoupon(
    @Caller() caller: Identity,
    @Input() { body }: Input<'PUT /cart/coupon'>,
  ): Promise<CallResponse<'PUT /cart/coupon'>> {
    return { success: true, ...(await this.carts.enterCoupon(caller.id, body.code)) };
  }

  @HandlesCall('DELETE /cart/coupon')
  async removeCoupon(@Caller() caller: Identity): Promise<CallResponse<'DELETE /cart/coupon'>> {
    return { success: true, ...(await this.carts.removeCoupon(caller.id)) };
  }

  @HandlesCall('POST /cart/add')
  async add(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /cart/add'>,
  ): Promise<CallResponse<'POST /cart/add'>> {
    return { success: true, message: 'Added to cart successfully!', ...(await this.carts.add(caller.id, body)) };
  }

  @HandlesCall('PUT /cart/update')
  async update(
    @Caller() caller: Identity,
    @Input() { body }: Input<'PUT /cart/update'>,
  ): Promise<CallResponse<'PUT /cart/update'>> {
    return { success: true, ...(await this.carts.update(caller.id, body)) };
  }

  @HandlesCall('DELETE /cart/remove')
  async remove(
    @Caller() caller: Identity,
    @Input() { body }: Input<'DELETE /cart/remove'>,
  ): Promise<CallResponse<'DELETE /cart/remove'>> {
    return { success: true, ...(await this.carts.remove(caller.id, body)) };
  }

  @HandlesCall('POST /cart/preview')
  async preview(@Input() { body }: Input<'POST /cart/preview'>): Promise<CallResponse<'POST /cart/preview'>> {
    return { success: true, ...(await this.carts.preview(body)) };
  }

  @HandlesCall('POST /cart/merge')
  async merge(
    @Caller() caller: Identity,
    @Input() { body }: Input<'POST /cart/merge'>,
  ): Promise<CallResponse<'POST /cart/merge'>> {
    return { success: true, ...(await this.carts.merge(caller.id, body.mergeId, body.lines)) };
  }

  @MessagePattern('rpc.cart.lines.get')
  async getCheckoutLines(
    @Payload() { userId }: CommandRequest<'rpc.cart.lines.get'>,
  ): Promise<CommandReply<'rpc.cart.lines.get'>> {
    return this.carts.getForCheckout(userId);
  }

  @EventPattern('order.placed')
  async onOrderPlaced(@Payload() { data }: Envelope<'order.placed'>): Promise<void> {
    if (data.isFromCart === false) return;
    await this.carts.removeBought(data.userId, data.orderId, data.lines);
  }

  @EventPattern('user.deleted')
  async onUserDeleted(@Payload() { data }: Envelope<'user.deleted'>): Promise<void> {
    await this.carts.delete(data.userId);
  }
}
