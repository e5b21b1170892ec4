import fc from 'fast-check';
import type { ProductFacets, ProductSort } from '@rangavalli/contracts/entities/product-query';
import { familiesOf, isFamily } from '../colour-families.js';
import type { Found, SearchedProduct, Wanted } from '../search-engine.js';
import { MemoryEngine } from './memory-engine.js';
import { labelKey } from './text.js';

const id = (number: number): string => number.toString(16).padStart(24, '0');
let versions = 0;
const aSearched = (fields: Partial<SearchedProduct> = {}): SearchedProduct => ({
  id: id(1),
  version: String((versions += 1)),
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

/** The same answers by looking at every product. */
class Plain {
  readonly products = new Map<string, SearchedProduct>();

  put = (product: SearchedProduct) => this.products.set(product.id, product);
  remove = (gone: string) => this.products.delete(gone);

  matching(wanted: Wanted, ...but: string[]): SearchedProduct[] {
    return [...this.products.values()].filter((product) =>
      Object.entries(conditions(wanted)).every(([name, holds]) => but.includes(name) || holds(product)),
    );
  }

  sorted(wanted: Wanted): string[] {
    const by = {
      newest: ({ createdAt }: SearchedProduct) => -createdAt,
      'price-asc': (p: SearchedProduct) => p.pricePaise,
      'price-desc': (p: SearchedProduct) => -p.pricePaise,
      name: (p: SearchedProduct) => p.name.toLowerCase(),
    }[wanted.sort];
    const ids = wanted.sort === 'newest' || wanted.sort === 'price-asc' ? -1 : 1;
    const compare = <T>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);
    const tier = (product: SearchedProduct) =>
      wanted.q !== undefined && wanted.sort === 'newest' ? tierOf(product, wanted.q) : 0;
    return this.matching(wanted)
      .sort((one, other) => tier(one) - tier(other) || compare(by(one), by(other)) || ids * compare(one.id, other.id))
      .map((product) => product.id);
  }

  facets(wanted: Wanted): ProductFacets {
    const counted = (kind: 'weave' | 'colour', of: (product: SearchedProduct) => string[]) =>
      tally(this.matching(wanted, kind).flatMap((product) => [...new Set(of(product).map(labelKey))]));
    const offered = ({ sizes }: SearchedProduct) =>
      sizes
        .filter(({ stock }) => wanted.inStock === undefined || stock > 0 === wanted.inStock)
        .map(({ size }) => labelKey(size));
    const available = this.matching(wanted, 'availability');
    const inStock = available.filter((product) => there(product, wanted)).length;
    return {
      weave: counted('weave', ({ weave }) => (weave ? [weave] : [])),
      colour: counted('colour', ({ colour }) => (colour ? familiesOf(colour) : [])),
      size: tally(this.matching(wanted, 'size', 'availability').flatMap(offered)),
      availability: { inStock, outOfStock: available.length - inStock },
    } as ProductFacets;
  }
}

const text = (product: SearchedProduct) =>
  [product.name, ...product.tags, product.weave, product.colour, product.category].join(' ').toLowerCase();
const one = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
const there = ({ stock, sizes }: SearchedProduct, { size }: Wanted) =>
  size?.length ? sizes.some((offered) => isAmong(size, offered.size) && offered.stock > 0) : stock > 0;
const isAmong = (labels: readonly string[], label: string | undefined) =>
  label !== undefined && labels.some((other) => labelKey(other) === labelKey(label));

/** 0 in the title, 1 anywhere, 2 begun, 3 inside; 9 not at all. The worst of all words. */
function tierOf(product: SearchedProduct, q: string): number {
  const [title, all] = [text(product).split(/[^a-z]+/), `${text(product)} ${product.description}`.split(/[^a-z]+/)];
  return Math.max(
    ...q
      .split(' ')
      .filter(Boolean)
      .map((word) => {
        const form = one(word);
        const forms = [word, form, `${form}s`];
        if (forms.some((exact) => title.includes(exact))) return 0;
        if (forms.some((exact) => all.includes(exact))) return 1;
        if (all.some((other) => other.startsWith(form))) return 2;
        return form.length > 2 && all.some((other) => other.includes(form)) ? 3 : 9;
      }),
  );
}

const conditions = (wanted: Wanted): Record<string, (product: SearchedProduct) => boolean> => ({
  category: ({ category }) => !wanted.category?.length || wanted.category.includes(category),
  words: (product) => wanted.q === undefined || tierOf(product, wanted.q) < 9,
  weave: ({ weave }) => !wanted.weave?.length || isAmong(wanted.weave, weave),
  colour: ({ colour }) =>
    !wanted.colour?.length ||
    (colour !== undefined &&
      wanted.colour.some((asked) =>
        isFamily(asked)
          ? familiesOf(colour).some((family) => labelKey(family) === labelKey(asked))
          : labelKey(asked) === labelKey(colour),
      )),
  size: ({ sizes }) => !wanted.size?.length || sizes.some(({ size }) => isAmong(wanted.size ?? [], size)),
  price: ({ pricePaise }) =>
    pricePaise >= (wanted.minPaise ?? 0) && pricePaise <= (wanted.maxPaise ?? Number.POSITIVE_INFINITY),
  availability: (product) => wanted.inStock === undefined || there(product, wanted) === wanted.inStock,
});

function tally(labels: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}
const asSet = (counted: ProductFacets['weave']) =>
  counted.map(({ value, count }) => `${labelKey(value)} ${count}`).sort();

const words = ['silk', 'silks', 'artsilk', 'silken', 'cotton', 'cot', 'lotus', 'ka', 'kanchi'];
const wordList = (max: number) => fc.array(fc.constantFrom(...words), { maxLength: max }).map((list) => list.join(' '));
const aLabel = fc.option(fc.constantFrom('Temple border', 'temple-border', 'Jaal', 'Ikat'), { nil: undefined });
const aColour = fc.option(fc.constantFrom('Navy and brick', 'Zebra', 'gold', 'Red'), { nil: undefined });
const pieces = fc.integer({ min: 0, max: 2 });
const change = fc.record({
  number: fc.integer({ min: 1, max: 24 }),
  gone: fc.boolean(),
  name: wordList(3),
  description: wordList(3),
  tags: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  category: fc.constantFrom('saree' as const, 'pant' as const),
  weave: aLabel,
  colour: aColour,
  pricePaise: fc.constantFrom(1, 99_999, 100_000, 500_000),
  createdAt: fc.integer({ min: 0, max: 3 }),
  sizes: fc.uniqueArray(fc.record({ size: fc.constantFrom('S', 'M', '2-3Y'), stock: pieces }), {
    selector: ({ size }) => size,
    maxLength: 3,
  }),
  loose: pieces,
});
const few = <T>(values: T[]) => fc.option(fc.array(fc.constantFrom(...values), { maxLength: 2 }), { nil: undefined });
const search = fc.record({
  sort: fc.constantFrom<ProductSort>('newest', 'price-asc', 'price-desc', 'name'),
  q: fc.option(
    fc
      .array(fc.constantFrom('silk', 'silks', 'cot', 'ka', 'k', 'lotus', 'anch'), { minLength: 1, maxLength: 2 })
      .map((list) => list.join(' ')),
    { nil: undefined },
  ),
  category: few(['saree', 'pant'] as const as unknown as ('saree' | 'pant')[]),
  weave: few(['temple_border', 'JAAL']),
  colour: few(['red', 'Zebra', 'Blue', 'navy and brick']),
  size: few(['s', '2-3y']),
  minPaise: fc.option(fc.constantFrom(2, 100_000), { nil: undefined }),
  maxPaise: fc.option(fc.constantFrom(99_999, 100_000), { nil: undefined }),
  inStock: fc.option(fc.boolean(), { nil: undefined }),
});

describe('the engine in memory', () => {
  it('answers as looking at every product would, through any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { maxLength: 12 }), search), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (rounds, limit) => {
          const [engine, plain] = [new MemoryEngine(), new Plain()];
          for (const [edits, wanted] of rounds) {
            for (const { number, gone, sizes, loose, ...fields } of edits) {
              const stock = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.stock, 0) : loose;
              const product = aSearched({ ...fields, id: id(number), sizes, stock });
              if (gone) plain.remove(product.id);
              else plain.put(product);
              await (gone ? engine.remove([product.id]) : engine.put([product]));
            }
            // A word that nothing has is forgiven, which is no matter of comparing.
            if (
              wanted.q
                ?.split(' ')
                .some((word) => ![...plain.products.values()].some((product) => tierOf(product, word) < 9))
            )
              continue;
            const expected = plain.sorted(wanted);
            const found = await engine.find(wanted, { skip: 0, limit: 100, facets: true });
            expect([found.ids, found.total]).toEqual([expected, expected.length]);
            const facets = plain.facets(wanted);
            expect(found.facets?.availability).toEqual(facets.availability);
            for (const kind of ['weave', 'colour', 'size'] as const)
              expect(asSet(found.facets?.[kind] ?? [])).toEqual(asSet(facets[kind]));
            expect((await engine.find(wanted, { skip: 2, limit, facets: false })).ids).toEqual(
              expected.slice(2, 2 + limit),
            );
            expect(await throughCursors(engine, wanted, limit)).toEqual(expected);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('goes on behind a cursor where it was, whatever came and went', async () => {
    const engine = new MemoryEngine();
    await engine.put(Array.from({ length: 10 }, (_, k) => aSearched({ id: id(k), createdAt: k })));
    const wanted: Wanted = { sort: 'newest' };
    const { ids, next } = await engine.find(wanted, { skip: 0, limit: 4, facets: false });
    expect(ids).toEqual([9, 8, 7, 6].map(id));
    await engine.put([aSearched({ id: id(20), createdAt: 20 })]);
    await engine.remove([id(6), id(5)]);
    expect((await engine.find(wanted, { skip: 0, after: next, limit: 3, facets: false })).ids).toEqual(
      [4, 3, 2].map(id),
    );
  });

  const shelf = [
    aSearched({ id: id(1), name: 'Kanchipuram silk saree', colour: 'Peacock', createdAt: 1 }),
    aSearched({ id: id(2), name: 'Banarasi saree', description: 'Of silk', createdAt: 2 }),
    aSearched({ id: id(3), name: 'Artsilk dupatta', category: 'pant', createdAt: 3 }),
    aSearched({
      id: id(4),
      name: 'Silken stole',
      category: 'pant',
      description: 'Grandmother’s café crème',
      createdAt: 4,
    }),
  ];
  const stocked = async () => {
    const engine = new MemoryEngine();
    await engine.put(shelf);
    return engine;
  };
  const find = async (q: string): Promise<Found> =>
    (await stocked()).find({ q, sort: 'newest' }, { skip: 0, limit: 9, facets: false });

  it('puts a word in the name before one in the description, a beginning and an inside', async () => {
    expect((await find('silk')).ids).toEqual([1, 2, 4, 3].map(id));
  });

  it.each([
    ['slik', 'silk'],
    ['kanchipram', 'kanchipuram'],
    ['kanchivaram', 'kanchipuram'],
    ['banrasi saree', 'banarasi saree'],
    ['bananrasii', 'banarasi'],
    ['peakock', 'peacock'],
  ])('takes %s for %s', async (typed, meant) => {
    const found = await find(typed);
    expect(found.understood).toBe(meant);
    expect(found.ids).toEqual((await find(meant)).ids);
  });

  it.each(['grandmothers', "grandmother's", 'cafe', 'CRÈME'])('finds %s however it is written', async (q) => {
    expect((await find(q)).ids).toEqual([id(4)]);
  });

  it.each(['', ' ', '()', 'zebra', 'xyz', 'saree zebra'])('finds nothing for %j, and says so plainly', async (q) => {
    expect(await find(q)).toMatchObject({ ids: [], total: 0, next: undefined, understood: undefined });
  });

  it('suggests what can be typed, with what it finds', async () => {
    const suggest = async (typed: string) => (await stocked()).suggest(typed, 3);
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
      understood: 'silk sa',
    });
    expect(await suggest('banrasi')).toMatchObject({
      phrases: [{ text: 'banarasi', count: 1 }],
      ids: [id(2)],
      understood: 'banarasi',
    });
    expect(await suggest('zzzzz')).toEqual({ phrases: [], ids: [] });
  });
});

async function throughCursors(engine: MemoryEngine, wanted: Wanted, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Found['next']; ;) {
    const found = await engine.find(wanted, { skip: 0, after, limit, facets: false });
    ids.push(...found.ids);
    // There is a next page only where something is on it.
    expect(found.ids.length > 0 || found.total === 0).toBe(true);
    after = found.next;
    if (!after) return ids;
  }
}
