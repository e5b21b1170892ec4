import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import type { Found, Part, Place, SearchedProduct, SearchEngine, Suggested, Wanted } from '../search-engine.js';
import { Counting } from './counting.js';
import { type Narrowing, narrowingOf, passing } from './narrowing.js';
import type { Order } from './order.js';
import { type Bits, noBits } from './postings.js';
import { Shelf } from './shelf.js';
import type { Term } from './vocabulary.js';
import { ANYHOW, typing, type Worded, worded } from './words.js';

/** So many ids are handed out at a time. */
const BATCH = 1_000;
/** So many searches' counts are remembered. */
const COUNTED = 500;
/** So many words are tried behind those that are typed already, times what is wanted. */
const TRIED = 5;

/**
 * The catalog's own engine: bit sets and lists of products for every word and every choice, and the products in each
 * order. A search joins sets, counts bits and picks a page from an order. It makes nothing for a product but for those on
 * the page, so that a word of every third product costs hardly more than a rare one.
 */
export class MemoryEngine implements SearchEngine {
  private readonly shelf = new Shelf();
  /** What was counted for a search holds for all its pages and orders, until any product changes. */
  private readonly counted = new Map<string, ProductFacets>();

  async put(products: readonly SearchedProduct[]): Promise<void> {
    this.counted.clear();
    for (const product of products) this.shelf.put(product);
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.counted.clear();
    for (const id of ids) this.shelf.remove(id);
  }

  async find(wanted: Wanted, part: Part): Promise<Found> {
    const narrowing = narrowingOf(this.shelf, wanted);
    const words = wanted.q === undefined ? undefined : worded(this.shelf.vocabulary, wanted.q);
    if (wanted.q !== undefined) narrowing.scope = words ? narrowing.scope.new_intersection(words.upTo(ANYHOW)) : noBits();
    const all = passing(narrowing);
    const total = all.size();
    // One more tells whether there is a next page.
    const picked = this.pick({ all, total, words }, wanted.sort, { ...part, limit: part.limit + 1 });
    const rows = picked.slice(0, part.limit);
    const last = rows.at(-1);
    return {
      ids: rows.map(({ slot }) => this.shelf.row(slot).id),
      total,
      next: last && picked.length > rows.length ? this.placeOf(last, wanted.sort) : undefined,
      facets: part.facets ? this.count(wanted, narrowing) : undefined,
      understood: total > 0 ? words?.understood : undefined,
    };
  }

  async suggest(typed: string, most: number): Promise<Suggested> {
    const { done, begun } = typing(typed);
    if (!begun) return { phrases: [], ids: [] };
    const { vocabulary } = this.shelf;
    const before = done.length > 0 ? worded(vocabulary, done.join(' ')) : undefined;
    if (done.length > 0 && !before) return { phrases: [], ids: [] };
    const within = before ? this.shelf.all.new_intersection(before.upTo(ANYHOW)) : this.shelf.all;
    const start = before?.understood ?? done.join(' ');
    const counted = (terms: readonly Term[]) =>
      terms
        .slice(0, before ? TRIED * most : most)
        .map(({ word, title, body }) => ({ text: start ? `${start} ${word}` : word, count: before ? title.countIn(within) + body.countIn(within) : title.size + body.size }))
        .filter(({ text, count }) => count > 0 && !done.some((word) => text === `${start} ${word}`))
        .sort((one, other) => other.count - one.count)
        .slice(0, most);
    const exact = counted(vocabulary.suggested(begun));
    const phrases = exact.length > 0 ? exact : counted(vocabulary.near(begun).filter(({ title }) => title.size > 0));
    const understood = exact.length === 0 ? phrases[0]?.text : before?.understood === undefined ? undefined : `${before.understood} ${begun}`;
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

  /** A page. Newest first with words: what fits best first, each tier newest first. By price or name, fitting is no matter. */
  private pick({ all, total, words }: { all: Bits; total: number; words: Worded | undefined }, sort: Wanted['sort'], { skip, after, limit }: Part): { slot: number; tier: number }[] {
    const { order, reversed } = this.orderOf(sort);
    const ranked = words !== undefined && sort === 'newest';
    const picked: { slot: number; tier: number }[] = [];
    if (total === 0) return picked;
    let left = after ? 0 : skip;
    let better: Bits | undefined;
    for (let tier = ranked ? 0 : ANYHOW; tier <= ANYHOW && picked.length < limit; tier += 1) {
      const those = tier === ANYHOW ? all : all.new_intersection(words?.upTo(tier) as Bits);
      const here = better ? those.new_difference(better) : those;
      better = those;
      if (after && tier < after.tier) continue;
      const count = here.size();
      if (left < count) {
        const slots = order.pick(here, count, { reversed, after: after?.tier === tier ? after : undefined, skip: left, limit: limit - picked.length });
        for (const slot of slots) picked.push({ slot, tier });
      }
      left = Math.max(0, left - count);
    }
    return picked;
  }

  private count({ sort: _sort, ...wanted }: Wanted, narrowing: Narrowing): ProductFacets {
    const key = JSON.stringify(wanted);
    const known = this.counted.get(key);
    if (known) return known;
    if (this.counted.size >= COUNTED) this.counted.clear();
    const facets = new Counting(this.shelf, narrowing, wanted.inStock).facets();
    this.counted.set(key, facets);
    return facets;
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
