import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { Model } from 'mongoose';
import { creditExpiry } from './credit-expiry.js';
import { CreditLedger } from './credit-ledger.service.js';
import { GIFT_CARD, type GiftCardRecord } from './gift-card.schema.js';

/** Without characters that look alike: 78 bits in 16 of them. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 16;
const PREFIX = 'RVGC';

@Injectable()
export class GiftCards {
  constructor(
    @InjectModel(GIFT_CARD) private readonly cards: Model<GiftCardRecord>,
    private readonly ledger: CreditLedger,
    private readonly outbox: Outbox,
  ) {
    outbox.register(cards);
  }

  /** @throws AppError GIFT_CARD_ISSUED when the request was made before */
  async issue(
    { requestId, amountPaise, note }: { requestId: string; amountPaise: number; note?: string | undefined },
    by: Identity,
  ): Promise<{ card: GiftCardRecord; code: string }> {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
    const issuedAt = new Date();
    const card: GiftCardRecord = {
      _id: requestId,
      codeHash: hashOf(code),
      ending: code.slice(-4),
      amountPaise,
      state: 'active',
      issuedAt,
      issuedBy: { id: by.id, name: by.name },
      expiresAt: creditExpiry(issuedAt),
      ...(note ? { note } : {}),
      outbox: [this.audit(by, 'payment.giftcard.issued', requestId, code.slice(-4), amountPaise)],
    };
    try {
      await this.cards.create(card);
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('GIFT_CARD_ISSUED');
      throw error;
    }
    this.outbox.publishPending(this.cards, card);
    return { card, code: `${PREFIX}-${code.match(/.{4}/g)?.join('-') ?? code}` };
  }

  page(limit: number, cursor: string | undefined): Promise<PageOf<GiftCardRecord>> {
    const sort = { issuedAt: -1, _id: -1 } as const;
    return findPage<GiftCardRecord>(this.cards, { filter: {}, sort, limit, cursor, index: 'issuedAt_-1__id_-1' });
  }

  /**
   * Adds a card to the credit of a customer. The card is marked first, then booked under its id, so that a repeated
   * call completes what a crash interrupted.
   * @param code 16 characters, upper case
   * @returns the amount, paise
   * @throws AppError GIFT_CARD_INVALID
   */
  async redeem(code: string, userId: string): Promise<number> {
    const codeHash = hashOf(code);
    const now = new Date();
    const marked = await this.cards
      .findOneAndUpdate(
        { codeHash, state: 'active', expiresAt: { $gt: now } },
        { $set: { state: 'redeemed', redeemedBy: userId, redeemedAt: now } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<GiftCardRecord>();
    const card = marked ?? (await this.cards.findOne({ codeHash, redeemedBy: userId }).lean<GiftCardRecord>());
    if (!card?.redeemedAt) throw new AppError('GIFT_CARD_INVALID');
    await this.ledger.grant(userId, {
      key: `gift card:${card._id}`,
      amountPaise: card.amountPaise,
      expiresAt: creditExpiry(card.redeemedAt),
      source: 'gift cards',
      reason: 'gift_card',
      giftCardId: card._id,
      note: `Gift card ending in ${card.ending}`,
    });
    return card.amountPaise;
  }

  /** Idempotent. @throws AppError GIFT_CARD_NOT_FOUND, GIFT_CARD_REDEEMED */
  async withdraw(id: string, by: Identity): Promise<GiftCardRecord> {
    const current = await this.cards.findById(id).lean<GiftCardRecord>();
    if (!current) throw new AppError('GIFT_CARD_NOT_FOUND');
    const audit = this.audit(by, 'payment.giftcard.withdrawn', id, current.ending, current.amountPaise);
    const withdrawn = await this.cards
      .findOneAndUpdate(
        { _id: id, state: 'active' },
        { $set: { state: 'withdrawn' }, $push: { outbox: audit } },
        { returnDocument: 'after', runValidators: true },
      )
      .lean<GiftCardRecord>();
    if (withdrawn) this.outbox.publishPending(this.cards, withdrawn);
    const card = withdrawn ?? (await this.cards.findById(id).lean<GiftCardRecord>());
    if (card?.state !== 'withdrawn') throw new AppError('GIFT_CARD_REDEEMED');
    return card;
  }

  private audit(
    by: Identity,
    action: 'payment.giftcard.issued' | 'payment.giftcard.withdrawn',
    id: string,
    ending: string,
    paise: number,
  ) {
    return createAuditEvent(by, {
      action,
      subject: 'payment',
      subjectId: id,
      label: `Gift card ending in ${ending}`,
      changes: [{ field: 'amount', to: formatPaise(paise) }],
    });
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
