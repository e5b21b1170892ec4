import type { ProductInput } from '@rangavalli/contracts/entities/product';
import { type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

const products: Partial<ProductInput>[] = [
  {
    name: 'Temple border',
    price: 12000,
    weave: 'Kanchipuram Pattu',
    colour: 'Kumkum and green',
    fabric: 'Mulberry silk, tested zari',
    occasion: 'Wedding',
    tags: ['bridal', 'Kanchipuram Pattu'],
    stock: 3,
  },
  {
    name: 'Jaal',
    price: 29500,
    weave: 'Banarasi Silk',
    colour: 'Midnight navy',
    fabric: 'Katan silk',
    occasion: 'Wedding',
    tags: ['kadwa'],
    stock: 0,
  },
  {
    name: 'ajrakh',
    price: 999.5,
    sareeType: 'handloom',
    colour: 'Indigo and madder',
    fabric: 'Cotton',
    occasion: 'Daily wear',
    tags: ['block print'],
    stock: 9,
    description: 'Costs 50% less (really).',
  },
  {
    name: 'Cigarette pant',
    price: 1000,
    category: 'pant',
    sizes: ['XL', 'S', 'M'],
    fabric: 'cotton',
    colour: 'Zebra',
    tags: [],
    stock: 5,
  },
  {
    name: 'Bangles',
    price: 560,
    category: 'accessories',
    sizes: ['2.10', '2.4'],
    fabric: 'Brass',
    colour: 'Red and green',
    tags: [],
    stock: 2,
  },
];

describe('product search', () => {
  let catalog: CatalogUnderTest;
  const getAll = (query: Record<string, unknown>) => catalog.call('GET /products/getAll', { query });
  const names = async (query: Record<string, unknown>) => (await getAll(query)).body.products.map(({ name }) => name);

  beforeAll(async () => {
    catalog = await startCatalog();
    for (const fields of products) await catalog.create(fields);
  });
  afterAll(() => catalog.stop());

  it('returns all products without parameters', async () => {
    for (const query of [{}, { q: '' }, { utm_source: 'mail' }]) {
      const { body } = await getAll(query);
      expect(Object.keys(body).sort()).toEqual(['products', 'success', 'total']);
      expect(body.total).toBe(5);
    }
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ category: 'saree' }, ['ajrakh', 'Jaal', 'Temple border']],
    [{ category: 'pant,accessories' }, ['Bangles', 'Cigarette pant']],
    [{ category: ['pant', 'accessories'] }, ['Bangles', 'Cigarette pant']],
    [{ category: 'saree', sareeType: 'handloom' }, ['ajrakh']],
    [{ tag: 'kanchipuram-pattu' }, ['Temple border']],
    [{ size: 'm' }, ['Cigarette pant']],
    [{ weave: 'banarasi silk,Kanchipuram Pattu' }, ['Jaal', 'Temple border']],
    [{ fabric: 'Mulberry silk, tested zari' }, ['Temple border']],
    [{ fabric: 'cotton' }, ['Cigarette pant', 'ajrakh']],
    [{ colour: 'red' }, ['Bangles', 'ajrakh', 'Temple border']],
    [{ colour: 'Blue,Zebra' }, ['Cigarette pant', 'ajrakh', 'Jaal']],
    [{ occasion: 'Wedding', inStock: 'true' }, ['Temple border']],
    [{ inStock: 'false' }, ['Jaal']],
    [{ minPrice: '999.5', maxPrice: '1000' }, ['Cigarette pant', 'ajrakh']],
    [{ sort: 'price-asc', limit: '2' }, ['Bangles', 'ajrakh']],
    [{ sort: 'price-desc', limit: '1' }, ['Jaal']],
    [{ sort: 'name' }, ['ajrakh', 'Bangles', 'Cigarette pant', 'Jaal', 'Temple border']],
    [{ sort: 'name', limit: '2', page: '3' }, ['Temple border']],
    [{ page: '99' }, []],
  ])('returns for %j %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    // In stock first.
    ['WEDDING sarees', ['Temple border', 'Jaal']],
    ['navy banarasi', ['Jaal']],
    ['బెనారసి చీర', ['Jaal']],
    ['kanjeevaram', ['Temple border']],
    ['kanjeevaram under 10k', []],
    ['sariya', ['ajrakh', 'Temple border', 'Jaal']],
    ['arette', []],
    ['block-print', ['ajrakh']],
    ['50% less (', ['ajrakh']],
    ['.*', []],
    ['$ne', []],
    ['navy cotton', []],
  ])('searches for the words %j', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  it('returns what was read from the text', async () => {
    const { body } = await getAll({ q: 'kanjeevaram saree above ₹10,000' });
    expect([body.total, body.nearest]).toEqual([1, undefined]);
    expect(body.interpreted).toEqual([
      { kind: 'weave', label: 'Kanchipuram', text: 'kanjeevaram', textWithout: 'saree above ₹10000' },
      { kind: 'category', label: 'Saree', text: 'saree', textWithout: 'kanjeevaram above ₹10000' },
      {
        kind: 'price',
        label: 'above ₹10000',
        text: 'above ₹10000',
        textWithout: 'kanjeevaram saree',
        minPrice: 10000,
      },
    ]);
    expect((await getAll({ category: 'saree' })).body.interpreted).toBeUndefined();
  });

  it('returns the nearest products and what was dropped where nothing matches', async () => {
    const { body } = await getAll({ q: 'kanjeevaram under 10k' });
    expect(body).toMatchObject({
      products: [],
      total: 0,
      pages: 0,
      nearest: {
        products: [{ name: 'Temple border' }],
        kept: [{ kind: 'weave', text: 'kanjeevaram' }],
        dropped: [{ kind: 'price', text: 'under 10000', maxPrice: 10000 }],
      },
    });
    const unknown = (await getAll({ q: 'zebu', category: 'pant' })).body;
    expect(unknown).toMatchObject({ total: 0, nearest: { products: [{ name: 'Cigarette pant' }], kept: [] } });
    expect((await getAll({ q: 'zebu', maxPrice: '1' })).body.nearest).toBeUndefined();
  });

  it('sorts a text by relevance, or as requested', async () => {
    expect(await names({ q: 'saree', sort: 'price-desc' })).toEqual(['Jaal', 'Temple border', 'ajrakh']);
    expect(await names({ q: 'saree', sort: 'newest' })).toEqual(['ajrakh', 'Jaal', 'Temple border']);
    expect(await names({ q: 'saree' })).toEqual(['ajrakh', 'Temple border', 'Jaal']);
    expect(await names({ sort: 'relevance', category: 'saree' })).toEqual(['ajrakh', 'Jaal', 'Temple border']);
  });

  it('continues a text by cursor', async () => {
    const first = (await getAll({ q: 'saree', limit: '2' })).body;
    const rest = (await getAll({ q: 'saree', limit: '2', cursor: first.nextCursor })).body;
    expect(rest.products.map(({ name }) => name)).toEqual(['Jaal']);
    const otherOrder = await getAll({ q: 'saree', cursor: first.nextCursor, sort: 'newest' });
    expect(otherOrder.status).toBe(400);
  });

  it('returns pages with a total', async () => {
    const { body } = await getAll({ limit: '2', page: '2' });
    expect(body).toMatchObject({ total: 5, page: 2, pages: 3 });
    expect(body.products).toHaveLength(2);
  });

  describe('with stock by size', () => {
    const only = { category: 'kidswear' as const };
    beforeAll(async () => {
      const kids = { category: 'kidswear' as const, stock: undefined };
      await catalog.create({
        ...kids,
        name: 'Frock',
        sizeStock: [
          { size: '2-3Y', stock: 0 },
          { size: '4-5Y', stock: 2 },
        ],
      });
      await catalog.create({
        ...kids,
        name: 'Kurta',
        sizeStock: [
          { size: '2-3Y', stock: 1 },
          { size: '4-5Y', stock: 0 },
        ],
      });
      await catalog.create({
        ...kids,
        name: 'Sold out',
        sizeStock: [
          { size: '2-3Y', stock: 0 },
          { size: '6-7Y', stock: 0 },
        ],
      });
      await catalog.create({ ...kids, name: 'Shared', stock: 3, sizes: ['2-3Y', '4-5Y'] });
      await catalog.create({ ...kids, name: 'Shared sold out', stock: 0, sizes: ['2-3Y'] });
    });
    afterAll(async () => {
      await catalog.products.deleteMany(only);
      // Deleted without a change notification.
      await catalog.indexer.reconcile();
    });

    it.each<[Record<string, unknown>, string[]]>([
      [{ size: '2-3Y' }, ['Shared sold out', 'Shared', 'Sold out', 'Kurta', 'Frock']],
      [{ size: '2-3y', inStock: 'true' }, ['Shared', 'Kurta']],
      [{ size: '4-5Y', inStock: 'true' }, ['Shared', 'Frock']],
      [{ size: '2-3Y,4-5Y', inStock: 'true' }, ['Shared', 'Kurta', 'Frock']],
      [{ size: '6-7Y', inStock: 'true' }, []],
      [{ size: '2-3Y', inStock: 'false' }, ['Shared sold out', 'Sold out', 'Frock']],
      [{ size: '2-3Y,4-5Y', inStock: 'false' }, ['Shared sold out', 'Sold out']],
      [{ inStock: 'true' }, ['Shared', 'Kurta', 'Frock']],
      [{ inStock: 'false' }, ['Shared sold out', 'Sold out']],
    ])('returns for %j %j', async (query, expected) => {
      expect(await names({ ...only, ...query })).toEqual(expected);
    });

    it.each([{}, { inStock: 'true' }, { inStock: 'false' }])(
      'returns facet counts equal to what each value selects, with %j',
      async (query) => {
        const { facets } = (await getAll({ ...only, ...query, limit: '1' })).body;
        expect(facets?.size.length).toBeGreaterThan(1);
        for (const { value, count } of facets?.size ?? [])
          expect([value, count]).toEqual([value, (await names({ ...only, ...query, size: value })).length]);
      },
    );

    it.each(['2-3Y', '6-7Y', '2-3Y,4-5Y'])('counts availability in the sizes %s', async (size) => {
      for (const query of [{}, { inStock: 'true' }]) {
        const { facets } = (await getAll({ ...only, ...query, size })).body;
        const shown = async (inStock: string) => (await names({ ...only, size, inStock })).length;
        expect(facets?.availability).toEqual({ inStock: await shown('true'), outOfStock: await shown('false') });
      }
    });
  });

  it('counts each facet without its own filter', async () => {
    const { body } = await getAll({ category: 'saree', weave: 'Banarasi Silk' });
    expect(body.total).toBe(1);
    expect(body.facets).toEqual({
      rating: [],
      weave: [
        { value: 'Banarasi Silk', count: 1 },
        { value: 'Kanchipuram Pattu', count: 1 },
      ],
      colour: [{ value: 'Blue', count: 1 }],
      fabric: [{ value: 'Katan silk', count: 1 }],
      occasion: [{ value: 'Wedding', count: 1 }],
      size: [],
      price: [{ min: 25000, max: 49999.99, count: 1 }],
      availability: { inStock: 0, outOfStock: 1 },
    });
  });

  it('counts by colour family, fabric in any case, size order and price range', async () => {
    const { facets } = (await getAll({ page: '1' })).body;
    expect(facets?.colour).toEqual([
      { value: 'Red', count: 3 },
      { value: 'Blue', count: 2 },
      { value: 'Green', count: 2 },
      { value: 'Zebra', count: 1 },
    ]);
    expect(facets?.fabric[0]).toMatchObject({ count: 2 });
    expect(facets?.size.map(({ value }) => value)).toEqual(['S', 'M', 'XL', '2.4', '2.10']);
    expect(facets?.price.map(({ min, count }) => [min, count])).toEqual([
      [0, 2],
      [1000, 1],
      [10000, 1],
      [25000, 1],
    ]);
    expect(facets?.availability).toEqual({ inStock: 4, outOfStock: 1 });
  });

  it.each([
    { category: 'boat' },
    { sareeType: 'x' },
    { minPrice: 'cheap' },
    { minPrice: '-1' },
    { minPrice: '20', maxPrice: '10' },
    { inStock: 'maybe' },
    { sort: 'best' },
    { page: '0' },
    { page: '1.5' },
    { limit: '101' },
    { q: 'x'.repeat(121) },
    { page: ['1', '2'] },
  ])('rejects %j', async (query) => {
    const { status, body } = await getAll(query);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
