import type { Readable } from 'node:stream';
import { Controller, StreamableFile } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Order } from '@rangavalli/contracts/entities/order';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, paiseToRupees } from '@rangavalli/service-kit/money';
import { isCollected } from '../cash/order-cash.schema.js';
import { ComplaintExport } from '../complaints/complaint-export.service.js';
import { Exchanges } from '../returns/exchanges.service.js';
import { SalesDays } from '../reporting/sales-days.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { shareJsonArray, streamJsonArray } from './json-stream.js';
import { LineCancellations } from './line-cancellations.service.js';
import { toOrder } from './order.mapper.js';
import { OrdersService } from './orders.service.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** About as long as a list is read. */
const SHARED_MS = 100;

@Controller()
export class OrdersController {
  private shared: { key: string; until: number; read: () => Promise<Readable> } | undefined;

  constructor(
    private readonly orders: OrdersService,
    private readonly sales: SalesDays,
    private readonly cancellations: LineCancellations,
    private readonly exchanges: Exchanges,
    private readonly complaints: ComplaintExport,
  ) {}

  @HandlesCall('GET /orders/{userId}')
  listOfCustomer(
    @Input() { params, query }: Input<'GET /orders/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<StreamableFile> {
    return send(this.orders.newestOfCustomer(params.userId, caller, query), caller);
  }

  @HandlesCall('GET /orders/admin/all')
  async listAll(
    @Input() { query }: Input<'GET /orders/admin/all'>,
    @Caller() caller: Identity,
  ): Promise<StreamableFile> {
    return toFile(await this.newest(query, caller));
  }

  /** Requests that come while the same list is read receive it too, unless this process has written an order since. */
  private newest(query: Input<'GET /orders/admin/all'>['query'], { role }: Identity): Promise<Readable> {
    const key = `${role} ${query.limit} ${this.orders.version()}`;
    if (this.shared?.key === key && performance.now() < this.shared.until) return this.shared.read();
    const read = shareJsonArray(this.orders.newest(query), (order): Order => toOrder(order, { role }));
    this.shared = { key, until: performance.now() + SHARED_MS, read };
    return read();
  }

  @HandlesCall('GET /orders/list/{userId}')
  async pageOfCustomer(
    @Input() { params, query }: Input<'GET /orders/list/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/list/{userId}'>> {
    const { items, spentPaise, ...pageInfo } = await this.orders.pageOfCustomer(params.userId, caller, query);
    return {
      success: true,
      orders: items.map((order) => toOrder(order, caller)),
      ...(spentPaise === undefined ? {} : { spent: paiseToRupees(spentPaise) }),
      ...pageInfo,
    };
  }

  @HandlesCall('GET /orders/admin/list')
  async page(
    @Input() { query }: Input<'GET /orders/admin/list'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/admin/list'>> {
    const [{ items, ...pageInfo }, byStatus] = await Promise.all([
      this.orders.page(query),
      query.cursor === undefined ? this.sales.countByStatus() : undefined,
    ]);
    return {
      success: true,
      orders: items.map((order) => toOrder(order, caller)),
      ...(byStatus ? { byStatus: byStatus.map(({ status, orders }) => ({ status, orders })) } : {}),
      ...pageInfo,
    };
  }

  @HandlesCall('GET /orders/detail/{orderId}')
  async get(
    @Input() { params }: Input<'GET /orders/detail/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /orders/detail/{orderId}'>> {
    const order = toOrder(await this.orders.get(params.orderId, caller), caller);
    if (!order.returns) return { success: true, order };
    return { success: true, order: { ...order, returns: await this.exchanges.withPayments(order.returns) } };
  }

  @HandlesCall('PUT /orders/admin/{orderId}')
  async setStatus(
    @Input() { params, body }: Input<'PUT /orders/admin/{orderId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'PUT /orders/admin/{orderId}'>> {
    const order = await this.orders.setStatus(params.orderId, body.status, caller, body.from);
    const refund = await this.orders.findRefundOutcome(order);
    const isCashRefunded = body.status === 'Cancelled' && order.cash !== undefined && isCollected(order.cash);
    const next =
      refund === 'approval_required'
        ? ' Another person must approve the refund.'
        : isCashRefunded
          ? ' The cash that the customer paid is returned as store credit.'
          : '';
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
      message: `Your order is cancelled. ${refundText(order)}`,
      order: toOrder(order, caller),
    };
  }

  @HandlesCall('POST /orders/{orderId}/lines/cancel')
  async cancelLines(
    @Input() { params, body }: Input<'POST /orders/{orderId}/lines/cancel'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /orders/{orderId}/lines/cancel'>> {
    const order = await this.cancellations.cancel(params.orderId, body, caller);
    return { success: true, message: cancelledText(order, body.requestId), order: toOrder(order, caller) };
  }

  @MessagePattern('rpc.order.states.get')
  async getStates(
    @Payload() { orderIds }: CommandRequest<'rpc.order.states.get'>,
  ): Promise<CommandReply<'rpc.order.states.get'>> {
    return { orders: await this.orders.getStates(orderIds) };
  }

  @MessagePattern('rpc.order.customer.export')
  async exportOfCustomer(
    @Payload() { userId, before, complaintsOf, cursor }: CommandRequest<'rpc.order.customer.export'>,
  ): Promise<CommandReply<'rpc.order.customer.export'>> {
    if (complaintsOf) return { orders: [], isLast: true, ...(await this.complaints.page(complaintsOf, cursor)) };
    const { orders, isLast } = await this.orders.exportOfCustomer(userId, before);
    return { orders: orders.map((order) => toOrder(order, { role: 'user' })), isLast };
  }
}

function refundText({ payment, creditPaise }: OrderRecord): string {
  const parts = [
    ...(payment ? ['We are refunding your original payment method.'] : []),
    ...(creditPaise ? [`${formatPaise(creditPaise)} is added to your store credit.`] : []),
  ];
  return parts.join(' ') || 'You have paid nothing.';
}

function cancelledText({ returns = [], cash }: OrderRecord, requestId: string): string {
  const record = returns.find((one) => one.requestId === requestId);
  if (!record) return 'The order is cancelled.';
  const { onlinePaise = 0, creditPaise = 0, cashPaise = 0 } = record;
  const parts = [
    'The items are cancelled.',
    ...(onlinePaise > 0 ? [`${formatPaise(onlinePaise)} is refunded to the original payment method.`] : []),
    ...(creditPaise > 0 ? [`${formatPaise(creditPaise)} is added to the store credit.`] : []),
    ...(cashPaise > 0 && cash ? [`${formatPaise(cash.duePaise)} is still to be paid on delivery.`] : []),
  ];
  return parts.join(' ');
}

const send = async (orders: AsyncIterable<OrderRecord>, caller: Identity): Promise<StreamableFile> =>
  toFile(await streamJsonArray(orders, (order): Order => toOrder(order, caller)));

const toFile = (json: Readable): StreamableFile => new StreamableFile(json, { type: JSON_TYPE });
