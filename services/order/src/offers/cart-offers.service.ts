import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CouponProblem } from '@rangavalli/contracts/entities/quote';
import type { PaymentMethod } from '@rangavalli/contracts/payment-methods';
import type { Model } from 'mongoose';
import type { QuoteLine } from '../pricing/quote.js';
import { orderIndexes } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { AutomaticOffers } from './automatic-offers.service.js';
import { type Candidate, chooseOffers, type OfferTerms, problem, problemOf } from './choose-offers.js';
import { GroupMembers } from './group-members.service.js';
import { OFFER, type OfferRecord, termsOnly } from './offer.schema.js';
import { OfferUses } from './offer-uses.service.js';

export interface OfferRequest {
  lines: readonly QuoteLine[];
  /** Missing for guests. */
  userId?: string | undefined;
  coupon?: string | undefined;
  /** Online when missing. */
  method?: PaymentMethod | undefined;
  at: Date;
  /** Ids of offers that a reservation was refused. */
  without?: readonly string[];
}

export interface ChosenOffers {
  offers: readonly OfferTerms[];
  /** Why the coupon does not apply. */
  problem?: CouponProblem;
}

/** The offers of a cart: the automatic ones that run, and the coupon. */
@Injectable()
export class CartOffers {
  constructor(
    @InjectModel(OFFER) private readonly offers: Model<OfferRecord>,
    private readonly automatic: AutomaticOffers,
    private readonly uses: OfferUses,
    private readonly groups: GroupMembers,
    private readonly store: OrderStore,
  ) {}

  /** @param totalOf what the cart costs with offers */
  async choose(request: OfferRequest, totalOf: (offers: readonly OfferTerms[]) => number): Promise<ChosenOffers> {
    const { lines, userId, coupon, method = 'online', at, without = [] } = request;
    const cart = { lines, method, at };
    if (lines.length === 0) return { offers: [] };
    const found = await this.find(coupon, at);
    if (found.length === 0 && !coupon) return { offers: [] };
    const candidates = await this.assess(
      found.filter(({ _id }) => !without.includes(String(_id))),
      userId,
    );
    const qualified = candidates.filter((candidate) => !problemOf(candidate, cart)).map((one) => one.terms);
    const offers = chooseOffers(qualified, coupon, totalOf);
    if (!coupon || offers.some(({ code }) => code === coupon)) return { offers };
    const candidate = candidates.find((one) => one.terms.code === coupon);
    if (!candidate) return { offers, problem: problem('COUPON_UNKNOWN') };
    return { offers, problem: problemOf(candidate, cart) ?? problem('COUPON_NOT_COMBINABLE') };
  }

  private async find(coupon: string | undefined, at: Date): Promise<OfferTerms[]> {
    const running = this.automatic.running(at);
    if (!coupon) return running;
    const entered = await this.offers.findOne({ code: coupon }, termsOnly).lean<OfferTerms>().exec();
    return entered ? [...running, entered] : running;
  }

  private async assess(offers: readonly OfferTerms[], userId: string | undefined): Promise<Candidate[]> {
    const groupIds = offers.flatMap(({ groups = [] }) => groups);
    const groups = groupIds.length > 0 ? await this.groups.findOf(userId, groupIds) : undefined;
    const isFirstOrder = offers.some(({ firstOrderOnly }) => firstOrderOnly) && (await this.hasNoOrder(userId));
    return Promise.all(
      offers.map(async (one) => ({
        terms: one,
        useRefusal: await this.uses.refusalFor(one, userId),
        isFirstOrder,
        groups,
      })),
    );
  }

  private async hasNoOrder(userId: string | undefined): Promise<boolean> {
    if (!userId) return false;
    const placed = await this.store.model
      .findOne({ userId, phase: 'placed', status: { $ne: 'Cancelled' } }, { _id: 1 })
      .hint(orderIndexes.placedOfCustomer)
      .lean()
      .exec();
    return placed === null;
  }
}
