import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { StockLine } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { together } from '@rangavalli/service-kit/together';
import { LRUCache } from 'lru-cache';
import mongoose, { type Model } from 'mongoose';
import { CART, type CartRecord, type LineRecord } from './cart.schema.js';

export type CartContent = Pick<CartRecord, 'lines' | 'boughtOrders' | 'merges'>;

/** A customer makes few changes at once; of those that collide, one gets through each time. */
const LAPS = 100;
const PAUSE_MS = 10;
const DUPLICATE_KEY = 11_000;
/** So many carts are known as this process left them. */
const KNOWN = 2_000;
/** Orders placed within so many ms empty their carts in one command, so many at most. */
const EMPTY_WITHIN_MS = 40;
const EMPTIED_AT_ONCE = 100;

/** A cart that is to be emptied because an order bought all that is in it. */
export interface BoughtUp {
  userId: string;
  orderId: string;
  bought: readonly StockLine[];
  /** So many orders a cart remembers. */
  remembered: number;
}

/** Carts in the database. What each checkout asks goes past mongoose, with values of the types that are stored. */
@Injectable()
export class CartStore {
  /** As this process saw them last. Whether that still holds, the revision says when they are written. */
  private readonly known = new LRUCache<string, Pick<CartRecord, 'revision' | 'lines'>>({ max: KNOWN });

  constructor(@InjectModel(CART) private readonly carts: Model<CartRecord>) {}

  async lines(userId: string): Promise<LineRecord[]> {
    const found = await readOne(this.carts, { _id: userId }, { lines: 1, revision: 1 });
    this.remember(userId, found);
    return found?.lines ?? [];
  }

  /**
   * Changes a cart in one atomic update, guarded by the revision that was seen; if somebody got ahead it is read, and begun anew.
   * @param change what it shall be, from what it is; the same object for "as it is"; may throw to refuse
   * @param more what is read and written besides the lines; the rest is empty for `change`, and stays
   * @returns what it is afterwards
   */
  async change(userId: string, change: (current: CartContent) => CartContent, ...more: Exclude<keyof CartContent, 'lines'>[]): Promise<CartContent> {
    const fields = ['lines', ...more] as const;
    const projection = Object.fromEntries(['revision', ...fields].map((field) => [field, 1 as const]));
    for (let lap = 0; lap < LAPS; lap += 1) {
      const known = lap === 0 && more.length === 0 ? this.known.get(userId) : undefined;
      const found: Partial<CartRecord> | null = known ?? (await readOne(this.carts, { _id: userId }, projection));
      const current: CartContent = { lines: found?.lines ?? [], boughtOrders: found?.boughtOrders ?? [], merges: found?.merges ?? [] };
      let next: CartContent;
      try {
        next = change(current);
      } catch (error) {
        // Nobody is refused for what was so a while ago.
        if (known) continue;
        throw error;
      }
      if (next === current) {
        if (known) continue;
        return next;
      }
      if (await this.write(userId, found?.revision, Object.fromEntries(fields.map((field) => [field, next[field]])))) {
        this.remember(userId, { revision: (found?.revision ?? 0) + 1, lines: next.lines });
        return next;
      }
      if (!known) await sleep(Math.random() * PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  /**
   * Empties a cart whose lines are just those that an order bought, and remembers the order: the common case, unread, and in one
   * write with the carts of other orders of the same moment.
   * @returns true when the cart knows the order; false when it has to be read, for it holds anything else or knew the order before
   */
  readonly empty = together<BoughtUp, boolean>(EMPTY_WITHIN_MS, EMPTIED_AT_ONCE, (all) => this.emptyAll(all));

  private async emptyAll(all: readonly BoughtUp[]): Promise<boolean[]> {
    const before = all.map(({ userId }) => ({ userId, cart: this.known.get(userId) }));
    const { matchedCount } = await this.carts.collection.bulkWrite(all.map(emptied) as never, { ordered: false });
    if (matchedCount === 0) return all.map(() => false);
    if (matchedCount < all.length) return this.knowing(all);
    for (const { userId, cart } of before) {
      // Right if the cart was still as it was known. If not, this is a revision that has passed, by which nothing can be written.
      if (cart && this.known.get(userId) === cart) this.known.set(userId, { revision: cart.revision + 1, lines: [] });
    }
    return all.map(() => true);
  }

  /** Which orders are remembered by the carts that they bought up. */
  private async knowing(all: readonly BoughtUp[]): Promise<boolean[]> {
    const ids = all.map(({ userId }) => userId);
    const found = this.carts.collection.find<CartRecord>({ _id: { $in: ids as never[] } }, { projection: { lines: 1, revision: 1, boughtOrders: 1 } });
    const carts = new Map((await found.toArray()).map((cart) => [cart._id, cart]));
    for (const [userId, { lines, revision }] of carts) this.remember(userId, { lines, revision });
    return all.map(({ userId, orderId }) => carts.get(userId)?.boughtOrders.includes(orderId) ?? false);
  }

  private remember(userId: string, cart: Pick<CartRecord, 'revision' | 'lines'> | null): void {
    if (cart) this.known.set(userId, cart);
    else this.known.delete(userId);
  }

  private async write(userId: string, revision: number | undefined, content: Partial<CartContent>): Promise<boolean> {
    if (revision !== undefined) {
      const { modifiedCount } = await this.carts.collection.updateOne({ _id: userId as never, revision }, { $set: { ...content, updatedAt: new Date() }, $inc: { revision: 1 } }, { ignoreUndefined: true });
      return modifiedCount === 1;
    }
    try {
      await this.carts.create({ _id: userId, ...content, revision: 1 });
      return true;
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }
}

const emptied = ({ userId, orderId, bought, remembered }: BoughtUp) => ({
  updateOne: {
    filter: {
      _id: userId,
      $and: [{ boughtOrders: { $ne: orderId } }, { lines: { $size: bought.length } }, ...bought.map(({ productId, size, quantity }) => ({ lines: { $elemMatch: { productId, size, quantity } } }))],
    },
    update: { $set: { lines: [], updatedAt: new Date() }, $push: { boughtOrders: { $each: [orderId], $slice: -remembered } }, $inc: { revision: 1 } },
  },
});
