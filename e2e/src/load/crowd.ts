import type { Product } from '@rangavalli/contracts/entities/product';
import { createProduct, getAllOrders, getProduct, type Person, registerShopper } from '../support/people.js';
import { Buyer, type BuyerBehaviour, PurchaseLog } from './buyer.js';

/** Password hashing keeps a small machine busy. */
const MAX_PARALLEL_ACCOUNTS = 8;
/** Every payment is verified, so that the log has each one's outcome. */
const behaviour: BuyerBehaviour = { dismisses: 15, closesBrowser: 0, cancels: 15, pauseMs: 0 };

async function forEachParallel<T>(
  queue: IterableIterator<T>,
  maxParallel: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
}

interface StockRow {
  item: string;
  before: number;
  left: number;
  sold: number;
}

/** Many simultaneous buyers of scarce products in two sizes; each tries once. */
export class Crowd {
  readonly log = new PurchaseLog();
  /** Buyers who closed the payment window. */
  readonly dismissed: Buyer[] = [];
  private readonly buyers: Buyer[] = [];

  /** @param counts `units` of each product and size */
  static async create(
    admin: Person,
    { buyers, products, units }: { buyers: number; products: number; units: number },
  ): Promise<Crowd> {
    const crowd = new Crowd();
    const sizeStock = ['S', 'M'].map((size) => ({ size, stock: units }));
    await forEachParallel(Array.from({ length: products }).keys(), MAX_PARALLEL_ACCOUNTS, async (index) =>
      crowd.log.products.push(await createProduct(admin, { price: 300 + index * 10.5, sizeStock })),
    );
    await forEachParallel(Array.from({ length: buyers }).keys(), MAX_PARALLEL_ACCOUNTS, async () => {
      const person = await registerShopper();
      crowd.log.buyers.push(person);
      crowd.buyers.push(new Buyer(person, crowd.log, behaviour));
    });
    return crowd;
  }

  async run(): Promise<void> {
    await Promise.all(
      this.buyers.map(async (buyer) => {
        if ((await buyer.buyOnce()) === 'dismissed') this.dismissed.push(buyer);
      }),
    );
  }

  async readStock(admin: Person): Promise<StockRow[]> {
    const buyers = new Set(this.log.buyers.map(({ id }) => id));
    const lines = (await getAllOrders(admin.token))
      .filter(({ user, status }) => buyers.has(user._id) && status !== 'Cancelled')
      .flatMap(({ products }) => products);
    const rows = this.log.products.map(async (product) => {
      const { sizeStock } = await getProduct(product);
      return (product.sizeStock ?? []).map(({ size, stock }) => ({
        item: itemKey(product, size),
        before: stock,
        left: sizeStock?.find((level) => level.size === size)?.stock ?? Number.NaN,
        sold: lines
          .filter((line) => line.product._id === product._id && line.size === size)
          .reduce((total, { quantity }) => total + quantity, 0),
      }));
    });
    return (await Promise.all(rows)).flat();
  }
}

const itemKey = ({ _id }: Pick<Product, '_id'>, size: string): string => `${_id} ${size}`;
