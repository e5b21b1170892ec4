import type { Found, Part, Place, SearchedProduct, SearchEngine, Suggested, Wanted } from '../search-engine.js';
import { Counting } from './counting.js';
import { narrowingOf, passing } from './narrowing.js';
import type { Order } from './order.js';
import { type Bits, noBits } from './postings.js';
import { Shelf } from './shelf.js';
import { sizeOf, type Term } from './vocabulary.js';
import { typing, worded } from './words.js';

/** So many ids are handed out at a time. */
const BATCH = 1_000;
/** So many words are looked at for a suggestion; whoever has typed a letter or two types on. */
const LOOKED_AT = 2_000;

/**
 * The catalog's own engine: bit sets and lists of products for every word and every choice, and the products in each
 * order. A search joins sets, counts bits and picks a page from an order. It makes nothing for a product but for those on
 * the page, so that a word of every third product costs hardly more than a rare one.
 */
export class MemoryEngine implements SearchEngine {
  private readonly shelf = new Shelf();

  async put(products: readonly SearchedProduct[]): Promise<void> {
    for (const product of products) this.shelf.put(product);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.shelf.remove(id);
  }

  async find(wanted: Wanted, part: Part): Promise<Found> {
    const narrowing = narrowingOf(this.shelf, wanted);
    const words = wanted.q === undefined ? undefined : worded(this.shelf.vocabulary, wanted.q);
    const best = wanted.q === undefined ? undefined : (words?.tiers ?? [noBits()]);
    if (best) narrowing.scope = narrowing.scope.new_intersection(best.at(-1) as Bits);
    const all = passing(narrowing);
    const total = all.size();
    const rows = this.pick(all, best ?? [], wanted, part);
    const last = rows.at(-1);
    return {
      ids: rows.map(({ slot }) => this.shelf.row(slot).id),
      total,
      next: last && rows.length === part.limit ? this.placeOf(last, wanted.sort) : undefined,
      facets: part.facets ? new Counting(this.shelf, narrowing, wanted.inStock).facets() : undefined,
      understood: total > 0 ? words?.understood : undefined,
    };
  }

  async suggest(typed: string, most: number): Promise<Suggested> {
    const { done, begun } = typing(typed);
    if (!begun) return { phrases: [], ids: [] };
    const { vocabulary } = this.shelf;
    const before = done.length > 0 ? worded(vocabulary, done.join(' ')) : undefined;
    if (done.length > 0 && !before) return { phrases: [], ids: [] };
    const within = before ? this.shelf.all.new_intersection(before.tiers.at(-1) as Bits) : this.shelf.all;
    const start = before?.understood ?? done.join(' ');
    const counted = (terms: readonly Term[]) =>
      terms
        .filter(({ title }) => title.size > 0)
        .sort((one, other) => sizeOf(other) - sizeOf(one))
        .slice(0, before ? 4 * most : most)
        .map(({ word, title, body }) => ({ text: start ? `${start} ${word}` : word, count: title.countIn(within) + body.countIn(within) }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count)
        .slice(0, most);
    const exact = counted(vocabulary.begunBy(begun, LOOKED_AT));
    const phrases = exact.length > 0 ? exact : counted(vocabulary.near(begun));
    const understood = exact.length > 0 ? before?.understood : phrases[0]?.text;
    const { ids } = await this.find({ q: understood ?? typed, sort: 'newest' }, { skip: 0, limit: most, facets: false });
    return { phrases, ids, understood };
  }

  async versions(ids: readonly string[]): Promise<(string | undefined)[]> {
    return ids.map((id) => this.shelf.rowOf(id)?.version);
  }

  async *ids(): AsyncIterable<readonly string[]> {
    const all = [...this.shelf.ids()];
    for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
  }

  /** A page: what fits best first, each tier in the order that is asked for. Prices and names are no matter of fitting. */
  private pick(all: Bits, best: readonly Bits[], { sort }: Wanted, { skip, after, limit }: Part): { slot: number; tier: number }[] {
    const { order, reversed } = this.orderOf(sort);
    const tiers = sort === 'newest' && best.length > 0 ? best : [all];
    const picked: { slot: number; tier: number }[] = [];
    let left = after ? 0 : skip;
    let better: Bits | undefined;
    for (const [tier, bits] of tiers.entries()) {
      const those = tier === tiers.length - 1 ? all : all.new_intersection(bits);
      const fresh = better ? those.new_difference(better) : those;
      better = those;
      if (after && tier < after.tier) continue;
      const count = fresh.size();
      if (left >= count) {
        left -= count;
        continue;
      }
      const slots = order.pick(fresh, count, { reversed, after: after?.tier === tier ? after : undefined, skip: left, limit: limit - picked.length });
      for (const slot of slots) picked.push({ slot, tier });
      left = 0;
      if (picked.length >= limit) break;
    }
    return picked;
  }

  private placeOf({ slot, tier }: { slot: number; tier: number }, sort: Wanted['sort']): Place {
    const { id, createdAt, pricePaise, name } = this.shelf.row(slot);
    return { tier, key: sort === 'newest' ? createdAt : sort === 'name' ? name : pricePaise, id };
  }

  private orderOf(sort: Wanted['sort']): { order: Order; reversed: boolean } {
    const { newest, price, name } = this.shelf.orders;
    return { order: { newest, name, 'price-asc': price, 'price-desc': price }[sort], reversed: sort === 'price-desc' };
  }
}
