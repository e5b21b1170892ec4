import { paiseToRupees } from '@rangavalli/service-kit/money';
import { Inject, Injectable } from '@nestjs/common';
import { type Product, product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { CartConfig } from '../cart.config.js';

interface Fact {
  /** Undefined when the catalog said that there is no such product. */
  product: Product | undefined;
  /** Epoch ms. */
  askedAt: number;
}

/** With facts to fall back on the catalog is not waited for longer than this, ms. */
const PATIENCE_MS = 1_000;
/** So many products are remembered; the longest unasked one makes room. */
const REMEMBERED = 2_000;

/** What the catalog says of products. Its last word is remembered, for the time when it can't be reached (rule 8). */
@Injectable()
export class ProductFacts {
  private readonly facts = new Map<string, Fact>();

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: CartConfig,
  ) {}

  /** Facts for showing: at most `PRODUCT_FACTS_MS` old while the catalog is there. @throws AppError UNAVAILABLE as `fresh` */
  recent(ids: readonly string[]): Promise<Map<string, Product>> {
    return this.get(ids, this.config.PRODUCT_FACTS_MS);
  }

  /**
   * Facts of now. While the catalog can't be reached its last word stands in, however old: nothing is sold on it,
   * for the hold at checkout decides.
   * @returns the products that exist, by id
   * @throws AppError UNAVAILABLE when the catalog can't be reached and never told of one of them
   */
  fresh(ids: readonly string[]): Promise<Map<string, Product>> {
    return this.get(ids, 0);
  }

  private async get(ids: readonly string[], maxAgeMs: number): Promise<Map<string, Product>> {
    const since = Date.now() - maxAgeMs;
    const wanted = [...new Set(ids)].filter((id) => !((this.facts.get(id)?.askedAt ?? -Infinity) > since));
    // Kept apart from the memory, which may have forgotten some before they are handed out.
    const found = new Map(ids.map((id) => [id, this.facts.get(id)?.product]));
    if (wanted.length > 0) {
      const known = wanted.every((id) => this.facts.has(id));
      const deadlineMs = known
        ? Math.min(PATIENCE_MS, this.config.CATALOG_DEADLINE_MS)
        : this.config.CATALOG_DEADLINE_MS;
      try {
        for (const [id, value] of await this.ask(wanted, deadlineMs)) found.set(id, value);
      } catch (error) {
        if (!known || !(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      }
    }
    return new Map([...found].flatMap(([id, value]) => (value ? [[id, value] as const] : [])));
  }

  private async ask(ids: string[], deadlineMs: number): Promise<Map<string, Product | undefined>> {
    const askedAt = Date.now();
    const reply = await this.commands.request('rpc.catalog.products.get', { ids }, deadlineMs);
    const products = new Map(
      reply.products.map(({ pricePaise, ...each }) => [each._id, { ...each, price: paiseToRupees(pricePaise) }]),
    );
    const told = new Map(ids.map((id) => [id, products.get(id)]));
    for (const [id, value] of told) {
      this.facts.delete(id);
      this.facts.set(id, { product: value, askedAt });
    }
    for (const oldest of this.facts.keys()) {
      if (this.facts.size <= REMEMBERED) break;
      this.facts.delete(oldest);
    }
    return told;
  }
}
