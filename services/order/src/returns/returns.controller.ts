import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, rupeesToPaise } from '@rangavalli/service-kit/money';
import { Invoices } from '../invoices/invoices.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { OrderStore } from '../store/order.store.js';
import { hasAllDelivered } from './cancelled-lines.js';
import { Exchanges } from './exchanges.service.js';
import { ReturnEvidence } from './return-evidence.service.js';
import { ReturnProgress } from './return-progress.service.js';
import { Returns } from './returns.service.js';

@Controller()
export class ReturnsController {
  constructor(
    private readonly returns: Returns,
    private readonly progress: ReturnProgress,
    private readonly evidence: ReturnEvidence,
    private readonly exchanges: Exchanges,
    private readonly invoices: Invoices,
    private readonly orders: OrdersService,
    private readonly store: OrderStore,
  ) {}

  @HandlesCall('POST /returns')
  async request(
    @Input() { body }: Input<'POST /returns'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns'>> {
    const requested = await this.returns.request(body, caller);
    return {
      success: true,
      message: 'We have received your return request. We will contact you about the pick-up.',
      return: requested,
    };
  }

  @HandlesCall('GET /returns')
  async list(
    @Input() { query }: Input<'GET /returns'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /returns'>> {
    return { success: true, ...(await this.returns.page(query, caller)) };
  }

  @HandlesCall('POST /returns/media/signature')
  async signUpload(
    @Input() { body }: Input<'POST /returns/media/signature'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns/media/signature'>> {
    return { success: true, upload: await this.evidence.sign(body, caller) };
  }

  @HandlesCall('POST /returns/{id}/shipment')
  async ship(
    @Input() { params, body }: Input<'POST /returns/{id}/shipment'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns/{id}/shipment'>> {
    const changed = await this.progress.ship(params.id, body, caller);
    return { success: true, message: progressTexts[body.progress], return: changed };
  }

  @HandlesCall('POST /returns/{id}/payout')
  async pay(
    @Input() { params, body }: Input<'POST /returns/{id}/payout'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns/{id}/payout'>> {
    const paid = await this.progress.pay(params.id, body.reference, caller);
    return { success: true, message: 'The payment is recorded.', return: paid };
  }

  @HandlesCall('POST /returns/{id}/decision')
  async decide(
    @Input() { params, body }: Input<'POST /returns/{id}/decision'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /returns/{id}/decision'>> {
    const decided = await this.returns.decide(params.id, body, caller);
    return { success: true, message: decisionText(decided), return: decided };
  }

  @MessagePattern('rpc.order.return.get')
  async get(
    @Payload() { returnId }: CommandRequest<'rpc.order.return.get'>,
  ): Promise<CommandReply<'rpc.order.return.get'>> {
    return this.progress.describeForPickup(returnId);
  }

  @EventPattern('fulfilment.return.moved')
  async moved(@Payload() { data }: Envelope<'fulfilment.return.moved'>): Promise<void> {
    await this.progress.recordParcel(data);
  }

  /** Its own event: the credit note, and the order that replaces exchanged goods. */
  @EventPattern('order.return.decided')
  async decided(@Payload() { data }: Envelope<'order.return.decided'>): Promise<void> {
    const { order, record } = await this.find(data);
    if (!order || !record) return;
    await this.invoices.creditReturn(order, record);
    if (data.exchange) await this.exchanges.place(order, record);
  }

  /** Its own event: the credit note, and the status of an order whose other units are delivered. */
  @EventPattern('order.lines.cancelled')
  async linesCancelled(@Payload() { data }: Envelope<'order.lines.cancelled'>): Promise<void> {
    const { order, record } = await this.find(data);
    if (!order || !record) return;
    await this.invoices.creditReturn(order, record);
    if (hasAllDelivered(order)) await this.orders.advance(data.orderId, 'Delivered');
  }

  private async find({ orderId, returnId }: { orderId: string; returnId: string }) {
    const order = await this.store.findById(orderId);
    return { order, record: order?.returns?.find(({ id }) => id === returnId) };
  }
}

const progressTexts = {
  pickup_arranged: 'The pick-up is arranged.',
  picked_up: 'The items are marked as picked up.',
  sent: 'Thank you. We inspect the items when they arrive.',
  received: 'The items are marked as received.',
} as const;

function decisionText({ state, refunded, credited, payout, exchanged, due, upiId }: OrderReturn): string {
  if (state === 'refused') return 'The return was refused.';
  const inRupees = (amount: number): string => formatPaise(rupeesToPaise(amount));
  const parts = [
    ...(refunded ? [`${inRupees(refunded)} is refunded to the payment method.`] : []),
    ...(credited ? [`${inRupees(credited)} is added to the customer’s store credit.`] : []),
    ...(payout ? [`Please pay ${inRupees(payout)} to ${upiId ?? 'the bank account'}.`] : []),
    ...(exchanged && !due ? ['The exchanged items become a new order.'] : []),
    ...(due
      ? [`The customer gets a payment link for ${inRupees(due.amount)}; the new order is placed once it is paid.`]
      : []),
  ];
  return ['The return was accepted.', ...parts].join(' ');
}
