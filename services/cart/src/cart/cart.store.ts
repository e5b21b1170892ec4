import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { StockLine } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { LRUCache } from 'lru-cache';
import mongoose, { type Model } from 'mongoose';
import { CART, type CartRecord, type LineRecord } from './cart.schema.js';

export type CartContent = Pick<CartRecord, 'lines' | 'boughtOrders' | 'merges'>;

/** A customer makes few changes at once; of those that collide, one gets through each time. */
const LAPS = 100;
const PAUSE_MS = 10;
/** So many carts are known as this process left them. */
const KNOWN = 2_000;

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
  async change(
    userId: string,
    change: (current: CartContent) => CartContent,
    ...more: Exclude<keyof CartContent, 'lines'>[]
  ): Promise<CartContent> {
    const fields = ['lines', ...more] as const;
    const projection = Object.fromEntries(['revision', ...fields].map((field) => [field, 1 as const]));
    for (let lap = 0; lap < LAPS; lap += 1) {
      const known = lap === 0 && more.length === 0 ? this.known.get(userId) : undefined;
      const found: Partial<CartRecord> | null = known ?? (await readOne(this.carts, { _id: userId }, projection));
      const current: CartContent = {
        lines: found?.lines ?? [],
        boughtOrders: found?.boughtOrders ?? [],
        merges: found?.merges ?? [],
      };
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
   * Empties a cart whose lines are just those that an order bought, and remembers the order: the common case in one write, unread.
   * @returns false when the cart holds anything else, or knows the order
   */
  async empty(userId: string, bought: readonly StockLine[], orderId: string, remembered: number): Promise<boolean> {
    const all = bought.map(({ productId, size, quantity }) => ({
      lines: { $elemMatch: { productId, size, quantity } },
    }));
    const emptied = await this.carts.collection.findOneAndUpdate(
      { _id: userId as never, boughtOrders: { $ne: orderId }, lines: { $size: bought.length }, $and: all },
      {
        $set: { lines: [], updatedAt: new Date() },
        $push: { boughtOrders: { $each: [orderId], $slice: -remembered } },
        $inc: { revision: 1 },
      } as object,
      { returnDocument: 'after', projection: { lines: 1, revision: 1 } },
    );
    if (emptied) this.remember(userId, emptied as unknown as CartRecord);
    return emptied !== null;
  }

  private remember(userId: string, cart: Pick<CartRecord, 'revision' | 'lines'> | null): void {
    if (cart) this.known.set(userId, cart);
    else this.known.delete(userId);
  }

  private async write(userId: string, revision: number | undefined, content: Partial<CartContent>): Promise<boolean> {
    if (revision !== undefined) {
      const { modifiedCount } = await this.carts.collection.updateOne(
        { _id: userId as never, revision },
        { $set: { ...content, updatedAt: new Date() }, $inc: { revision: 1 } },
        { ignoreUndefined: true },
      );
      return modifiedCount === 1;
    }
    try {
      await this.carts.create({ _id: userId, ...content, revision: 1 });
      return true;
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
  }
}
