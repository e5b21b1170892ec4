import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { LRUCache } from 'lru-cache';
import type { Found, Part, Place, SearchedProduct, SearchEngine, Suggested, Wanted } from '../search-engine.js';
import type { Order } from './order.js';
import { Searched, SETS } from './searched.js';
import { Shelf } from './shelf.js';
import type { Term } from './vocabulary.js';
import { ANYHOW, typing, worded } from './words.js';

/** So many ids are handed out at a time. */
const BATCH = 1_000;
/** So many searches' counts are remembered: they take little. */
const COUNTED = 500;
/** What searches found is remembered, of so many and in so much memory, once it is asked for again. */
const REMEMBERED = 500;
const REMEMBERED_BYTES = 24 * 1024 * 1024;
/** Of so many searches that were asked for once it is known: what nobody asks for twice would only push others out. */
const ASKED = 200;
/** Its key, counts and small change, bytes. */
const OVERHEAD = 4_000;
/** So many words are tried behind those that are typed already, times what is wanted. */
const TRIED = 5;

/**
 * The catalog's own engine: bit sets and lists of products for every word and every choice, and the products in each
 * order. A search joins sets, counts bits and picks a page from an order. It makes nothing for a product but for those on
 * the page, so that a word of every third product costs hardly more than a rare one.
 */
export class MemoryEngine implements SearchEngine {
  private readonly shelf = new Shelf();
  /** What was found holds for all pages and orders of a search, until any product changes. */
  private readonly searched = new LRUCache<string, Searched>({
    max: REMEMBERED,
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: () => OVERHEAD + Math.ceil((SETS * this.shelf.slotCount) / 8),
  });
  private readonly counted = new LRUCache<string, ProductFacets>({ max: COUNTED });
  private readonly askedOnce = new LRUCache<string, true>({ max: ASKED });

  async put(products: readonly SearchedProduct[]): Promise<void> {
    this.forget();
    for (const product of products) this.shelf.put(product);
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.forget();
    for (const id of ids) this.shelf.remove(id);
  }

  async find(wanted: Wanted, part: Part): Promise<Found> {
    const { sort, ...narrowed } = wanted;
    const key = JSON.stringify(narrowed);
    const searched = this.search(key, narrowed);
    // One more tells whether there is a next page.
    const picked = this.pick(searched, sort, { ...part, limit: part.limit + 1 });
    const rows = picked.slice(0, part.limit);
    const last = rows.at(-1);
    return {
      ids: rows.map(({ slot }) => this.shelf.row(slot).id),
      total: searched.total,
      next: last && picked.length > rows.length ? this.placeOf(last, sort) : undefined,
      facets: part.facets ? this.facets(key, searched) : undefined,
      understood: searched.understood,
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
        .map(({ word, title, body }) => ({
          text: start ? `${start} ${word}` : word,
          count: before ? title.countIn(within) + body.countIn(within) : title.size + body.size,
        }))
        .filter(({ text, count }) => count > 0 && !done.some((word) => text === `${start} ${word}`))
        .sort((one, other) => other.count - one.count)
        .slice(0, most);
    const exact = counted(vocabulary.suggested(begun));
    const phrases = exact.length > 0 ? exact : counted(vocabulary.near(begun).filter(({ title }) => title.size > 0));
    const understood =
      exact.length === 0
        ? phrases[0]?.text
        : before?.understood === undefined
          ? undefined
          : `${before.understood} ${begun}`;
    const { ids } = await this.find(
      { q: understood ?? typed, sort: 'newest' },
      { skip: 0, limit: most, facets: false },
    );
    return { phrases, ids, understood };
  }

  async versions(ids: readonly string[]): Promise<(string | undefined)[]> {
    return ids.map((id) => this.shelf.rowOf(id)?.version);
  }

  async *ids(): AsyncIterable<readonly string[]> {
    const all = [...this.shelf.ids()];
    for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
  }

  private forget(): void {
    this.searched.clear();
    this.counted.clear();
  }

  private search(key: string, wanted: Omit<Wanted, 'sort'>): Searched {
    const known = this.searched.get(key);
    if (known) return known;
    const fresh = new Searched(this.shelf, wanted);
    if (this.askedOnce.has(key)) this.searched.set(key, fresh);
    else this.askedOnce.set(key, true);
    return fresh;
  }

  private facets(key: string, searched: Searched): ProductFacets {
    const known = this.counted.get(key);
    if (known) return known;
    const facets = searched.facets();
    this.counted.set(key, facets);
    return facets;
  }

  /** A page. Newest first with words: what fits best first, each tier newest first. By price or name, fitting is no matter. */
  private pick(
    searched: Searched,
    sort: Wanted['sort'],
    { skip, after, limit }: Part,
  ): { slot: number; tier: number }[] {
    const { order, reversed } = this.orderOf(sort);
    const ranked = searched.isRanked && sort === 'newest';
    const picked: { slot: number; tier: number }[] = [];
    if (searched.total === 0) return picked;
    let left = after ? 0 : skip;
    let met = 0;
    for (let tier = ranked ? 0 : ANYHOW; tier <= ANYHOW && picked.length < limit && met < searched.total; tier += 1) {
      const { bits, count } = ranked ? searched.tier(tier) : { bits: searched.all, count: searched.total };
      met += count;
      if (after && tier < after.tier) continue;
      if (left < count) {
        const slots = order.pick(bits, count, {
          reversed,
          after: after?.tier === tier ? after : undefined,
          skip: left,
          limit: limit - picked.length,
        });
        for (const slot of slots) picked.push({ slot, tier });
      }
      left = Math.max(0, left - count);
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
