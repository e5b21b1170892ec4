import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model } from 'mongoose';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { PromiseService } from '../promise/promise.service.js';
import { isWaiting, WAITLIST, type WaitlistRecord } from './waitlist.schema.js';

const BATCH = 200;

/** Finds waiting addresses whose PIN code is served now. Each entry ends with the write of its event. */
@Injectable()
export class WaitlistSweep {
  constructor(
    @InjectModel(WAITLIST) private readonly entries: Model<WaitlistRecord>,
    private readonly outbox: Outbox,
    private readonly promises: PromiseService,
  ) {
    outbox.register(entries);
  }

  /** Publishes one event per entry whose PIN code is served, and deletes entries whose event was published. */
  @Repeats('waitlist', ({ WAITLIST_SWEEP_MS }: FulfilmentConfig) => WAITLIST_SWEEP_MS)
  async sweep(): Promise<void> {
    for (let after = ''; ;) {
      const next = await this.entries
        .findOne({ pincode: { $gt: after }, ...isWaiting }, { pincode: 1 })
        .sort({ pincode: 1 })
        .lean<Pick<WaitlistRecord, 'pincode'>>();
      if (!next) break;
      after = next.pincode;
      if (await this.promises.isServed(after)) await this.announce(after);
    }
    await this.entries.deleteMany({ servedAt: { $lte: new Date() }, outbox: { $size: 0 } });
  }

  private async announce(pincode: string): Promise<void> {
    for (;;) {
      const waiting = await this.entries
        .find({ pincode, ...isWaiting })
        .limit(BATCH)
        .lean<WaitlistRecord[]>();
      for (const { _id, email, productId } of waiting) {
        const facts = { entryId: String(_id), pincode, email, ...(productId ? { productId } : {}) };
        const outbox = [createEvent('fulfilment.pin.served', facts)];
        const { modifiedCount } = await this.entries.updateOne(
          { _id, ...isWaiting },
          { $set: { servedAt: new Date(), outbox } },
        );
        if (modifiedCount > 0) this.outbox.publishPending(this.entries, { _id, outbox });
      }
      if (waiting.length < BATCH) return;
    }
  }
}
