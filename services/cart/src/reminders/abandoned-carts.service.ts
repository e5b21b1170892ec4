import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { CartConfig } from '../cart.config.js';
import { CART, type CartRecord } from '../cart/cart.schema.js';

const HOUR_MS = 3_600_000;
/** Older carts are not worth a message any more. */
const WINDOW_MS = 48 * HOUR_MS;
/** A customer gets at most one reminder in this time. */
const PAUSE_MS = 7 * 24 * HOUR_MS;
const BATCH = 100;

/** Publishes that a cart with items was left, once; who is reminded of it is decided by the notification service. */
@Injectable()
export class AbandonedCarts {
  private readonly afterMs: number;

  constructor(
    @InjectModel(CART) private readonly carts: Model<CartRecord>,
    private readonly outbox: Outbox,
    @Inject(CONFIG) config: CartConfig,
  ) {
    outbox.register(carts);
    this.afterMs = config.CART_REMINDER_HOURS * HOUR_MS;
  }

  @Repeats('abandoned carts', ({ CART_REMINDER_HOURS, CART_REMINDER_SWEEP_MS }: CartConfig) =>
    CART_REMINDER_HOURS > 0 ? CART_REMINDER_SWEEP_MS : 0,
  )
  private async sweep(): Promise<void> {
    const now = Date.now();
    const left = await this.carts
      .find({
        updatedAt: { $gte: new Date(now - this.afterMs - WINDOW_MS), $lte: new Date(now - this.afterMs) },
        'lines.0': { $exists: true },
        remindedAt: { $not: { $gte: new Date(now - PAUSE_MS) } },
      })
      .limit(BATCH)
      .lean<CartRecord[]>();
    for (const { _id, lines, revision } of left) {
      const units = lines.map(({ productId, quantity }) => ({ productId, quantity }));
      const event = createEvent('cart.abandoned', { userId: _id, lines: units });
      const { modifiedCount } = await this.carts.updateOne(
        // Changed meanwhile: the customer is shopping.
        { _id, revision },
        { $set: { remindedAt: new Date(now) }, $inc: { revision: 1 }, $push: { outbox: event } },
        { timestamps: false },
      );
      if (modifiedCount === 1) this.outbox.publishPending(this.carts, { _id, outbox: [event] });
    }
  }
}
