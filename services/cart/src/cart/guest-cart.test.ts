import { randomUUID } from 'node:crypto';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildCustomer, buildProduct, type CartFixture, startCart } from '../testing/start-cart.js';

describe("a guest's cart", () => {
  let shop: CartFixture;
  beforeAll(async () => {
    shop = await startCart();
  });
  afterAll(() => shop.stop());

  const line = ({ _id }: Pick<Product, '_id'>, quantity = 1, size?: string) => ({
    productId: _id,
    quantity,
    ...(size === undefined ? {} : { size }),
  });
  const preview = (lines: unknown) => shop.call('POST /cart/preview', { body: { lines } as never });
  const merge = (as: Identity, lines: ReturnType<typeof line>[], mergeId: string = randomUUID()) =>
    shop.call('POST /cart/merge', { body: { mergeId, lines } }, as);
  const show = async (as: Identity) => (await shop.call('GET /cart', {}, as)).body.cart;
  const add = (as: Identity, product: Product, quantity: number, size = '') =>
    shop.call('POST /cart/add', { body: { productId: product._id, quantity, size } }, as);

  describe('preview', () => {
    it('has current prices, leaves out deleted products and stores nothing', async () => {
      const [saree, pant, gone] = [
        shop.putProduct(buildProduct({ price: 0.29 })),
        shop.putProduct(buildProduct({ price: 100, sizes: ['S'] })),
        buildProduct(),
      ];
      const before = await shop.app.get('CartModel').countDocuments();
      const { status, body } = await preview([line(saree, 3), line(gone), line(pant, 2, 'S')]);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          cart: {
            items: [
              { product: saree, size: '', quantity: 3 },
              { product: pant, size: 'S', quantity: 2 },
            ],
            total: 200.87,
            count: 5,
          },
        },
      });
      expect(await shop.app.get('CartModel').countDocuments()).toBe(before);
    });

    it('keeps a quantity beyond the stock', async () => {
      const saree = shop.putProduct(buildProduct({ stock: 1 }));
      expect((await preview([line(saree, 4)])).body.cart).toMatchObject({
        count: 4,
        items: [{ quantity: 4, product: { stock: 1 } }],
      });
    });

    it('may be empty and is validated', async () => {
      expect((await preview([])).body.cart).toEqual({ items: [], total: 0, count: 0 });
      expect((await preview([line(buildProduct(), 0)])).body.code).toBe('VALIDATION_FAILED');
      expect((await preview([{ productId: 'x', quantity: 1 }])).body.code).toBe('VALIDATION_FAILED');
      expect((await preview(Array.from({ length: 101 }, () => line(buildProduct())))).body.code).toBe(
        'VALIDATION_FAILED',
      );
    });

    it('returns 503 when the catalog is unavailable', async () => {
      shop.setCatalogAvailable(false);
      try {
        expect((await preview([line(buildProduct())])).body.code).toBe('UNAVAILABLE');
      } finally {
        shop.setCatalogAvailable(true);
      }
    });
  });

  describe('merge after login', () => {
    it('adds to the lines of the customer', async () => {
      const meena = buildCustomer();
      const [saree, pant] = [
        shop.putProduct(buildProduct()),
        shop.putProduct(buildProduct({ price: 100, sizes: ['S', 'M'] })),
      ];
      await add(meena, pant, 1, 'M');
      const { status, body } = await merge(meena, [line(saree), line(pant, 2, 'M'), line(saree, 2)]);
      expect({ status, notes: body.notes }).toEqual({ status: 200, notes: [] });
      expect(body.cart).toEqual({
        items: [
          { product: pant, size: 'M', quantity: 3, addedPrice: 100 },
          { product: saree, size: '', quantity: 3, addedPrice: saree.price },
        ],
        total: 300 + 3 * saree.price,
        count: 6,
      });
      expect(await show(meena)).toEqual(body.cart);
      expect((await shop.call('POST /cart/merge', { body: { mergeId: randomUUID(), lines: [] } })).body.code).toBe(
        'UNAUTHENTICATED',
      );
    });

    it('adds up to the stock, with a note for each reduced line', async () => {
      const meena = buildCustomer();
      const few = shop.putProduct(buildProduct({ name: 'Few', stock: 3 }));
      const out = shop.putProduct(buildProduct({ name: 'Out', stock: 0 }));
      const pant = shop.putProduct(buildProduct({ name: 'Pant', sizes: ['S'] }));
      const shared = shop.putProduct(buildProduct({ name: 'Shared', stock: 4, sizes: ['S', 'M'] }));
      const gone = buildProduct();
      await add(meena, few, 2);
      await add(meena, shared, 3, 'S');
      const { body } = await merge(meena, [
        line(few, 2),
        line(out),
        line(pant, 1, 'XL'),
        line(pant, 1),
        line(gone, 2),
        line(shared, 2, 'M'),
        line(pant, 1, 'S'),
      ]);
      expect(body.cart.items.map(({ product, size, quantity }) => [product.name, size, quantity])).toEqual([
        ['Few', '', 3],
        ['Shared', 'S', 3],
        ['Shared', 'M', 1],
        ['Pant', 'S', 1],
      ]);
      expect(body.notes).toEqual([
        {
          productId: few._id,
          size: '',
          name: 'Few',
          wanted: 2,
          taken: 1,
          code: 'INSUFFICIENT_STOCK',
          message: 'Sorry, fewer items are left than you requested.',
        },
        {
          productId: out._id,
          size: '',
          name: 'Out',
          wanted: 1,
          taken: 0,
          code: 'OUT_OF_STOCK',
          message: 'Sorry, this is out of stock.',
        },
        {
          productId: pant._id,
          size: 'XL',
          name: 'Pant',
          wanted: 1,
          taken: 0,
          code: 'SIZE_UNKNOWN',
          message: 'This size is not available for this product.',
        },
        {
          productId: pant._id,
          size: '',
          name: 'Pant',
          wanted: 1,
          taken: 0,
          code: 'SIZE_REQUIRED',
          message: 'Please select a size.',
        },
        {
          productId: gone._id,
          size: '',
          wanted: 2,
          taken: 0,
          code: 'PRODUCT_NOT_FOUND',
          message: 'This product is no longer available.',
        },
        {
          productId: shared._id,
          size: 'M',
          name: 'Shared',
          wanted: 2,
          taken: 1,
          code: 'INSUFFICIENT_STOCK',
          message: 'Sorry, fewer items are left than you requested.',
        },
      ]);
    });

    it('does not reduce a line when the stock is below its quantity', async () => {
      const meena = buildCustomer();
      const saree = shop.putProduct(buildProduct({ stock: 5 }));
      await add(meena, saree, 5);
      shop.putProduct({ ...saree, stock: 2 });
      const { body } = await merge(meena, [line(saree, 1)]);
      expect(body).toMatchObject({ cart: { count: 5 }, notes: [{ wanted: 1, taken: 0 }] });
    });

    it('happens once per merge id, and a repeated merge returns the same notes', async () => {
      const meena = buildCustomer();
      const saree = shop.putProduct(buildProduct({ stock: 3 }));
      const mergeId = randomUUID();
      const first = await merge(meena, [line(saree, 5)], mergeId);
      shop.putProduct({ ...saree, stock: 9 });
      const again = await merge(meena, [line(saree, 5)], mergeId);
      expect(again.body.notes).toEqual(first.body.notes);
      expect(again.body.notes).toHaveLength(1);
      expect(again.body.cart.count).toBe(3);
      expect((await merge(meena, [line(saree, 5)])).body.cart.count).toBe(8);
      expect((await merge(buildCustomer(), [line(saree, 1)], mergeId)).body.cart.count).toBe(1);
    });

    it('happens once for concurrent requests of several tabs, also without a stored cart', async () => {
      const meena = buildCustomer();
      const [saree, pant] = [
        shop.putProduct(buildProduct({ stock: 100 })),
        shop.putProduct(buildProduct({ stock: 100 })),
      ];
      const mergeId = randomUUID();
      const responses = await Promise.all([
        ...Array.from({ length: 10 }, () => merge(meena, [line(saree, 2), line(pant)], mergeId)),
        ...Array.from({ length: 5 }, () => add(meena, pant, 1)),
      ]);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(
        Object.fromEntries((await show(meena)).items.map(({ product, quantity }) => [product._id, quantity])),
      ).toEqual({ [saree._id]: 2, [pant._id]: 6 });
    });

    it('is still recorded after other merges', async () => {
      const meena = buildCustomer();
      const saree = shop.putProduct(buildProduct({ stock: 1000 }));
      const mergeId = randomUUID();
      await merge(meena, [line(saree)], mergeId);
      for (let time = 0; time < 10; time += 1) await merge(meena, [line(saree)]);
      await shop.call('DELETE /cart/remove', { body: { productId: saree._id } }, meena);
      expect((await merge(meena, [line(saree)], mergeId)).body.cart.count).toBe(0);
    });

    it('leaves out lines that do not fit into a full cart, with a note', async () => {
      const meena = buildCustomer();
      const sizes = Array.from({ length: 30 }, (_, index) => `size ${index}`);
      const products = Array.from({ length: 4 }, () => shop.putProduct(buildProduct({ stock: 500, sizes })));
      const all = products.flatMap((product) => sizes.map((size) => line(product, 1, size)));
      expect((await merge(meena, all.slice(0, 99))).body.notes).toEqual([]);
      const { body } = await merge(meena, all.slice(99, 102));
      expect(body.cart.count).toBe(100);
      expect(body.notes).toMatchObject([
        { size: all[100]?.size, code: 'VALIDATION_FAILED', message: 'Your cart is full.' },
        { size: all[101]?.size },
      ]);
    });

    it('can be repeated after the catalog was unavailable', async () => {
      const meena = buildCustomer();
      const mergeId = randomUUID();
      const saree = buildProduct();
      shop.setCatalogAvailable(false);
      try {
        expect((await merge(meena, [line(saree)], mergeId)).body.code).toBe('UNAVAILABLE');
      } finally {
        shop.setCatalogAvailable(true);
      }
      shop.putProduct(saree);
      expect((await merge(meena, [line(saree)], mergeId)).body).toMatchObject({ cart: { count: 1 }, notes: [] });
    });
  });
});

describe('stock by size', () => {
  let shop: CartFixture;
  beforeAll(async () => {
    shop = await startCart();
  });
  afterAll(() => shop.stop());

  const putSizedPant = () =>
    shop.putProduct(
      buildProduct({
        stock: 6,
        sizes: ['S', 'M', 'L'],
        sizeStock: [
          { size: 'S', stock: 2 },
          { size: 'M', stock: 4 },
          { size: 'L', stock: 0 },
        ],
      }),
    );
  const add = (as: Identity, { _id }: Product, quantity: number, size: string) =>
    shop.call('POST /cart/add', { body: { productId: _id, quantity, size } }, as);

  it('limits each line by the stock of its size', async () => {
    const meena = buildCustomer();
    const pant = putSizedPant();
    expect((await add(meena, pant, 4, 'M')).status).toBe(200);
    expect((await add(meena, pant, 3, 'S')).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 2 },
    });
    expect((await add(meena, pant, 2, 'S')).status).toBe(200);
    expect((await add(meena, pant, 1, 'M')).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 4 },
    });
    expect((await add(meena, pant, 1, 'L')).body).toMatchObject({ code: 'OUT_OF_STOCK', details: { available: 0 } });
    expect(
      (await shop.call('PUT /cart/update', { body: { productId: pant._id, size: 'M', quantity: 3 } }, meena)).body.cart
        .count,
    ).toBe(5);
    expect(
      (await shop.call('PUT /cart/update', { body: { productId: pant._id, size: 'S', quantity: 3 } }, meena)).body
        .details,
    ).toEqual({ available: 2 });
  });

  it('limits merged lines by the stock of their size', async () => {
    const meena = buildCustomer();
    const { _id: productId } = putSizedPant();
    const { body } = await shop.call(
      'POST /cart/merge',
      { body: { mergeId: randomUUID(), lines: ['S', 'M', 'L'].map((size) => ({ productId, size, quantity: 3 })) } },
      meena,
    );
    expect(body.cart.items.map(({ size, quantity }) => [size, quantity])).toEqual([
      ['S', 2],
      ['M', 3],
    ]);
    expect(body.notes).toMatchObject([
      { size: 'S', taken: 2, code: 'INSUFFICIENT_STOCK' },
      { size: 'L', taken: 0, code: 'OUT_OF_STOCK' },
    ]);
  });
});
