import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Caller, Input, Serves } from '@rangavalli/service-kit/http/serves';
import { toOrder } from './order.mapper.js';
import { OrdersService } from './orders.service.js';

/** Placed orders over HTTP. */
@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Serves('GET /orders/{userId}')
  async ofCustomer(
    @Input() { params }: Input<'GET /orders/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'GET /orders/{userId}'>> {
    return (await this.orders.ofCustomer(params.userId, caller)).map((order) => toOrder(order, caller));
  }

  @Serves('GET /orders/admin/all')
  async all(@Caller() caller: Identity): Promise<CallAnswer<'GET /orders/admin/all'>> {
    return (await this.orders.all()).map((order) => toOrder(order, caller));
  }

  @Serves('GET /orders/detail/{orderId}')
  async one(
    @Input() { params }: Input<'GET /orders/detail/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'GET /orders/detail/{orderId}'>> {
    return { success: true, order: toOrder(await this.orders.one(params.orderId, caller), caller) };
  }

  @Serves('PUT /orders/admin/{orderId}')
  async setStatus(
    @Input() { params, body }: Input<'PUT /orders/admin/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'PUT /orders/admin/{orderId}'>> {
    const order = await this.orders.setStatus(params.orderId, body.status, caller);
    return { success: true, message: `Order is ${body.status}.`, order: toOrder(order, caller) };
  }

  @Serves('POST /orders/cancel/{orderId}')
  async cancel(
    @Input() { params }: Input<'POST /orders/cancel/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallAnswer<'POST /orders/cancel/{orderId}'>> {
    const order = await this.orders.cancel(params.orderId, caller);
    return {
      success: true,
      message: 'Your order is cancelled. The money is on its way back.',
      order: toOrder(order, caller),
    };
  }
}
