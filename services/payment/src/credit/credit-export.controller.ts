import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { InjectModel } from '@nestjs/mongoose';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import type { Model } from 'mongoose';
import { CreditLedger } from './credit-ledger.service.js';
import { GIFT_CARD, type GiftCardRecord } from './gift-card.schema.js';
import { describeCredit } from './store-credit.service.js';

const PAGE_SIZE = 500;

type Export = 'rpc.payment.customer.export';

/** The store credit of one customer, without names of staff. */
@Controller()
export class CreditExportController {
  constructor(
    private readonly ledger: CreditLedger,
    @InjectModel(GIFT_CARD) private readonly cards: Model<GiftCardRecord>,
  ) {}

  @MessagePattern('rpc.payment.customer.export')
  async export(@Payload() { userId, cursor }: CommandRequest<Export>): Promise<CommandReply<Export>> {
    const balance = await this.ledger.balanceOf(userId);
    const { items, nextCursor } = await this.ledger.page(userId, PAGE_SIZE, cursor);
    const ids = items.flatMap(({ giftCardId }) => giftCardId ?? []);
    const cards =
      ids.length > 0
        ? await this.cards
            .find({ _id: { $in: ids } })
            .lean<GiftCardRecord[]>()
            .exec()
        : [];
    return {
      credit: describeCredit(balance, items, false),
      giftCards: cards.map(({ ending, amountPaise, redeemedAt = new Date(0) }) => ({
        ending,
        amount: paiseToRupees(amountPaise),
        redeemedAt: redeemedAt.toISOString(),
      })),
      ...(nextCursor ? { nextCursor } : {}),
    };
  }
}
