import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { AdminPaymentLink } from '@rangavalli/contracts/entities/payment-link';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { PaymentsAdminService } from '../admin/payments-admin.service.js';
import type { PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import { PaymentLinks } from './payment-links.service.js';

const PAGE_SIZE = 25;
const SHOP = 'Shop';

@Controller()
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    private readonly store: PaymentStore,
    private readonly payments: PaymentsAdminService,
  ) {}

  @MessagePattern('rpc.payment.link.create')
  create(
    @Payload() request: CommandRequest<'rpc.payment.link.create'>,
  ): Promise<CommandReply<'rpc.payment.link.create'>> {
    return this.links.create(request);
  }

  /** A checkout that was replaced or released cannot be paid any more. */
  @EventPattern('order.expired')
  async withdraw(@Payload() { data }: Envelope<'order.expired'>): Promise<void> {
    if (!data.isWithdrawn) return;
    try {
      await this.links.cancel(data.orderId);
    } catch (error) {
      // It has no link, or the link has ended.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }

  /** Newest orders first. */
  @HandlesCall('GET /payments/links')
  async list(@Input() { query }: Input<'GET /payments/links'>): Promise<CallResponse<'GET /payments/links'>> {
    const { state, limit = PAGE_SIZE, cursor } = query;
    const { items, ...pageInfo } = await findPage(this.store.model, {
      filter: { 'link.createdAt': { $gt: new Date(0) }, ...(state ? { 'link.state': state } : {}) },
      projection: { orderNumber: 1, amountPaise: 1, link: 1 },
      finders: [{ filter: {}, index: 'link.createdAt_1' }],
      limit,
      cursor,
    });
    return { success: true, links: items.flatMap((payment) => toAdminLink(payment)), ...pageInfo };
  }

  @HandlesCall('POST /payments/links/{id}/cancel')
  async cancel(
    @Input() { params }: Input<'POST /payments/links/{id}/cancel'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /payments/links/{id}/cancel'>> {
    const cancelled = await this.links.cancel(await this.payments.findOrderId(params.id), caller);
    const [link] = toAdminLink(cancelled);
    if (!link) throw new AppError('PAYMENT_LINK_NOT_FOUND');
    return { success: true, message: 'The payment link was cancelled.', link };
  }
}

function toAdminLink({ _id: orderId, orderNumber, amountPaise, link }: PaymentRecord): AdminPaymentLink[] {
  if (!link) return [];
  const { state, url, customer, requestedBy, reason, createdAt, expiresAt } = link;
  const sender = requestedBy?.name ?? (reason && SHOP);
  const { name, email, contact } = customer;
  return [
    {
      orderId,
      orderNumber,
      amount: paiseToRupees(amountPaise),
      state,
      ...(url ? { url } : {}),
      customer: { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(contact ? { contact } : {}) },
      ...(sender ? { requestedBy: sender } : {}),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    },
  ];
}
