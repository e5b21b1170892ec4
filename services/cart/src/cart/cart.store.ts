import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CartLine } from '@rangavalli/contracts/commands/lines';
import { AppError } from '@rangavalli/service-kit/app-error';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { CART, type CartRecord } from './cart.schema.js';

export type CartContent = Pick<CartRecord, 'lines' | 'boughtOrders' | 'merges'>;
type FoundCart = Pick<CartRecord, 'lines' | 'coupon' | 'revision'> & Partial<CartContent>;

/** Of concurrent changes to one cart one succeeds per attempt. */
const MAX_ATTEMPTS = 100;
const MAX_PAUSE_MS = 10;
const MAX_CACHED_CARTS = 2_000;

@Injectable()
export class CartStore {
  private readonly cache = new DocumentCache<FoundCart>(MAX_CACHED_CARTS);

  constructor(@InjectModel(CART) private readonly carts: Model<CartRecord>) {}

  async get(userId: string): Promise<Pick<CartRecord, 'lines' | 'coupon'>> {
    const cart = await this.find(userId, ['lines', 'coupon']);
    return this.cache.keep(userId, cart) ?? { lines: [] };
  }

  /** Independent of the lines: concurrent changes of them stay. @param coupon undefined removes it */
  async setCoupon(userId: string, coupon: string | undefined): Promise<void> {
    await this.carts.updateOne({ _id: userId }, coupon ? { $set: { coupon } } : { $unset: { coupon: 1 } });
  }

  /**
   * Changes a cart in one update, guarded by its revision, and repeats the change after a conflict.
   * @param change returns the new content, or the given one for no change; may throw to refuse
   * @param fields what is read and written besides the lines; the rest is empty for `change` and stays
   * @returns the content afterwards
   */
  async change(
    userId: string,
    change: (current: CartContent) => CartContent | Promise<CartContent>,
    ...fields: Exclude<keyof CartContent, 'lines'>[]
  ): Promise<CartContent> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const cached = attempt === 0 && fields.length === 0 ? this.cache.get(userId) : undefined;
      const found = cached ?? (await this.find(userId, ['lines', ...fields]));
      const current: CartContent = { lines: [], boughtOrders: [], merges: [], ...found };
      let next: CartContent;
      try {
        next = await change(current);
      } catch (error) {
        if (!cached) throw error;
        next = current;
      }
      // Nobody is refused by what was cached.
      if (next === current && cached) continue;
      if (next === current) return current;
      const written = Object.fromEntries((['lines', ...fields] as const).map((field) => [field, next[field]]));
      if (await this.write(userId, found?.revision, written)) {
        this.cache.keep(userId, { lines: next.lines, revision: (found?.revision ?? 0) + 1 });
        return next;
      }
      if (!cached) await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  /**
   * Empties a cart that holds just what an order bought, in one write: the usual case.
   * @returns false when it holds anything else, or the order was recorded before
   */
  async empty(userId: string, bought: readonly CartLine[], orderId: string, maxOrders: number): Promise<boolean> {
    const lines = bought.map(({ productId, size, personalisation = { $exists: false }, quantity }) => ({
      lines: { $elemMatch: { productId, size, personalisation, quantity } },
    }));
    const cart = await this.carts
      .findOneAndUpdate(
        { _id: userId, boughtOrders: { $ne: orderId }, lines: { $size: bought.length }, $and: lines },
        {
          $set: { lines: [] },
          $unset: { coupon: 1 },
          $push: { boughtOrders: { $each: [orderId], $slice: -maxOrders } },
          $inc: { revision: 1 },
        },
        { returnDocument: 'after', projection: { lines: 1, revision: 1 }, runValidators: true },
      )
      .lean<CartRecord>()
      .exec();
    if (cart) this.cache.keep(userId, cart);
    return cart !== null;
  }

  async delete(userId: string): Promise<void> {
    await this.carts.deleteOne({ _id: userId });
    this.cache.keep(userId, null);
  }

  private find(userId: string, fields: (keyof CartContent | 'coupon')[]): Promise<FoundCart | null> {
    return this.carts
      .findById(userId, Object.fromEntries(['revision', ...fields].map((field) => [field, 1])))
      .lean<FoundCart>()
      .exec();
  }

  private async write(userId: string, revision: number | undefined, content: Partial<CartContent>): Promise<boolean> {
    if (revision !== undefined) {
      const { modifiedCount } = await this.carts.updateOne(
        { _id: userId, revision },
        { $set: content, $inc: { revision: 1 } },
        { runValidators: true },
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
