import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import { CART, type CartRecord, type LineRecord } from './cart.schema.js';

export type CartContent = Pick<CartRecord, 'lines' | 'boughtOrders' | 'merges'>;

/** Of concurrent changes to one cart one succeeds per attempt. */
const MAX_ATTEMPTS = 100;
const MAX_PAUSE_MS = 10;

@Injectable()
export class CartStore {
  constructor(@InjectModel(CART) private readonly carts: Model<CartRecord>) {}

  async getLines(userId: string): Promise<LineRecord[]> {
    return (await this.find(userId, ['lines']))?.lines ?? [];
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
      const found = await this.find(userId, ['lines', ...fields]);
      const current: CartContent = { lines: [], boughtOrders: [], merges: [], ...found };
      const next = await change(current);
      if (next === current) return current;
      const written = Object.fromEntries((['lines', ...fields] as const).map((field) => [field, next[field]]));
      if (await this.write(userId, found?.revision, written)) return next;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  private find(userId: string, fields: (keyof CartContent)[]): Promise<Partial<CartRecord> | null> {
    return this.carts
      .findById(userId, Object.fromEntries(['revision', ...fields].map((field) => [field, 1])))
      .lean<Partial<CartRecord>>()
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
