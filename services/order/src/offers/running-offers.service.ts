import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { OfferTerms } from './choose-offers.js';
import { GroupMembers } from './group-members.service.js';
import { describeConditions } from './offer.mapper.js';
import { OFFER, type OfferRecord } from './offer.schema.js';
import { OfferUses } from './offer-uses.service.js';

type Running = Omit<CallResponse<'GET /offers/running'>, 'success' | 'message'>;

const MAX_OFFERS = 20;
const CACHE_MS = 10_000;
const CATALOG_DEADLINE_MS = 1_000;

/** What the shop may advertise: read at most once in ten seconds per process. */
@Injectable()
export class RunningOffers {
  private cached: { at: number; running: Promise<Running> } | undefined;

  constructor(
    @InjectModel(OFFER) private readonly offers: Model<OfferRecord>,
    private readonly uses: OfferUses,
    private readonly commands: Commands,
    private readonly groups: GroupMembers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get(): Promise<Running> {
    if (!this.cached || Date.now() - this.cached.at > CACHE_MS) {
      const entry = { at: Date.now(), running: this.read() };
      this.cached = entry;
      entry.running.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.running;
  }

  private async read(): Promise<Running> {
    const now = new Date();
    const [offers, salePercent] = await Promise.all([
      this.offers
        .find({
          startsAt: { $lte: now },
          $and: [
            { $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
            { $or: [{ isAdvertised: true }, { isAutomatic: true }] },
          ],
        })
        .sort({ _id: -1 })
        .limit(MAX_OFFERS)
        .lean<OfferTerms[]>()
        .exec(),
      this.findSalePercent(),
    ]);
    const advertised = await this.withUsesLeft(offers.filter(({ isAdvertised }) => isAdvertised));
    const names = await this.groups.names(advertised.flatMap(({ groups = [] }) => groups));
    return {
      offers: advertised.map((terms) => toRunning(terms, names)),
      maxPercent: Math.max(salePercent, ...offers.map(percentOf)),
    };
  }

  private async withUsesLeft(offers: readonly OfferTerms[]): Promise<OfferTerms[]> {
    const refusals = await Promise.all(offers.map((offer) => this.uses.refusalFor(offer)));
    return offers.filter((_offer, index) => !refusals[index]);
  }

  /** Zero while the catalog is unavailable: nothing is claimed that may not be true. */
  private async findSalePercent(): Promise<number> {
    try {
      return (await this.commands.request('rpc.catalog.sales.get', {}, CATALOG_DEADLINE_MS)).maxPercent;
    } catch (error) {
      this.logger.warn({ err: error }, 'running sales are unknown');
      return 0;
    }
  }
}

/** Of an offer that every customer gets for every product that it is for. */
function percentOf({ kind, value = 0, isAutomatic, maxUses, ...conditions }: OfferTerms): number {
  const { firstOrderOnly, minSubtotalPaise, groups, methods } = conditions;
  const isLimited = firstOrderOnly || groups || methods;
  const isForAll = kind === 'percent' && isAutomatic && !isLimited && !minSubtotalPaise && !maxUses;
  return isForAll ? Math.floor(value / 100) : 0;
}

const toRunning = (terms: OfferTerms, names: ReadonlyMap<string, string>): Running['offers'][number] => ({
  title: terms.title,
  ...(terms.code ? { code: terms.code } : {}),
  conditions: describeConditions(terms, names),
  ...(terms.endsAt ? { endsAt: terms.endsAt.toISOString() } : {}),
});
