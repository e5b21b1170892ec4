import { createProduct, type Person, registerShopper } from '../support/people.js';
import { Buyer, type BuyerBehaviour, PurchaseLog } from './buyer.js';

const BUYERS = 6;
const defaultBehaviour: BuyerBehaviour = { dismisses: 12, closesBrowser: 20, cancels: 20, pauseMs: 0 };
/**
 * Every checkout is completed, so that no hold has to expire before the audit settles. Pauses leave the processors to
 * what is tested.
 */
export const completeEveryCheckout: BuyerBehaviour = { dismisses: 0, closesBrowser: 0, cancels: 15, pauseMs: 1_000 };

/** Other buyers took the last unit, or the placed order's lines left a cart that was being filled again. */
const EXPECTED_FAILURE = /: (OUT_OF_STOCK|INSUFFICIENT_STOCK|TOTAL_CHANGED|CART_EMPTY)$/;

/** Returns the failures that must not occur while all processes run, as `3 × call: code`. */
export const unexpectedFailures = ({ failures }: PurchaseLog): string[] =>
  [...failures]
    .filter(([failure]) => !EXPECTED_FAILURE.test(failure))
    .map(([failure, count]) => `${count} × ${failure}`);

/** A steady load of whole checkouts, with its own buyers and products. */
export class Load {
  readonly log = new PurchaseLog();
  private readonly stopping = new AbortController();
  private readonly buyers: Buyer[] = [];
  private running: Promise<unknown> = Promise.resolve();

  private constructor(private readonly behaviour: BuyerBehaviour) {}

  static async create(admin: Person, buyerCount = BUYERS, behaviour = defaultBehaviour): Promise<Load> {
    const load = new Load(behaviour);
    const inTwoSizes = (stock: number) => ['S', 'M'].map((size) => ({ size, stock }));
    load.log.products.push(
      ...(await Promise.all([
        createProduct(admin, { price: 499.5, stock: 2_000 }),
        createProduct(admin, { price: 1_250, sizeStock: inTwoSizes(1_000) }),
        createProduct(admin, { price: 80, stock: 5 }),
        createProduct(admin, { price: 2_999, sizeStock: inTwoSizes(3) }),
      ])),
    );
    load.buyers.push(...(await load.addBuyers(buyerCount)));
    return load;
  }

  async addBuyers(count: number): Promise<Buyer[]> {
    const people = await Promise.all(Array.from({ length: count }, registerShopper));
    this.log.buyers.push(...people);
    return people.map((person) => new Buyer(person, this.log, this.behaviour));
  }

  start(): void {
    this.running = Promise.all(this.buyers.map((buyer) => buyer.buyUntil(this.stopping.signal)));
  }

  /** Resolves when the checkouts in progress are complete. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
