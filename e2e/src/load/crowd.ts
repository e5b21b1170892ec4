import type { Product } from '@rangavalli/contracts/entities/product';
import { mustCall } from '../support/api.js';
import { aProduct, aShopper, lookAt, type Person } from '../support/people.js';
import { Book } from './book.js';
import { Buyer, type Habits } from './buyer.js';

/** Passwords are hashed slowly by design: so many accounts at once keep a small machine busy. */
const ACCOUNTS_AT_ONCE = 8;
const AT_ONCE = 64;
/** Every payment is proven, so that the buyers know of each what became of it. */
const habits: Habits = { dismisses: 15, closesTheBrowser: 0, cancels: 15 };

/** Runs something for each of a list, so many at once. */
async function forEach<T>(list: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  const lane = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Many buyers at once for few pieces in two sizes; each tries once, for something of their choice. */
export class Crowd {
  readonly book = new Book();
  /** Those who opened the payment window and closed it: pieces are held for them. */
  readonly dismissed: Buyer[] = [];
  private readonly buyers: Buyer[] = [];

  /** @param pieces of each product and size */
  static async gather(
    admin: Person,
    { buyers, products, pieces }: { buyers: number; products: number; pieces: number },
  ): Promise<Crowd> {
    const crowd = new Crowd();
    const sizeStock = [
      { size: 'S', stock: pieces },
      { size: 'M', stock: pieces },
    ];
    await forEach(
      Array.from({ length: products }, (_, index) => index),
      ACCOUNTS_AT_ONCE,
      async (index) => {
        crowd.book.products.push(await aProduct(admin, { price: 300 + index * 10.5, sizeStock }));
      },
    );
    await forEach(Array.from({ length: buyers }), ACCOUNTS_AT_ONCE, async () => {
      const person = await aShopper();
      crowd.book.buyers.push(person);
      crowd.buyers.push(new Buyer(person, crowd.book, habits));
    });
    return crowd;
  }

  async rush(): Promise<void> {
    await forEach(this.buyers, AT_ONCE, async (buyer) => {
      if ((await buyer.shopOnce()) === 'dismissed') this.dismissed.push(buyer);
    });
  }

  /** Pieces of each product and size that are held for those who dismissed: what is in their carts still. */
  async held(): Promise<Map<string, number>> {
    const held = new Map<string, number>();
    await forEach(this.dismissed, ACCOUNTS_AT_ONCE, async ({ person }) => {
      const { cart } = await mustCall('GET /cart', {}, person.token);
      for (const { product, size, quantity } of cart.items)
        held.set(shelfOf(product, size), (held.get(shelfOf(product, size)) ?? 0) + quantity);
    });
    return held;
  }

  /** Every product and size with what it began with, what is on the shelf and what is sold to orders that stand. */
  async shelves(admin: Person): Promise<{ shelf: string; began: number; left: number; sold: number }[]> {
    const buyers = new Set(this.book.buyers.map(({ id }) => id));
    const orders = (await mustCall('GET /orders/admin/all', {}, admin.token)).filter(
      ({ user, status }) => buyers.has(user._id) && status !== 'Cancelled',
    );
    const lines = orders.flatMap(({ products }) => products);
    const rows = await Promise.all(
      this.book.products.map(async (before) => {
        const now = await lookAt(before);
        return (before.sizeStock ?? []).map(({ size, stock }) => ({
          shelf: shelfOf(before, size),
          began: stock,
          left: now.sizeStock?.find((one) => one.size === size)?.stock ?? Number.NaN,
          sold: lines
            .filter((line) => line.product._id === before._id && line.size === size)
            .reduce((total, { quantity }) => total + quantity, 0),
        }));
      }),
    );
    return rows.flat();
  }
}

export const shelfOf = ({ _id }: Pick<Product, '_id'>, size: string): string => `${_id} ${size}`;
