import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { toOrder } from './order.mapper.js';
import { OrdersService } from './orders.service.js';

@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @HandlesCall('GET /orders/{userId}')
  async listOfCustomer(
    @Input() { params, query }: Input<'GET /orders/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/{userId}'>> {
    return (await this.orders.listOfCustomer(params.userId, caller, query)).map((order) => toOrder(order, caller));
  }

  @HandlesCall('GET /orders/admin/all')
  async listAll(
    @Input() { query }: Input<'GET /orders/admin/all'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/admin/all'>> {
    return (await this.orders.listAll(query)).map((order) => toOrder(order, caller));
  }

  @HandlesCall('GET /orders/detail/{orderId}')
  async get(
    @Input() { params }: Input<'GET /orders/detail/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/detail/{orderId}'>> {
    return { success: true, order: toOrder(await this.orders.get(params.orderId, caller), caller) };
  }

  @HandlesCall('PUT /orders/admin/{orderId}')
  async setStatus(
    @Input() { params, body }: Input<'PUT /orders/admin/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /orders/admin/{orderId}'>> {
    const order = await this.orders.setStatus(params.orderId, body.status, caller);
    const refund = await this.orders.findRefundOutcome(order);
    const next = refund === 'approval_required' ? ' Another person must approve the refund.' : '';
    return {
      success: true,
      message: `Order status set to ${body.status}.${next}`,
      order: toOrder(order, caller),
      ...(refund ? { refund } : {}),
    };
  }

  @HandlesCall('POST /orders/cancel/{orderId}')
  async cancel(
    @Input() { params }: Input<'POST /orders/cancel/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/cancel/{orderId}'>> {
    const order = await this.orders.cancel(params.orderId, caller);
    return {
      success: true,
      message: 'Your order is cancelled. We are refunding your original payment method.',
      order: toOrder(order, caller),
    };
  }

  @MessagePattern('rpc.order.states.get')
  async getStates(
    @Payload() { orderIds }: CommandRequest<'rpc.order.states.get'>,
  ): Promise<CommandReply<'rpc.order.states.get'>> {
    return { orders: await this.orders.getStates(orderIds) };
  }

  @MessagePattern('rpc.order.customer.export')
  async exportOfCustomer(
    @Payload() { userId, before }: CommandRequest<'rpc.order.customer.export'>,
  ): Promise<CommandReply<'rpc.order.customer.export'>> {
    const { orders, isLast } = await this.orders.exportOfCustomer(userId, before);
    return { orders: orders.map((order) => toOrder(order, { role: 'user' })), isLast };
  }
}
