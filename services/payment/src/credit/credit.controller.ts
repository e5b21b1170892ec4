import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { GiftCard } from '@rangavalli/contracts/entities/credit';
import type { Envelope } from '@rangavalli/contracts/events';
import { Caller, HandlesCall, Input } from '@rangavalli/service-kit/http/call.decorators';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { spendable } from './credit-balance.js';
import { CreditLedger } from './credit-ledger.service.js';
import type { GiftCardRecord } from './gift-card.schema.js';
import { GiftCards } from './gift-cards.service.js';
import { StoreCredits } from './store-credit.service.js';

const PAGE_SIZE = 25;

@Controller()
export class CreditController {
  constructor(
    private readonly ledger: CreditLedger,
    private readonly credits: StoreCredits,
    private readonly cards: GiftCards,
  ) {}

  @HandlesCall('GET /credit')
  async own(
    @Input() { query }: Input<'GET /credit'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /credit'>> {
    return { success: true, credit: await this.credits.describe(caller.id, caller, query) };
  }

  @HandlesCall('POST /credit/redeem')
  async redeem(
    @Input() { body }: Input<'POST /credit/redeem'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /credit/redeem'>> {
    const amountPaise = await this.cards.redeem(body.code, caller.id);
    return {
      success: true,
      message: `${formatPaise(amountPaise)} was added to your store credit.`,
      credit: await this.credits.describe(caller.id, caller),
    };
  }

  @HandlesCall('GET /credit/customers/{userId}')
  async ofCustomer(
    @Input() { params, query }: Input<'GET /credit/customers/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'GET /credit/customers/{userId}'>> {
    return { success: true, credit: await this.credits.describe(params.userId, caller, query) };
  }

  @HandlesCall('POST /credit/customers/{userId}')
  async grant(
    @Input() { params: { userId }, body }: Input<'POST /credit/customers/{userId}'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /credit/customers/{userId}'>> {
    const { amount, ...request } = body;
    const amountPaise = rupeesToPaise(amount);
    await this.credits.grant(userId, { ...request, amountPaise }, caller);
    return {
      success: true,
      message: `The customer has ${formatPaise(amountPaise)} more store credit.`,
      credit: await this.credits.describe(userId, caller),
    };
  }

  @HandlesCall('GET /gift-cards')
  async listCards(@Input() { query }: Input<'GET /gift-cards'>): Promise<CallResponse<'GET /gift-cards'>> {
    const { items, ...rest } = await this.cards.page(query.limit ?? PAGE_SIZE, query.cursor);
    return { success: true, giftCards: items.map(toGiftCard), ...rest };
  }

  @HandlesCall('POST /gift-cards')
  async issueCard(
    @Input() { body: { requestId, amount, note } }: Input<'POST /gift-cards'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /gift-cards'>> {
    const amountPaise = rupeesToPaise(amount);
    await this.credits.assertMayGrant(requestId, amountPaise, caller);
    const { card, code } = await this.cards.issue({ requestId, amountPaise, note }, caller);
    return {
      success: true,
      message: 'The gift card is ready. Copy its code now: it is not shown again.',
      giftCard: toGiftCard(card),
      code,
    };
  }

  @HandlesCall('POST /gift-cards/{id}/withdraw')
  async withdrawCard(
    @Input() { params }: Input<'POST /gift-cards/{id}/withdraw'>,
    @Caller() caller: Identity,
  ): Promise<CallResponse<'POST /gift-cards/{id}/withdraw'>> {
    const card = await this.cards.withdraw(params.id, caller);
    return { success: true, message: 'The gift card was withdrawn.', giftCard: toGiftCard(card) };
  }

  @MessagePattern('rpc.payment.credit.get')
  async balance(
    @Payload() { userId }: CommandRequest<'rpc.payment.credit.get'>,
  ): Promise<CommandReply<'rpc.payment.credit.get'>> {
    return { balancePaise: spendable(await this.ledger.balanceOf(userId), new Date()) };
  }

  @MessagePattern('rpc.payment.credit.reserve')
  async reserve(
    @Payload() { userId, orderId, amountPaise }: CommandRequest<'rpc.payment.credit.reserve'>,
  ): Promise<CommandReply<'rpc.payment.credit.reserve'>> {
    await this.ledger.reserve(userId, orderId, amountPaise);
    return { outcome: 'reserved' };
  }

  @MessagePattern('rpc.payment.credit.release')
  async release(
    @Payload() { userId, orderId }: CommandRequest<'rpc.payment.credit.release'>,
  ): Promise<CommandReply<'rpc.payment.credit.release'>> {
    await this.ledger.endReservation(userId, orderId, 'released');
    return { outcome: 'released' };
  }

  @EventPattern('order.placed')
  async onOrderPlaced(@Payload() { data }: Envelope<'order.placed'>): Promise<void> {
    if (data.creditPaise) await this.ledger.spend(data.userId, data.orderId, data.creditPaise);
  }
}

function toGiftCard(card: GiftCardRecord): GiftCard {
  const { _id, ending, amountPaise, state, issuedAt, issuedBy, expiresAt, redeemedAt, note } = card;
  return {
    id: _id,
    ending,
    amount: paiseToRupees(amountPaise),
    state: state === 'active' && expiresAt <= new Date() ? 'expired' : state,
    issuedAt: issuedAt.toISOString(),
    issuedBy: issuedBy.name,
    expiresAt: expiresAt.toISOString(),
    ...(redeemedAt ? { redeemedAt: redeemedAt.toISOString() } : {}),
    ...(note ? { note } : {}),
  };
}
