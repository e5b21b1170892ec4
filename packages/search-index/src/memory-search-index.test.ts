import fc from 'fast-check';
import { colourFamiliesOf, isColourFamily } from './colour-families.js';
import { Lexicon } from './lexicon/lexicon.js';
import { MemorySearchIndex } from './memory-search-index.js';
import type { FacetValue, IndexedProduct, SearchQuery, SearchResults, SortOrder } from './search-index.js';
import { labelKey } from './text.js';

type Product = IndexedProduct<string>;
type Index = MemorySearchIndex<string>;

const id = (number: number): string => number.toString(16).padStart(24, '0');
let versions = 0;
const buildProduct = (fields: Partial<Product> = {}): Product => ({
  id: id(1),
  version: String((versions += 1)),
  document: `document of ${fields.id ?? id(1)}`,
  name: 'Saree',
  description: '',
  tags: [],
  category: 'saree',
  pricePaise: 100,
  stock: 1,
  sizes: [],
  createdAt: 0,
  ...fields,
});

/** The same results by visiting every product. */
class ReferenceIndex {
  readonly products = new Map<string, Product>();

  put = (product: Product) => this.products.set(product.id, product);
  remove = (removed: string) => this.products.delete(removed);

  matching(query: SearchQuery, ...except: string[]): Product[] {
    return [...this.products.values()].filter((product) =>
      Object.entries(conditionsOf(query)).every(([name, holds]) => except.includes(name) || holds(product)),
    );
  }

  sorted(query: SearchQuery): string[] {
    const keyOf = {
      relevance: ({ createdAt }: Product) => -createdAt,
      newest: ({ createdAt }: Product) => -createdAt,
      'price-asc': (p: Product) => p.pricePaise,
      'price-desc': (p: Product) => -p.pricePaise,
      'stock-asc': (p: Product) => p.stock,
      'stock-desc': (p: Product) => -p.stock,
      rating: ({ rating }: Product) => (rating ? -(17.5 + rating.count * rating.average) / (5 + rating.count) : 0),
      name: (p: Product) => p.name.toLowerCase(),
    }[query.sort];
    const idDirection = ['relevance', 'newest', 'price-asc', 'stock-asc', 'rating'].includes(query.sort) ? -1 : 1;
    const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
    const matching = this.matching(query);
    const countOf = (products: Iterable<Product>, category: string) =>
      [...products].filter((product) => product.category === category).length;
    const [main] = ['pant', 'saree']
      .filter((category) => matching.length > 0 && countOf(matching, category) * 2 >= matching.length)
      .sort((a, b) => countOf(this.products.values(), b) - countOf(this.products.values(), a));
    const tier = (product: Product) => {
      if (query.q === undefined || query.sort !== 'relevance') return 0;
      const penalties = penaltiesOf(product, query.q);
      const sum = penalties.reduce((total, one) => total + one, main && product.category !== main ? 2 : 0);
      return (Math.max(...penalties) > 3 ? 1_000 : 0) + (isInStock(product, query) ? 0 : 100) + Math.min(7, sum);
    };
    return matching
      .sort((a, b) => tier(a) - tier(b) || compare(keyOf(a), keyOf(b)) || idDirection * compare(a.id, b.id))
      .map((product) => product.id);
  }

  facets(query: SearchQuery) {
    const valuesOf = (kind: 'weave' | 'colour', labelsOf: (product: Product) => string[]) =>
      tally(this.matching(query, kind).flatMap((product) => [...new Set(labelsOf(product).map(labelKey))]));
    const sizesOf = ({ sizes }: Product) =>
      sizes
        .filter(({ stock }) => query.inStock === undefined || stock > 0 === query.inStock)
        .map(({ size }) => labelKey(size));
    const available = this.matching(query, 'availability');
    const inStock = available.filter((product) => isInStock(product, query)).length;
    return {
      weave: valuesOf('weave', ({ weave }) => (weave ? [weave] : [])),
      colour: valuesOf('colour', ({ colour }) => (colour ? colourFamiliesOf(colour) : [])),
      size: tally(this.matching(query, 'size', 'availability').flatMap(sizesOf)),
      availability: { inStock, outOfStock: available.length - inStock },
      rating: this.ratings(query),
    };
  }

  private ratings(query: SearchQuery) {
    const stars = this.matching(query, 'rating').map(({ rating }) => Math.floor(rating?.average ?? 0));
    return [5, 4, 3, 2, 1].flatMap((min) =>
      stars.includes(min) ? [{ min, count: stars.filter((one) => one >= min).length }] : [],
    );
  }
}

const singularOf = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
const isInStock = ({ stock, sizes }: Product, { size }: SearchQuery) =>
  size?.length ? sizes.some((offered) => includesLabel(size, offered.size) && offered.stock > 0) : stock > 0;
const includesLabel = (labels: readonly string[], label: string | undefined) =>
  label !== undefined && labels.some((other) => labelKey(other) === labelKey(label));

const NO_MATCH = 99;

/** Of each word: 0 in the name, 1 in a label, 2 in a tag, 5 in the description, 6 as a prefix. */
function penaltiesOf(product: Product, q: string): number[] {
  const wordsIn = (...texts: (string | undefined)[]) =>
    texts
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean);
  const fields: [number, string[]][] = [
    [0, wordsIn(product.name)],
    [1, wordsIn(product.weave, product.colour, product.category)],
    [2, wordsIn(...product.tags)],
    [5, wordsIn(product.description)],
  ];
  return q
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const singular = singularOf(word);
      const forms = [word, singular, `${singular}s`];
      const exact = fields.find(([, found]) => found.some((one) => forms.includes(one)));
      if (exact) return exact[0];
      return fields.some(([, found]) => found.some((one) => one.startsWith(singular))) ? 6 : NO_MATCH;
    });
}
const hasMatch = (product: Product, q: string) => !penaltiesOf(product, q).includes(NO_MATCH);

const conditionsOf = (query: SearchQuery): Record<string, (product: Product) => boolean> => ({
  id: ({ id: own }) => !query.id?.length || query.id.includes(own),
  stock: ({ stock }) => query.maxStock === undefined || stock <= query.maxStock,
  soldOutSize: ({ sizes }) =>
    query.hasSoldOutSize === undefined || sizes.some(({ stock }) => stock === 0) === query.hasSoldOutSize,
  category: ({ category }) => !query.category?.length || query.category.includes(category),
  words: (product) => query.q === undefined || hasMatch(product, query.q),
  weave: ({ weave }) => !query.weave?.length || includesLabel(query.weave, weave),
  colour: ({ colour }) =>
    !query.colour?.length ||
    (colour !== undefined &&
      query.colour.some((wanted) =>
        isColourFamily(wanted)
          ? colourFamiliesOf(colour).some((family) => labelKey(family) === labelKey(wanted))
          : labelKey(wanted) === labelKey(colour),
      )),
  size: ({ sizes }) => !query.size?.length || sizes.some(({ size }) => includesLabel(query.size ?? [], size)),
  price: ({ pricePaise }) =>
    pricePaise >= (query.minPaise ?? 0) && pricePaise <= (query.maxPaise ?? Number.POSITIVE_INFINITY),
  availability: (product) => query.inStock === undefined || isInStock(product, query) === query.inStock,
  rating: ({ rating }) => query.minRating === undefined || (rating?.average ?? 0) >= query.minRating,
  handling: ({ handling: { days, isBesideCategory } = { days: 0, isBesideCategory: true }, category }) =>
    !query.handling ||
    days + (isBesideCategory ? (query.handling.byCategory[category] ?? 0) : 0) <= query.handling.maxDays,
});

function tally(labels: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}
const asSet = (values: FacetValue[]) => values.map(({ value, count }) => `${labelKey(value)} ${count}`).sort();

const words = ['silk', 'silks', 'artsilk', 'silken', 'cotton', 'cot', 'lotus', 'kx', 'kanchi'];
const wordList = (max: number) => fc.array(fc.constantFrom(...words), { maxLength: max }).map((list) => list.join(' '));
const weaves = fc.option(fc.constantFrom('Temple border', 'temple-border', 'Jaal', 'Ikat'), { nil: undefined });
const colours = fc.option(fc.constantFrom('Navy and brick', 'Zebra', 'gold', 'Red'), { nil: undefined });
const stocks = fc.integer({ min: 0, max: 2 });
const changes = fc.record({
  number: fc.integer({ min: 1, max: 24 }),
  isRemoval: fc.boolean(),
  name: wordList(3),
  description: wordList(3),
  tags: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  category: fc.constantFrom('saree' as const, 'pant' as const),
  weave: weaves,
  colour: colours,
  pricePaise: fc.constantFrom(1, 99_999, 100_000, 500_000),
  createdAt: fc.integer({ min: 0, max: 3 }),
  sizes: fc.uniqueArray(fc.record({ size: fc.constantFrom('S', 'M', '2-3Y'), stock: stocks }), {
    selector: ({ size }) => size,
    maxLength: 3,
  }),
  stockWithoutSizes: stocks,
  rating: fc.option(fc.record({ average: fc.constantFrom(3, 3.9, 4, 5), count: fc.constantFrom(1, 20) }), {
    nil: undefined,
  }),
  handling: fc.option(fc.record({ days: fc.integer({ min: 0, max: 4 }), isBesideCategory: fc.boolean() }), {
    nil: undefined,
  }),
});
const few = <T>(values: T[]) => fc.option(fc.array(fc.constantFrom(...values), { maxLength: 2 }), { nil: undefined });
const queries = fc.record({
  sort: fc.constantFrom<SortOrder>(
    'relevance',
    'relevance',
    'newest',
    'price-asc',
    'price-desc',
    'name',
    'stock-asc',
    'stock-desc',
    'rating',
  ),
  id: few([id(1), id(2), id(99)]),
  maxStock: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  hasSoldOutSize: fc.option(fc.boolean(), { nil: undefined }),
  q: fc.option(
    fc
      .array(fc.constantFrom('silk', 'silks', 'cot', 'kx', 'k', 'lotus', 'kan'), { minLength: 1, maxLength: 2 })
      .map((list) => list.join(' ')),
    { nil: undefined },
  ),
  category: few(['saree', 'pant']),
  weave: few(['temple_border', 'JAAL']),
  colour: few(['red', 'Zebra', 'Blue', 'navy and brick']),
  size: few(['s', '2-3y']),
  minPaise: fc.option(fc.constantFrom(2, 100_000), { nil: undefined }),
  maxPaise: fc.option(fc.constantFrom(99_999, 100_000), { nil: undefined }),
  inStock: fc.option(fc.boolean(), { nil: undefined }),
  minRating: fc.option(fc.constantFrom(3, 4), { nil: undefined }),
  handling: fc.option(fc.constant({ maxDays: 3, byCategory: { saree: 2, pant: 3 } }), { nil: undefined }),
});

describe('MemorySearchIndex', () => {
  it('returns what visiting every product would, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(changes, { maxLength: 12 }), queries), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (sessions, limit) => {
          const [index, reference] = [new MemorySearchIndex<string>(new Lexicon([])), new ReferenceIndex()];
          for (const [edits, query] of sessions) {
            for (const { number, isRemoval, sizes, stockWithoutSizes, ...fields } of edits) {
              const stock = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.stock, 0) : stockWithoutSizes;
              const product = buildProduct({ ...fields, id: id(number), sizes, stock });
              if (isRemoval) reference.remove(product.id);
              else reference.put(product);
              await (isRemoval ? index.remove([product.id]) : index.put([product]));
            }
            // Words without a match are corrected, which the reference does not do.
            if (
              query.q
                ?.split(' ')
                .some((word) => ![...reference.products.values()].some((product) => hasMatch(product, word)))
            )
              continue;
            const expected = reference.sorted(query);
            const results = await index.search(query, { offset: 0, limit: 100, includeFacets: true });
            expect([results.ids, results.total]).toEqual([expected, expected.length]);
            expect(results.documents).toEqual(expected.map((each) => `document of ${each}`));
            const facets = reference.facets(query);
            expect(results.facets?.availability).toEqual(facets.availability);
            expect(results.facets?.rating).toEqual(facets.rating);
            for (const kind of ['weave', 'colour', 'size'] as const)
              expect(asSet(results.facets?.[kind] ?? [])).toEqual(asSet(facets[kind]));
            expect((await index.search(query, { offset: 2, limit, includeFacets: false })).ids).toEqual(
              expected.slice(2, 2 + limit),
            );
            expect(await readAllPages(index, query, limit)).toEqual(expected);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds by category or exact tag, and the greatest reduction in stock, as visiting every product would', async () => {
    const tags = fc.array(fc.constantFrom('Block Print', 'BLOCK PRINT', 'block-print', 'Jaal'), { maxLength: 3 });
    const edits = fc.record({
      number: fc.integer({ min: 1, max: 8 }),
      isRemoval: fc.boolean(),
      category: fc.constantFrom<string>('saree', 'pant'),
      tags,
      createdAt: fc.integer({ min: 0, max: 3 }),
      stock: fc.integer({ min: 0, max: 1 }),
      reductionPercent: fc.constantFrom(undefined, 0, 5, 30),
    });
    const categories = fc.array(fc.constantFrom<string>('saree', 'pant'), { maxLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { maxLength: 20 }), categories, tags, async (changed, wanted, wantedTags) => {
        const [index, reference] = [new MemorySearchIndex<string>(), new Map<string, Product>()];
        for (const { number, isRemoval, ...fields } of changed) {
          const product = buildProduct({ ...fields, id: id(number) });
          if (isRemoval) reference.delete(product.id);
          else reference.set(product.id, product);
          await (isRemoval ? index.remove([product.id]) : index.put([product]));
        }
        const all = [...reference.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
        const lowerCase = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
        const expected = all.filter(
          (product) =>
            wanted.length + wantedTags.length === 0 ||
            wanted.includes(product.category) ||
            lowerCase(product.tags).some((tag) => lowerCase(wantedTags).includes(tag)),
        );
        expect(await index.findEither({ categories: wanted, tags: wantedTags }, 3)).toEqual({
          ids: expected.slice(0, 3).map((product) => product.id),
          total: expected.length,
        });
        const reductions = all.map(({ stock, reductionPercent = 0 }) => (stock > 0 ? reductionPercent : 0));
        expect(await index.greatestReduction()).toBe(Math.max(0, ...reductions));
      }),
      { numRuns: 150 },
    );
  });

  it('continues after a position although products were added and removed', async () => {
    const index: Index = new MemorySearchIndex();
    await index.put(Array.from({ length: 10 }, (_, k) => buildProduct({ id: id(k), createdAt: k })));
    const query: SearchQuery = { sort: 'newest' };
    const { ids, next } = await index.search(query, { offset: 0, limit: 4, includeFacets: false });
    expect(ids).toEqual([9, 8, 7, 6].map(id));
    await index.put([buildProduct({ id: id(20), createdAt: 20 })]);
    await index.remove([id(6), id(5)]);
    expect((await index.search(query, { offset: 0, after: next, limit: 3, includeFacets: false })).ids).toEqual(
      [4, 3, 2].map(id),
    );
  });

  const products = [
    buildProduct({ id: id(1), name: 'Kanchipuram silk saree', colour: 'Peacock', createdAt: 1 }),
    buildProduct({ id: id(2), name: 'Banarasi saree', description: 'Of silk', createdAt: 2 }),
    buildProduct({ id: id(3), name: 'Artsilk dupatta', category: 'pant', createdAt: 3 }),
    buildProduct({
      id: id(4),
      name: 'Silken stole',
      category: 'pant',
      description: 'Grandmother’s café crème',
      createdAt: 4,
    }),
  ];
  const buildIndex = async () => {
    const index: Index = new MemorySearchIndex();
    await index.put(products);
    return index;
  };
  const search = async (q: string): Promise<SearchResults<string>> =>
    (await buildIndex()).search({ q, sort: 'relevance' }, { offset: 0, limit: 9, includeFacets: false });

  it('returns the document of a product by id', async () => {
    const index = await buildIndex();
    expect([await index.get(id(2)), await index.get(id(9))]).toEqual([`document of ${id(2)}`, undefined]);
  });

  it.each([
    ['kanchipram', 'kanchipuram'],
    ['banrasi saree', 'banarasi saree'],
    ['bananrasii', 'banarasi'],
    ['grandmohters', 'grandmothers'],
  ])('corrects %s to %s', async (typed, corrected) => {
    const results = await search(typed);
    expect(results.correctedQuery).toBe(corrected);
    expect(results.ids).toEqual((await search(corrected)).ids);
  });

  it.each(['grandmothers', "grandmother's", 'cafe', 'CRÈME'])('finds %s in any spelling', async (q) => {
    expect((await search(q)).ids).toEqual([id(4)]);
  });

  it.each(['', ' ', '()', 'zebra', 'xyz', 'saree zebra', 'rand'])(
    'returns no results and no correction for %j',
    async (q) => {
      expect(await search(q)).toMatchObject({ ids: [], total: 0, next: undefined, correctedQuery: undefined });
    },
  );

  it('suggests phrases and the products that they match', async () => {
    const suggest = async (text: string) => {
      const { documents, ...suggestions } = await (await buildIndex()).suggest(text, 3);
      expect(documents).toEqual(suggestions.ids.map((each) => `document of ${each}`));
      return suggestions;
    };
    expect(await suggest('sil')).toMatchObject({
      phrases: [
        { text: 'silk', count: 2 },
        { text: 'silken', count: 1 },
      ],
    });
    expect(await suggest('banarasi sa')).toEqual({ phrases: [{ text: 'banarasi saree', count: 1 }], ids: [id(2)] });
    expect(await suggest('banrassi sa')).toEqual({
      phrases: [{ text: 'banarasi saree', count: 1 }],
      ids: [id(2)],
      correctedQuery: 'banarasi sa',
    });
    expect(await suggest('kanjiviramm')).toMatchObject({
      phrases: [{ text: 'kanjivaram', count: 1 }],
      ids: [id(1)],
      correctedQuery: 'kanjivaram',
    });
    expect(await suggest('kanjee')).toMatchObject({ phrases: [{ text: 'kanjeevaram', count: 1 }], ids: [id(1)] });
    expect(await suggest('చీర')).toMatchObject({ ids: [id(2), id(1)] });
    expect(await suggest('zzzzz')).toEqual({ phrases: [], ids: [] });
  });
});

describe('relevance', () => {
  const banarasiProducts = [
    buildProduct({ id: id(1), name: 'Brocade potli', category: 'bag', weave: 'Banarasi Silk', createdAt: 9 }),
    buildProduct({ id: id(2), name: 'Tanchoi', weave: 'Banarasi Silk', colour: 'Teal', pricePaise: 1_500_000 }),
    buildProduct({ id: id(3), name: 'Surkh Banarasi', weave: 'Banarasi Silk', colour: 'Crimson', stock: 0 }),
    buildProduct({ id: id(4), name: 'Jaal Banarasi', weave: 'Banarasi Silk', colour: 'Navy', pricePaise: 2_500_000 }),
    buildProduct({ id: id(5), name: 'Kesariya', description: 'Falls like a Banarasi; good for sarika.', createdAt: 8 }),
    buildProduct({ id: id(6), name: 'Kadwa', weave: 'Banarasi Silk', colour: 'Rani pink', stock: 0, createdAt: 7 }),
    buildProduct({ id: id(7), name: 'Kadwa note', description: '', tags: ['sarkar'], createdAt: 6 }),
  ];
  const find = async (q: string, fields: Partial<SearchQuery> = {}) => {
    const index: Index = new MemorySearchIndex();
    await index.put(banarasiProducts);
    const { ids, nearest } = await index.search(
      { q, sort: 'relevance', ...fields },
      { offset: 0, limit: 9, includeFacets: false },
    );
    const dropped = nearest?.dropped.map(({ text }) => text);
    return { ids: ids.map((one) => Number(one)), nearest: nearest?.ids.map((one) => Number(one)), dropped };
  };

  it('ranks name before weave, sarees before others, in stock before sold out, without descriptions', async () => {
    expect((await find('banarsi')).ids).toEqual([4, 2, 1, 3, 6]);
    expect((await find('బెనారసి')).ids).toEqual([4, 2, 1, 3, 6]);
  });

  it('matches whole words and beginnings only', async () => {
    expect((await find('falls')).ids).toEqual([5]);
    expect((await find('kesar')).ids).toEqual([5]);
    expect((await find('ocade')).ids).toEqual([]);
    expect((await find('sari')).ids).not.toContain(1);
  });

  it('sorts by other orders regardless of relevance', async () => {
    expect((await find('banarasi', { sort: 'price-asc' })).ids).toEqual([6, 3, 1, 2, 4]);
  });

  it('drops as little as possible where nothing matches all parts', async () => {
    expect(await find('navy banarasi under 20000')).toEqual({ ids: [], nearest: [2, 1, 3, 6], dropped: ['navy'] });
    expect(await find('red tanchoi')).toEqual({ ids: [], nearest: [2], dropped: ['red'] });
    expect(await find('zebra tanchoi')).toEqual({ ids: [], nearest: [2], dropped: ['zebra'] });
  });

  it('offers words that begin alike, then everything, for an unknown word', async () => {
    expect(await find('tancxyzw')).toEqual({ ids: [], nearest: [2], dropped: ['tancxyzw'] });
    expect((await find('zebra')).nearest).toHaveLength(7);
    expect((await find('zebra', { category: ['hat'] })).nearest).toBeUndefined();
  });

  it('puts what sells more first among equally relevant products, then what is newer', async () => {
    const index: Index = new MemorySearchIndex();
    const sold = [1, 2, 3, 4].map((one) =>
      buildProduct({
        id: id(one),
        name: 'Ashavali',
        description: '',
        tags: [],
        stock: one === 4 ? 0 : 1,
        createdAt: one,
      }),
    );
    await index.put(sold);
    const search = (limit: number, after?: SearchResults<string>['next']) =>
      index.search({ q: 'ashavali', sort: 'relevance' }, { offset: 0, after, limit, includeFacets: false });
    const order = async () => (await search(9)).ids.map(Number);
    expect(await order()).toEqual([3, 2, 1, 4]);
    await index.setUnitsSold(
      new Map([
        [id(1), 3],
        [id(4), 9],
        ['gone', 4],
      ]),
    );
    expect(await order()).toEqual([1, 3, 2, 4]);
    const first = await search(1);
    expect((await search(1, first.next)).ids.map(Number)).toEqual([3]);
    await index.put([{ ...(sold[0] as (typeof sold)[number]), version: 'edited' }]);
    expect(await order()).toEqual([1, 3, 2, 4]);
    await index.setUnitsSold(new Map([[id(2), 1]]));
    expect(await order()).toEqual([2, 3, 1, 4]);
    const all = await index.search({ sort: 'relevance' }, { offset: 0, limit: 9, includeFacets: false });
    expect(all.ids.map(Number)).toEqual([4, 3, 2, 1]);
  });

  it('reads families of synonyms: with a known word as its meaning, without one as a meaning of their own', async () => {
    const index: Index = new MemorySearchIndex();
    await index.put(banarasiProducts);
    const find = async (q: string) => {
      const { ids, interpreted } = await index.search(
        { q, sort: 'relevance' },
        { offset: 0, limit: 9, includeFacets: false },
      );
      return { ids: ids.map(Number), read: interpreted.map(({ kind, label }) => `${kind} ${label}`) };
    };
    expect((await find('zorbani')).read).toEqual([]);
    await index.setSynonyms([
      ['Zorbani', 'banarasi'],
      ['Kadwa', 'kaduva weave'],
    ]);
    expect(await find('zorbani')).toEqual({ ids: (await find('banarasi')).ids, read: ['weave Banarasi'] });
    expect(await find('kaduva weave')).toEqual({ ids: (await find('kadwa')).ids, read: ['tag Kadwa'] });
    const { total } = await index.preview('varnasi cloth', 9, [['varnasi cloth', 'banarasi']]);
    expect(total).toBe((await find('banarasi')).ids.length);
    await index.setSynonyms([]);
    expect((await find('zorbani')).read).toEqual([]);
  });

  it('combines what the text limits with the filters', async () => {
    expect((await find('banarasi under 20000', { inStock: true })).ids).toEqual([2, 1]);
    expect((await find('banarasi', { colour: ['Blue'] })).ids).toEqual([4, 2]);
  });
});

async function readAllPages(index: Index, query: SearchQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: SearchResults<string>['next']; ;) {
    const results = await index.search(query, { offset: 0, after, limit, includeFacets: false });
    ids.push(...results.ids);
    // `next` is only set when the next page has products.
    expect(results.ids.length > 0 || results.total === 0).toBe(true);
    after = results.next;
    if (!after) return ids;
  }
}
