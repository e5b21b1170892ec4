import { LRUCache } from 'lru-cache';
import { ProductTable } from './product-table.js';
import { MAX_BIT_SETS, ResultSet } from './result-set.js';
import type {
  Facets,
  IndexedProduct,
  PageRequest,
  SearchIndex,
  SearchQuery,
  SearchResults,
  SortOrder,
  SortPosition,
  Suggestions,
} from './search-index.js';
import type { SortedSlots } from './sorted-slots.js';
import { wordsOf } from './text.js';
import { LOOSEST_TIER, MAX_WORDS, type Term } from './vocabulary.js';

const MAX_CACHED_FACETS = 500;
const MAX_CACHED_RESULTS = 500;
const MAX_CACHED_RESULT_BYTES = 24 * 1024 * 1024;
/** A result set is cached from the second search on, so that one-off searches do not evict others. */
const MAX_RECENT_SEARCHES = 200;
const RESULT_OVERHEAD_BYTES = 4_000;
const CANDIDATES_PER_PHRASE = 5;

/**
 * A search index in memory: a search combines the product sets of words and labels, counts bits and takes its page from
 * a sorted order. It creates objects only for that page, so that frequent words cost hardly more than rare ones.
 */
export class MemorySearchIndex<D> implements SearchIndex<D> {
  private readonly table = new ProductTable<D>();
  private readonly resultCache = new LRUCache<string, ResultSet>({
    max: MAX_CACHED_RESULTS,
    maxSize: MAX_CACHED_RESULT_BYTES,
    sizeCalculation: () => RESULT_OVERHEAD_BYTES + Math.ceil((MAX_BIT_SETS * this.table.slotCount) / 8),
  });
  private readonly facetCache = new LRUCache<string, Facets>({ max: MAX_CACHED_FACETS });
  private readonly recentSearches = new LRUCache<string, true>({ max: MAX_RECENT_SEARCHES });

  async put(products: readonly IndexedProduct<D>[]): Promise<void> {
    this.clearCaches();
    for (const product of products) this.table.put(product);
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.clearCaches();
    for (const id of ids) this.table.remove(id);
  }

  async get(id: string): Promise<D | undefined> {
    return this.table.findRow(id)?.document;
  }

  async search({ sort, ...query }: SearchQuery, page: PageRequest): Promise<SearchResults<D>> {
    const key = JSON.stringify(query);
    const results = this.resultsOf(key, query);
    // One more than requested shows whether there is a next page.
    const found = this.slotsOf(results, sort, { ...page, limit: page.limit + 1 });
    const onPage = found.slice(0, page.limit);
    const last = onPage.at(-1);
    const rows = onPage.map(({ slot }) => this.table.row(slot));
    return {
      ids: rows.map(({ id }) => id),
      documents: rows.map(({ document }) => document),
      total: results.total,
      next: last && found.length > onPage.length ? this.positionOf(last, sort) : undefined,
      facets: page.includeFacets ? this.facetsOf(key, results) : undefined,
      correctedQuery: results.correctedQuery,
    };
  }

  async suggest(text: string, limit: number): Promise<Suggestions<D>> {
    const words = wordsOf(text).slice(0, MAX_WORDS);
    const prefix = words.pop();
    const { vocabulary, all } = this.table;
    const match = words.length > 0 ? vocabulary.matchQuery(words.join(' ')) : undefined;
    if (!prefix || (words.length > 0 && !match)) return { phrases: [], ids: [], documents: [] };
    const matching = match ? all.new_intersection(match.upTo(LOOSEST_TIER)) : all;
    const start = match?.corrected ?? words.join(' ');
    const phrasesOf = (terms: readonly Term[]) =>
      terms
        .slice(0, match ? CANDIDATES_PER_PHRASE * limit : limit)
        .map(({ word, title, body }) => ({
          text: start ? `${start} ${word}` : word,
          count: match ? title.countIn(matching) + body.countIn(matching) : title.size + body.size,
        }))
        .filter(({ text: phrase, count }) => count > 0 && !words.some((word) => phrase === `${start} ${word}`))
        .sort((a, b) => b.count - a.count)
        .slice(0, limit);
    const exact = phrasesOf(vocabulary.suggest(prefix));
    const phrases =
      exact.length > 0 ? exact : phrasesOf(vocabulary.correct(prefix).filter(({ title }) => title.size > 0));
    const corrected = match?.corrected === undefined ? undefined : `${match.corrected} ${prefix}`;
    const correctedQuery = exact.length === 0 ? phrases[0]?.text : corrected;
    const { ids, documents } = await this.search(
      { q: correctedQuery ?? text, sort: 'newest' },
      { offset: 0, limit, includeFacets: false },
    );
    return { phrases, ids, documents, correctedQuery };
  }

  async versions(ids: readonly string[]): Promise<(string | undefined)[]> {
    return ids.map((id) => this.table.findRow(id)?.version);
  }

  async ids(): Promise<string[]> {
    return [...this.table.ids()];
  }

  private clearCaches(): void {
    this.resultCache.clear();
    this.facetCache.clear();
  }

  private resultsOf(key: string, query: Omit<SearchQuery, 'sort'>): ResultSet {
    const cached = this.resultCache.get(key);
    if (cached) return cached;
    const results = new ResultSet(this.table, query);
    if (this.recentSearches.has(key)) this.resultCache.set(key, results);
    else this.recentSearches.set(key, true);
    return results;
  }

  private facetsOf(key: string, results: ResultSet): Facets {
    const cached = this.facetCache.get(key);
    if (cached) return cached;
    const facets = results.countFacets();
    this.facetCache.set(key, facets);
    return facets;
  }

  /** Relevance counts only when sorted by newest: tier by tier, each newest first. */
  private slotsOf(
    results: ResultSet,
    sort: SortOrder,
    { offset, after, limit }: PageRequest,
  ): { slot: number; tier: number }[] {
    const sorted = this.sortedBy(sort);
    const isRanked = results.isRanked && sort === 'newest';
    const found: { slot: number; tier: number }[] = [];
    let toSkip = after ? 0 : offset;
    let seen = 0;
    for (
      let tier = isRanked ? 0 : LOOSEST_TIER;
      tier <= LOOSEST_TIER && found.length < limit && seen < results.total;
      tier += 1
    ) {
      const { bits, count } = isRanked ? results.tier(tier) : { bits: results.all, count: results.total };
      seen += count;
      if (after && tier < after.tier) continue;
      if (toSkip < count) {
        const slots = sorted.page(bits, count, {
          reversed: sort.endsWith('-desc'),
          after: after?.tier === tier ? after : undefined,
          offset: toSkip,
          limit: limit - found.length,
        });
        for (const slot of slots) found.push({ slot, tier });
      }
      toSkip = Math.max(0, toSkip - count);
    }
    return found;
  }

  private positionOf({ slot, tier }: { slot: number; tier: number }, sort: SortOrder): SortPosition {
    const { id, createdAt, pricePaise, name, stock } = this.table.row(slot);
    const keys: Record<SortOrder, number | string> = {
      newest: createdAt,
      name,
      'price-asc': pricePaise,
      'price-desc': pricePaise,
      'stock-asc': stock,
      'stock-desc': stock,
    };
    return { tier, key: keys[sort], id };
  }

  private sortedBy(sort: SortOrder): SortedSlots {
    const { newest, price, name, stock } = this.table.sorted;
    return { newest, name, 'price-asc': price, 'price-desc': price, 'stock-asc': stock, 'stock-desc': stock }[sort];
  }
}
