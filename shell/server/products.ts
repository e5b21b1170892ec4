import { product } from '@rangavalli/contracts/entities/product';
import { z } from 'zod';

const known = product.pick({ _id: true, name: true, description: true, images: true, updatedAt: true });
const answer = z.object({ products: z.array(known) });

/** What the shell's server needs of a product: its page's head, and its line in the sitemap. */
export type KnownProduct = z.infer<typeof known>;

/** The list is asked for again after this long, ms. */
const FRESH_MS = 60_000;
/** A page that somebody waits for waits no longer than this for the list, ms; it goes out with a plain head. */
const PATIENCE_MS = 400;
/** The list itself may take longer to come, ms. */
const DEADLINE_MS = 5_000;

/** The products as the API has them, at most a minute old; what it said last is kept while it is down. */
export class ProductList {
  private products: readonly KnownProduct[] = [];
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  /** @param api the gateway's API, `http://…/api`; undefined leaves the list empty */
  constructor(
    private readonly api: string | undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** All products, after asking for newer ones when the list is old. */
  async all(): Promise<readonly KnownProduct[]> {
    if (this.now() - this.readAt > FRESH_MS) await this.read();
    return this.products;
  }

  /** One product, if the list has it in time. */
  async find(id: string): Promise<KnownProduct | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.all(), patience]);
    clearTimeout(timer);
    return this.products.find(({ _id }) => _id === id);
  }

  private read(): Promise<void> {
    this.reading ??= this.ask().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async ask(): Promise<void> {
    if (!this.api) return;
    try {
      const response = await fetch(`${this.api}/products/getAll`, { signal: AbortSignal.timeout(DEADLINE_MS) });
      this.products = answer.parse(await response.json()).products;
      this.readAt = this.now();
    } catch {
      // The catalog is down or the gateway not there yet: the last list stays, and the next page asks again.
    }
  }
}
