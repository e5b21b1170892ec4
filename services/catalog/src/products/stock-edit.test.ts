import type { ProductInput, ProductPatch } from '@rangavalli/contracts/entities/product';
import {
  buildHold,
  admin,
  inPaise,
  buildProductInput,
  type CatalogUnderTest,
  startCatalog,
} from '../testing/start-catalog.js';

const bySize = [
  { size: 'M', stock: 2 },
  { size: 'S', stock: 0 },
  { size: 'L', stock: 5 },
];
const sizes = ['M', 'S', 'L'];

describe('stock edits of admins', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const input = (fields: Partial<ProductInput>) => {
    const { stock: _stock, sizes: _sizes, ...rest } = buildProductInput();
    return { ...rest, ...fields };
  };
  const post = (fields: Partial<ProductInput>) => catalog.call('POST /products/create', { body: input(fields) }, admin);
  const put = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  const createSized = async () => (await post({ sizeStock: bySize })).body.product;

  it('derive sizes and the sum from the stock of each size', async () => {
    for (const beside of [{}, { stock: 7 }, { sizes: ['S', 'M', 'L'] }, { stock: 7, sizes, sareeType: undefined }]) {
      expect((await post({ sizeStock: bySize, ...beside })).body.product).toMatchObject({
        stock: 7,
        sizes,
        sizeStock: bySize,
      });
    }
    const product = await createSized();
    const changed = await put(product._id, {
      sizeStock: [
        { size: ' XL ', stock: 3 },
        { size: 'M', stock: 1 },
      ],
    });
    expect(changed.body.product).toEqual({
      ...product,
      stock: 4,
      sizes: ['XL', 'M'],
      sizeStock: [
        { size: 'XL', stock: 3 },
        { size: 'M', stock: 1 },
      ],
      updatedAt: changed.body.product.updatedAt,
    });
  });

  it('show sizeStock only for products that count by size', async () => {
    const product = await createSized();
    const plain = await catalog.create({ sizes: ['S'], stock: 3 });
    for (const query of [{}, { sort: 'newest' }]) {
      const { body } = await catalog.call('GET /products/getAll', { query });
      expect(body.products.find(({ _id }) => _id === product._id)).toEqual(product);
      expect(Object.keys(body.products.find(({ _id }) => _id === plain._id) ?? {})).not.toContain('sizeStock');
    }
    expect(
      (await catalog.call('GET /products/getOne/{id}', { params: { id: product._id } })).body.product.sizeStock,
    ).toEqual(bySize);
    expect((await catalog.request('rpc.catalog.products.get', { ids: [product._id] })).products).toEqual([
      inPaise(product),
    ]);
  });

  it.each<[string, Partial<ProductInput>, string]>([
    ['a different sum', { stock: 8 }, 'stock'],
    ['an additional size', { sizes: [...sizes, 'XL'] }, 'sizes'],
    ['a different size', { sizes: ['S', 'M', 'XL'] }, 'sizes'],
  ])('reject %s that contradicts sizeStock', async (_, beside, field) => {
    const rejection = {
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: { fields: { [field]: expect.stringMatching(/^must be the s/) } } },
    };
    expect(await post({ sizeStock: bySize, ...beside })).toMatchObject(rejection);
    const { _id } = await catalog.create({ stock: 3 });
    expect(await put(_id, { sizeStock: bySize, ...beside })).toMatchObject(rejection);
    expect(await catalog.stockOf(_id)).toBe(3);
  });

  it.each<[string, unknown]>([
    [
      'a duplicate size',
      [
        { size: 'M', stock: 1 },
        { size: 'M ', stock: 2 },
      ],
    ],
    ['a negative stock', [{ size: 'M', stock: -1 }]],
    ['a fractional stock', [{ size: 'M', stock: 0.5 }]],
    ['a size without a name', [{ size: ' ', stock: 1 }]],
  ])('reject %s', async (_, sizeStock) => {
    expect((await post({ sizeStock: sizeStock as ProductInput['sizeStock'] })).body.code).toBe('VALIDATION_FAILED');
  });

  it('require stock or sizeStock for a new product', async () => {
    for (const fields of [{}, { sizeStock: [] }]) {
      expect((await post(fields)).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fields: { stock: 'This field is required.' } },
      });
    }
    const product = (await post({ sizeStock: [], stock: 4, sizes: ['S'] })).body.product;
    expect(product).toMatchObject({ stock: 4, sizes: ['S'] });
    expect(product.sizeStock).toBeUndefined();
  });

  it('return to one stock for all sizes', async () => {
    const product = await createSized();
    const { body } = await put(product._id, { sizeStock: [] });
    const { sizeStock: _sizeStock, ...rest } = product;
    expect(body.product).toEqual({ ...rest, updatedAt: body.product.updatedAt });
    expect((await catalog.products.findById(product._id).lean())?.sizeStock).toBeUndefined();
    const { _id } = await createSized();
    expect((await put(_id, { sizeStock: [], stock: 30, sizes: ['M', 'XL'] })).body.product).toMatchObject({
      stock: 30,
      sizes: ['M', 'XL'],
    });
    expect((await put(_id, { stock: 2, sizes: [] })).body.product).toMatchObject({ stock: 2, sizes: [] });
  });

  it('reject one stock where each size has its own', async () => {
    const product = await createSized();
    const rejection = { status: 409, body: { code: 'STOCK_BY_SIZE' } };
    for (const body of [
      { stock: 8 },
      { stock: 0, price: 1 },
      { sizes: ['M'] },
      { sizes: [] },
      { sizes: [...sizes, 'XL'], stock: 7 },
    ])
      expect(await put(product._id, body)).toMatchObject(rejection);
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: product._id } })).body.product).toEqual(
      product,
    );
  });

  it('accept unchanged stock and leave it alone in other edits', async () => {
    const product = await createSized();
    for (const body of [
      { stock: 7, price: 5 },
      { sizes: ['L', 'M', 'S'], price: 6 },
      { stock: 7, sizes, price: 7 },
      { price: 8 },
    ]) {
      const changed = await put(product._id, body);
      expect(changed.body.product).toEqual({
        ...product,
        price: body.price,
        updatedAt: changed.body.product.updatedAt,
      });
    }
  });

  it('keep concurrent holds when an edit repeats the old stock', async () => {
    const product = await createSized();
    const edits = Array.from({ length: 20 }, (_, k) => put(product._id, { stock: 7, price: 100 + k }));
    const held = catalog.request('rpc.catalog.stock.hold', buildHold([product._id, 2, 'L']));
    for (const { status, body } of await Promise.all(edits))
      expect([status, body.code]).toEqual(status === 200 ? [200, undefined] : [409, 'STOCK_BY_SIZE']);
    expect(await held).toMatchObject({ outcome: 'held' });
    expect((await catalog.products.findById(product._id).lean())?.sizeStock).toEqual([
      { size: 'M', stock: 2 },
      { size: 'S', stock: 0 },
      { size: 'L', stock: 3 },
    ]);
  });

  it('set the available units regardless of holds', async () => {
    const product = await createSized();
    const hold = buildHold([product._id, 2, 'M']);
    await catalog.request('rpc.catalog.stock.hold', hold);
    await put(product._id, {
      sizeStock: [
        { size: 'M', stock: 10 },
        { size: 'S', stock: 1 },
      ],
    });
    await catalog.request('rpc.catalog.stock.release', hold);
    expect(await catalog.products.findById(product._id).lean()).toMatchObject({
      stock: 13,
      sizes: ['M', 'S'],
      sizeStock: [
        { size: 'M', stock: 12 },
        { size: 'S', stock: 1 },
      ],
    });
  });

  describe('with the stock that the editor saw', () => {
    const seen = { stock: 7, sizeStock: bySize };
    /** The two that the editor saw. */
    const sellM = (id: string) => catalog.request('rpc.catalog.stock.hold', buildHold([id, 2, 'M']));
    const sizesOf = async (id: string) => (await catalog.products.findById(id).lean())?.sizeStock;

    it('keep the units of other sizes that were sold meanwhile', async () => {
      const product = await createSized();
      await sellM(product._id);
      const body = { sizeStock: bySize.map((entry) => (entry.size === 'S' ? { size: 'S', stock: 8 } : entry)) };
      const edited = await put(product._id, { ...body, stockWas: seen });
      expect(edited.body.product).toMatchObject({
        stock: 13,
        sizeStock: [
          { size: 'M', stock: 0 },
          { size: 'S', stock: 8 },
          { size: 'L', stock: 5 },
        ],
      });
      // A call is repeated when its response was lost.
      expect((await put(product._id, { ...body, stockWas: seen })).body.product.sizeStock).toEqual(
        edited.body.product.sizeStock,
      );
    });

    it('reject a number that changed meanwhile, with the present ones', async () => {
      const product = await createSized();
      await sellM(product._id);
      const now = bySize.map((entry) => (entry.size === 'M' ? { size: 'M', stock: 0 } : entry));
      const sizeStock = bySize.map((entry) => (entry.size === 'M' ? { size: 'M', stock: 9 } : entry));
      expect(await put(product._id, { sizeStock, stockWas: seen, price: 1 })).toMatchObject({
        status: 409,
        body: {
          code: 'STOCK_CHANGED',
          message: 'The stock of some sizes has changed. Please check the numbers and save again.',
          details: { fields: { 'sizeStock.0.stock': 'Now 0, was 2' }, stock: 5, sizes, sizeStock: now },
        },
      });
      expect(await sizesOf(product._id)).toEqual(now);
      expect((await put(product._id, { sizeStock, stockWas: { stock: 5, sizeStock: now } })).body.product.stock).toBe(
        14,
      );
    });

    it('add and remove sizes, unless somebody else did', async () => {
      const product = await createSized();
      await sellM(product._id);
      const sizeStock = [
        { size: 'XL', stock: 1 },
        { size: 'M', stock: 2 },
      ];
      expect((await put(product._id, { sizeStock, stockWas: seen })).body.product.sizeStock).toEqual([
        { size: 'XL', stock: 1 },
        { size: 'M', stock: 0 },
      ]);
      expect(await put(product._id, { sizeStock: bySize, stockWas: seen })).toMatchObject({
        status: 409,
        body: { code: 'STOCK_CHANGED', details: { fields: { sizeStock: 'Sizes now XL, M' } } },
      });
    });

    it('compare one stock, also when sizes get their own or lose it', async () => {
      const { _id } = await catalog.create({ stock: 7, sizes });
      await catalog.request('rpc.catalog.stock.hold', buildHold([_id, 3, 'M']));
      const stockWas = { stock: 7 };
      expect((await put(_id, { stock: 7, stockWas, price: 5 })).body.product).toMatchObject({ stock: 4, price: 5 });
      expect((await put(_id, { stock: 9, stockWas })).body).toMatchObject({
        code: 'STOCK_CHANGED',
        message: 'The stock has changed to 4. Please check it and save again.',
        details: { fields: { stock: 'Now 4, was 7' }, stock: 4, sizes },
      });
      expect((await put(_id, { sizeStock: bySize, stockWas })).body).toMatchObject({
        code: 'STOCK_CHANGED',
        details: { fields: { sizeStock: 'Now 4 in all, was 7' } },
      });
      expect((await put(_id, { stock: 9, stockWas: { stock: 4 } })).body.product.stock).toBe(9);
      expect((await put(_id, { stock: 9, stockWas: { stock: 4 } })).status).toBe(200);
      expect((await put(_id, { sizeStock: bySize, stockWas: { stock: 9 } })).body.product.sizeStock).toEqual(bySize);
      expect((await put(_id, { stock: 8, stockWas: { stock: 9 } })).body.code).toBe('STOCK_BY_SIZE');
      await sellM(_id);
      expect((await put(_id, { sizeStock: [], stock: 12, stockWas: seen })).body.code).toBe('STOCK_CHANGED');
      expect((await put(_id, { sizeStock: [], stockWas: seen })).body.product.stock).toBe(5);
      expect((await put(_id, { sizeStock: bySize, stockWas: seen })).body).toMatchObject({
        code: 'STOCK_CHANGED',
        details: { fields: { sizeStock: 'One stock now, 5' } },
      });
    });
  });
});
