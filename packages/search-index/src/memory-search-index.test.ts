import fc from 'fast-check';
import { colourFamiliesOf, isColourFamily } from './colour-families.js';
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
      newest: ({ createdAt }: Product) => -createdAt,
      'price-asc': (p: Product) => p.pricePaise,
      'price-desc': (p: Product) => -p.pricePaise,
      'stock-asc': (p: Product) => p.stock,
      'stock-desc': (p: Product) => -p.stock,
      name: (p: Product) => p.name.toLowerCase(),
    }[query.sort];
    const idDirection = ['newest', 'price-asc', 'stock-asc'].includes(query.sort) ? -1 : 1;
    const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
    const tier = (product: Product) =>
      query.q !== undefined && query.sort === 'newest' ? tierOf(product, query.q) : 0;
    return this.matching(query)
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
    };
  }
}

const titleOf = (product: Product) =>
  [product.name, ...product.tags, product.weave, product.colour, product.category].join(' ').toLowerCase();
const singularOf = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
const isInStock = ({ stock, sizes }: Product, { size }: SearchQuery) =>
  size?.length ? sizes.some((offered) => includesLabel(size, offered.size) && offered.stock > 0) : stock > 0;
const includesLabel = (labels: readonly string[], label: string | undefined) =>
  label !== undefined && labels.some((other) => labelKey(other) === labelKey(label));

/** 0 in the title, 1 anywhere, 2 as a prefix, 3 inside a word, 9 no match; the worst of all words. */
function tierOf(product: Product, q: string): number {
  const title = titleOf(product).split(/[^a-z]+/);
  const all = `${titleOf(product)} ${product.description}`.split(/[^a-z]+/);
  return Math.max(
    ...q
      .split(' ')
      .filter(Boolean)
      .map((word) => {
        const singular = singularOf(word);
        const forms = [word, singular, `${singular}s`];
        if (forms.some((exact) => title.includes(exact))) return 0;
        if (forms.some((exact) => all.includes(exact))) return 1;
        if (all.some((other) => other.startsWith(singular))) return 2;
        return singular.length > 2 && all.some((other) => other.includes(singular)) ? 3 : 9;
      }),
  );
}

const conditionsOf = (query: SearchQuery): Record<string, (product: Product) => boolean> => ({
  id: ({ id: own }) => !query.id?.length || query.id.includes(own),
  stock: ({ stock }) => query.maxStock === undefined || stock <= query.maxStock,
  soldOutSize: ({ sizes }) =>
    query.hasSoldOutSize === undefined || sizes.some(({ stock }) => stock === 0) === query.hasSoldOutSize,
  category: ({ category }) => !query.category?.length || query.category.includes(category),
  words: (product) => query.q === undefined || tierOf(product, query.q) < 9,
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
});

function tally(labels: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}
const asSet = (values: FacetValue[]) => values.map(({ value, count }) => `${labelKey(value)} ${count}`).sort();

const words = ['silk', 'silks', 'artsilk', 'silken', 'cotton', 'cot', 'lotus', 'ka', 'kanchi'];
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
});
const few = <T>(values: T[]) => fc.option(fc.array(fc.constantFrom(...values), { maxLength: 2 }), { nil: undefined });
const queries = fc.record({
  sort: fc.constantFrom<SortOrder>('newest', 'price-asc', 'price-desc', 'name', 'stock-asc', 'stock-desc'),
  id: few([id(1), id(2), id(99)]),
  maxStock: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  hasSoldOutSize: fc.option(fc.boolean(), { nil: undefined }),
  q: fc.option(
    fc
      .array(fc.constantFrom('silk', 'silks', 'cot', 'ka', 'k', 'lotus', 'anch'), { minLength: 1, maxLength: 2 })
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
});

describe('MemorySearchIndex', () => {
  it('returns what visiting every product would, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(changes, { maxLength: 12 }), queries), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (sessions, limit) => {
          const [index, reference] = [new MemorySearchIndex<string>(), new ReferenceIndex()];
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
                .some((word) => ![...reference.products.values()].some((product) => tierOf(product, word) < 9))
            )
              continue;
            const expected = reference.sorted(query);
            const results = await index.search(query, { offset: 0, limit: 100, includeFacets: true });
            expect([results.ids, results.total]).toEqual([expected, expected.length]);
            expect(results.documents).toEqual(expected.map((each) => `document of ${each}`));
            const facets = reference.facets(query);
            expect(results.facets?.availability).toEqual(facets.availability);
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
    (await buildIndex()).search({ q, sort: 'newest' }, { offset: 0, limit: 9, includeFacets: false });

  it('returns the document of a product by id', async () => {
    const index = await buildIndex();
    expect([await index.get(id(2)), await index.get(id(9))]).toEqual([`document of ${id(2)}`, undefined]);
  });

  it('ranks names before descriptions, then prefixes, then infixes', async () => {
    expect((await search('silk')).ids).toEqual([1, 2, 4, 3].map(id));
  });

  it.each([
    ['slik', 'silk'],
    ['kanchipram', 'kanchipuram'],
    ['kanchivaram', 'kanchipuram'],
    ['banrasi saree', 'banarasi saree'],
    ['bananrasii', 'banarasi'],
    ['peakock', 'peacock'],
  ])('corrects %s to %s', async (typed, corrected) => {
    const results = await search(typed);
    expect(results.correctedQuery).toBe(corrected);
    expect(results.ids).toEqual((await search(corrected)).ids);
  });

  it.each(['grandmothers', "grandmother's", 'cafe', 'CRÈME'])('finds %s in any spelling', async (q) => {
    expect((await search(q)).ids).toEqual([id(4)]);
  });

  it.each(['', ' ', '()', 'zebra', 'xyz', 'saree zebra'])('returns no results and no correction for %j', async (q) => {
    expect(await search(q)).toMatchObject({ ids: [], total: 0, next: undefined, correctedQuery: undefined });
  });

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
    expect(await suggest('silk sa')).toEqual({ phrases: [{ text: 'silk saree', count: 2 }], ids: [id(2), id(1)] });
    expect(await suggest('slik sa')).toEqual({
      phrases: [{ text: 'silk saree', count: 2 }],
      ids: [id(2), id(1)],
      correctedQuery: 'silk sa',
    });
    expect(await suggest('banrasi')).toMatchObject({
      phrases: [{ text: 'banarasi', count: 1 }],
      ids: [id(2)],
      correctedQuery: 'banarasi',
    });
    expect(await suggest('zzzzz')).toEqual({ phrases: [], ids: [] });
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
