import type { Product } from '@rangavalli/contracts/entities/product';
import { aProduct, aShopper, type Person } from '../support/people.js';
import { Book } from './book.js';
import { Buyer, type Habits } from './buyer.js';

const BUYERS = 6;
const usual: Habits = { dismisses: 12, closesTheBrowser: 20, cancels: 20 };

/** Some products of which there is plenty and some that everybody wants, with and without sizes. */
async function theShelf(admin: Person): Promise<Product[]> {
  const sizes = (stock: number) => [
    { size: 'S', stock },
    { size: 'M', stock },
  ];
  return Promise.all([
    aProduct(admin, { price: 499.5, stock: 2_000 }),
    aProduct(admin, { price: 1_250, sizeStock: sizes(1_000) }),
    aProduct(admin, { price: 80, stock: 5 }),
    aProduct(admin, { price: 2_999, sizeStock: sizes(3) }),
  ]);
}

/** A steady load of whole checkouts by buyers and of products that are its own. */
export class Load {
  readonly book = new Book();
  private readonly stopping = new AbortController();
  private readonly buyers: Buyer[] = [];
  private habits = usual;
  private running: Promise<unknown> = Promise.resolve();

  /** Makes buyers and products; begins when told to. */
  static async prepare(admin: Person, howMany = BUYERS, habits = usual): Promise<Load> {
    const load = new Load();
    load.habits = habits;
    load.book.products.push(...(await theShelf(admin)));
    load.buyers.push(...(await load.newBuyers(howMany)));
    return load;
  }

  /** More buyers, who do nothing by themselves. */
  async newBuyers(howMany: number): Promise<Buyer[]> {
    const people = await Promise.all(Array.from({ length: howMany }, aShopper));
    this.book.buyers.push(...people);
    return people.map((person) => new Buyer(person, this.book, this.habits));
  }

  begin(): void {
    this.running = Promise.all(this.buyers.map((buyer) => buyer.shopUntil(this.stopping.signal)));
  }

  /** No new checkouts; resolves when those under way have ended. */
  async end(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
