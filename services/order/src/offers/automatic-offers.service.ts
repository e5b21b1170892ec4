import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model } from 'mongoose';
import type { OfferTerms } from './choose-offers.js';
import { OFFER, type OfferRecord, termsOnly } from './offer.schema.js';

/** After which other processes quote by a changed offer. */
const REFRESH_MS = 2_000;
const MAX_AUTOMATIC = 100;

/** The offers that apply without a code, `REFRESH_MS` old at most: quotes do not wait for the database. */
@Injectable()
export class AutomaticOffers implements OnApplicationBootstrap {
  private known: readonly OfferTerms[] = [];
  private reads = 0;
  private newestRead = 0;

  constructor(@InjectModel(OFFER) private readonly offers: Model<OfferRecord>) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
  }

  running(at: Date): OfferTerms[] {
    return this.known.filter(({ startsAt, endsAt }) => startsAt <= at && (!endsAt || endsAt > at));
  }

  /** After this process has changed an offer. */
  @Repeats('automatic offers', REFRESH_MS)
  async refresh(): Promise<void> {
    const read = ++this.reads;
    const found = await this.offers
      .find({ isAutomatic: true, $or: [{ endsAt: null }, { endsAt: { $gt: new Date() } }] }, termsOnly)
      .sort({ startsAt: 1 })
      .limit(MAX_AUTOMATIC)
      .lean<OfferTerms[]>()
      .exec();
    if (read < this.newestRead) return;
    this.newestRead = read;
    this.known = found;
  }
}
