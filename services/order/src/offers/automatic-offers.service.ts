import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { OfferTerms } from './choose-offers.js';
import { OFFER, type OfferRecord, termsOnly } from './offer.schema.js';

/** After which other processes quote by a changed offer. */
const REFRESH_MS = 2_000;
const MAX_AUTOMATIC = 100;

/** The offers that apply without a code, `REFRESH_MS` old at most: quotes do not wait for the database. */
@Injectable()
export class AutomaticOffers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: readonly OfferTerms[] = [];
  private readonly refreshing: PeriodicTask;
  private reads = 0;
  private newestRead = 0;

  constructor(
    @InjectModel(OFFER) private readonly offers: Model<OfferRecord>,
    @Inject(LOGGER) logger: Logger,
  ) {
    const options = { name: 'automatic offers', intervalMs: REFRESH_MS, logger };
    this.refreshing = new PeriodicTask(options, () => this.refresh());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
    this.refreshing.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.refreshing.stop();
  }

  running(at: Date): OfferTerms[] {
    return this.known.filter(({ startsAt, endsAt }) => startsAt <= at && (!endsAt || endsAt > at));
  }

  /** After this process has changed an offer. */
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
