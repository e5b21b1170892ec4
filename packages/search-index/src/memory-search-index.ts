import { LRUCache } from 'lru-cache';
import { ProductTable } from './product-table.js';
import { MAX_BIT_SETS, ResultSet } from './result-set.js';
import type {
  EitherLabel,
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
import type { Lexicon } from './lexicon/lexicon.js';
import { builtInLexicon, lexiconWith, type SynonymFamily } from './lexicon/synonyms.js';
import { describeParts } from './query/interpreted-part.js';
import { interpretQuery, type QueryPart } from './query/interpreter.js';
import { queryWordsOf } from './query/query-words.js';
import { TIERS } from './query/ranking.js';
import { countTermIn, productCount, type Term } from './vocabulary.js';

const MAX_CACHED_FACETS = 500;
const MAX_CACHED_RESULTS = 500;
const MAX_CACHED_RESULT_BYTES = 24 * 1024 * 1024;
/** A result set is cached from the second search on, so that one-off searches do not evict others. */
const MAX_RECENT_SEARCHES = 200;
const RESULT_OVERHEAD_BYTES = 4_000;
const CANDIDATES_PER_PHRASE = 5;
const MAX_NEAREST = 12;

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

  constructor(private lexicon: Lexicon = builtInLexicon) {}

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

  async setSynonyms(families: readonly SynonymFamily[]): Promise<void> {
    this.lexicon = lexiconWith(families);
    this.clearCaches();
  }

  async setUnitsSold(units: ReadonlyMap<string, number>): Promise<void> {
    this.table.setUnitsSold(units);
  }

  async search({ sort, ...query }: SearchQuery, page: PageRequest): Promise<SearchResults<D>> {
    const key = JSON.stringify(query);
    const results = this.resultsOf(key, query);
    const order = query.q === undefined && sort === 'relevance' ? 'newest' : sort;
    return {
      ...this.pageOf(results, order, page),
      facets: page.includeFacets ? this.facetsOf(key, results) : undefined,
    };
  }

  async preview(q: string, limit: number, families: readonly SynonymFamily[]): Promise<SearchResults<D>> {
    const interpretation = interpretQuery(q, lexiconWith(families), this.table);
    const results = new ResultSet(this.table, { q }, interpretation);
    return this.pageOf(results, 'relevance', { offset: 0, limit, includeFacets: false });
  }

  private pageOf(results: ResultSet, sort: SortOrder, page: PageRequest): SearchResults<D> {
    const isRanked = sort === 'relevance';
    // One more than requested shows whether there is a next page.
    const found = this.slotsOf(results, sort, isRanked, { ...page, limit: page.limit + 1 });
    const onPage = found.slice(0, page.limit);
    const last = onPage.at(-1);
    const parts = results.interpretation?.parts ?? [];
    return {
      ...this.readRows(onPage),
      total: results.total,
      next: last && found.length > onPage.length ? this.positionOf(last, sort) : undefined,
      correctedQuery: results.correctedQuery,
      interpreted: describeParts(
        parts.filter(({ kind }) => kind !== 'word'),
        parts,
      ),
      nearest: this.nearestOf(results),
    };
  }

  async suggest(text: string, limit: number): Promise<Suggestions<D>> {
    const words = queryWordsOf(text);
    const prefix = words.pop();
    const start = words.join(' ');
    const before = words.length > 0 ? this.resultsOfText(start) : undefined;
    if (!prefix || before?.total === 0) return { phrases: [], ids: [], documents: [] };
    const { vocabulary } = this.table;
    const beginning = before?.correctedQuery ?? start;
    const phrase = (word: string) => (beginning ? `${beginning} ${word}` : word);
    const phrasesOf = (terms: readonly Term[]) =>
      terms
        .slice(0, before ? CANDIDATES_PER_PHRASE * limit : limit)
        .filter(({ word }) => !words.includes(word))
        .map((term) => ({
          text: phrase(term.word),
          count: before ? countTermIn(term, before.all) : productCount(term),
        }));
    const formPhrasesOf = (forms: readonly string[]) =>
      forms
        .slice(0, limit)
        .filter((form) => !words.includes(form))
        .map((form) => ({ text: phrase(form), count: this.resultsOfText(phrase(form)).total }));
    const best = (phrases: Suggestions<D>['phrases']) =>
      phrases
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, limit);
    const found = best(phrasesOf(vocabulary.suggest(prefix)));
    const completed = found.length > 0 ? found : best(formPhrasesOf(this.lexicon.complete(prefix)));
    const whole = this.resultsOfText(text);
    const wholePhrase = { text: whole.correctedQuery ?? text.trim(), count: whole.total };
    const phrases = completed.length > 0 ? completed : best([wholePhrase]);
    const correctedQuery = completed.length > 0 ? before?.correctedQuery && phrase(prefix) : whole.correctedQuery;
    const { ids, documents } = await this.search(
      { q: whole.total > 0 ? text : (phrases[0]?.text ?? text), sort: 'relevance' },
      { offset: 0, limit, includeFacets: false },
    );
    return { phrases, ids, documents, correctedQuery };
  }

  async findEither({ categories, tags }: EitherLabel, limit: number): Promise<{ ids: string[]; total: number }> {
    const { all, labels, sorted } = this.table;
    const isAny = categories.length === 0 && tags.length === 0;
    const bits = isAny ? all : labels.category.productsSpelt(categories).union(labels.tag.productsSpelt(tags));
    const total = bits.size();
    const slots = sorted.newest.page(bits, total, { reversed: false, after: undefined, offset: 0, limit });
    return { ids: slots.map((slot) => this.table.row(slot).id), total };
  }

  async greatestReduction(): Promise<number> {
    return this.table.greatestReduction();
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

  private resultsOfText(q: string): ResultSet {
    return this.resultsOf(JSON.stringify({ q }), { q });
  }

  private resultsOf(key: string, query: Omit<SearchQuery, 'sort'>): ResultSet {
    const cached = this.resultCache.get(key);
    if (cached) return cached;
    const interpretation = query.q === undefined ? undefined : interpretQuery(query.q, this.lexicon, this.table);
    const results = new ResultSet(this.table, query, interpretation);
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

  private nearestOf(results: ResultSet): SearchResults<D>['nearest'] {
    const { nearest } = results;
    if (!nearest || nearest.results.total === 0) return undefined;
    // Without the budget, what costs least more comes first.
    const price = nearest.dropped.find((part): part is QueryPart & { kind: 'price' } => part.kind === 'price');
    const sort = price === undefined ? 'relevance' : price.maxPaise === undefined ? 'price-desc' : 'price-asc';
    const page = { offset: 0, limit: MAX_NEAREST, includeFacets: false };
    const slots = this.slotsOf(nearest.results, sort, sort === 'relevance', page);
    const parts = results.interpretation?.parts ?? [];
    return {
      ...this.readRows(slots),
      kept: describeParts(nearest.kept, parts),
      dropped: describeParts(nearest.dropped, parts),
    };
  }

  private readRows(found: readonly { slot: number }[]): { ids: string[]; documents: D[] } {
    const rows = found.map(({ slot }) => this.table.row(slot));
    return { ids: rows.map(({ id }) => id), documents: rows.map(({ document }) => document) };
  }

  /** @param isRanked whether tiers count: each tier is sorted by itself */
  private slotsOf(
    results: ResultSet,
    sort: SortOrder,
    isRanked: boolean,
    { offset, after, limit }: PageRequest,
  ): { slot: number; tier: number }[] {
    const sorted = this.sortedBy(sort);
    const hasTiers = isRanked && results.total > 1;
    const tiers = hasTiers ? TIERS : 1;
    const found: { slot: number; tier: number }[] = [];
    let toSkip = after ? 0 : offset;
    let seen = 0;
    for (let tier = 0; tier < tiers && found.length < limit && seen < results.total; tier += 1) {
      const { bits, count } = hasTiers ? results.ranking.tier(tier) : { bits: results.all, count: results.total };
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
    const { id, createdAt, pricePaise, name, stock, ratingScore } = this.table.row(slot);
    const keys: Record<SortOrder, number | string> = {
      relevance: this.table.salesRank(slot),
      newest: createdAt,
      name,
      'price-asc': pricePaise,
      'price-desc': pricePaise,
      'stock-asc': stock,
      'stock-desc': stock,
      rating: ratingScore,
    };
    return { tier, key: keys[sort], id };
  }

  private sortedBy(sort: SortOrder): SortedSlots {
    const { newest, bestselling, price, name, stock, rating } = this.table.sorted;
    return {
      relevance: bestselling,
      newest,
      name,
      'price-asc': price,
      'price-desc': price,
      'stock-asc': stock,
      'stock-desc': stock,
      rating,
    }[sort];
  }
}
