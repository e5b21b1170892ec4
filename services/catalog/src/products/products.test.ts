import { eventually } from '@rangavalli/service-kit/testing/test-service';
import {
  admin,
  inPaise,
  buildProductInput,
  shopper,
  type CatalogUnderTest,
  startCatalog,
} from '../testing/start-catalog.js';

const UNKNOWN_ID = '65a1b2c3d4e5f60718293a4b';

describe('products', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  it('are listed newest first without internal fields', async () => {
    await catalog.create({ name: 'First' });
    await catalog.create({ name: 'Second' });
    const { status, body } = await catalog.call('GET /products/getAll', {});
    expect(status).toBe(200);
    expect(body.products.slice(0, 2).map(({ name }) => name)).toEqual(['Second', 'First']);
    expect(body.total).toBe(body.products.length);
    expect(Object.keys(body.products[0] ?? {}).sort()).toEqual(
      [
        '_id',
        'category',
        'createdAt',
        'description',
        'images',
        'name',
        'price',
        'sareeType',
        'sizes',
        'stock',
        'tags',
        'updatedAt',
      ].sort(),
    );
  });

  it('store paise and trimmed names', async () => {
    const product = await catalog.create({ name: '  Chanderi  ', price: 0.29, sizes: ['S', ' M ', 'S'] });
    expect(product).toMatchObject({ name: 'Chanderi', price: 0.29, sizes: ['S', 'M'] });
    expect(await catalog.products.findById(product._id).lean()).toMatchObject({ pricePaise: 29, deletedAt: null });
  });

  it('are returned by id, or 404', async () => {
    const product = await catalog.create();
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: product._id } })).body).toEqual({
      success: true,
      product,
    });
    const missing = await catalog.call('GET /products/getOne/{id}', { params: { id: UNKNOWN_ID } });
    expect(missing).toMatchObject({ status: 404, body: { success: false, code: 'PRODUCT_NOT_FOUND' } });
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: 'nonsense' } })).body.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('have a saree type only in the saree category', async () => {
    expect((await catalog.create({ category: 'pant', sareeType: 'pattu' })).sareeType).toBeUndefined();
    const { _id: id } = await catalog.create({ category: 'saree', sareeType: 'pattu' });
    const update = async (body: object) =>
      (await catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin)).body.product;
    expect((await update({ category: 'kidswear' })).sareeType).toBeUndefined();
    expect((await update({ sareeType: 'handloom' })).sareeType).toBeUndefined();
    expect((await update({ category: 'saree', sareeType: 'handloom' })).sareeType).toBe('handloom');
    expect((await update({ sareeType: '' })).sareeType).toBeUndefined();
  });

  it('change only in the fields of the patch', async () => {
    const product = await catalog.create({ fabric: 'silk', stock: 3 });
    const update = (body: object, id = product._id) =>
      catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
    const changed = await update({ price: 100, stock: 7 });
    expect(changed.status).toBe(200);
    expect(changed.body.product).toEqual({
      ...product,
      price: 100,
      stock: 7,
      updatedAt: changed.body.product.updatedAt,
    });
    expect((await update({ fabric: '' })).body.product.fabric).toBeUndefined();
    const legal = { hsn: '6206', taxClass: 'garment', maker: 'Weavers of Pochampally', netQuantity: '1 N' } as const;
    expect((await update(legal)).body.product).toMatchObject(legal);
    const cleared = (await update({ hsn: '', taxClass: null, maker: '' })).body.product;
    expect([cleared.hsn, cleared.taxClass, cleared.maker, cleared.netQuantity]).toEqual([
      undefined,
      undefined,
      undefined,
      '1 N',
    ]);
    expect((await update({ hsn: '123' })).body.details).toEqual({
      fields: { hsn: 'Enter an HSN code of 4, 6 or 8 digits.' },
    });
    expect((await update({ origin: 'Woven in Bargarh, Odisha' })).body.product.origin).toBe('Woven in Bargarh, Odisha');
    expect((await update({ price: 1 }, UNKNOWN_ID)).body.code).toBe('PRODUCT_NOT_FOUND');
    expect((await update({ price: -1 })).body.code).toBe('VALIDATION_FAILED');
  });

  it('have a video at the image host, which an edit removes', async () => {
    const at = (path: string, host = 'http://localhost:8080/media') => `${host}/rangavalli/${path}`;
    const video = { url: at('video/upload/v1/drape.mp4'), poster: at('image/upload/v1/drape.jpg') };
    const product = await catalog.create({ video });
    expect(product.video).toEqual(video);
    const update = (body: object) =>
      catalog.call('PUT /products/update/{id}', { params: { id: product._id }, body }, admin);
    expect((await update({ price: 7 })).body.product.video).toEqual(video);
    const elsewhere = at('video/upload/v1/drape.mp4', 'https://elsewhere.example');
    const climbing = at('video/upload/../../other/drape.mp4');
    for (const url of [elsewhere, climbing, at('video/upload/v1/drape.webm')])
      expect((await update({ video: { ...video, url } })).body.code).toBe('VALIDATION_FAILED');
    expect((await update({ video: null })).body.product).not.toHaveProperty('video');
  });

  it('have personalisation fields until an edit clears them, and the audit log shows both', async () => {
    const initials = { kind: 'text', label: 'Initials', required: true, maxLength: 3, extraDays: 4 } as const;
    const waist = { kind: 'measure', label: 'Waist', required: false, unit: 'in', min: 22, max: 48 } as const;
    const product = await catalog.create({ personalisationFields: [initials] });
    expect(product.personalisationFields).toEqual([initials]);
    const update = (personalisationFields: unknown) =>
      catalog.call(
        'PUT /products/update/{id}',
        { params: { id: product._id }, body: { personalisationFields } as never },
        admin,
      );
    expect((await update([initials, waist])).body.product.personalisationFields).toEqual([initials, waist]);
    expect((await update([{ ...waist, min: 60 }])).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { 'personalisationFields.0.max': 'Enter at least the minimum.' } },
    });
    expect((await update([])).body.product).not.toHaveProperty('personalisationFields');
    expect(await catalog.products.findById(product._id).lean()).not.toHaveProperty('personalisationFields');
  });

  it('are hidden from shoppers once deleted, but stored', async () => {
    const product = await catalog.create();
    const remove = () => catalog.call('DELETE /products/delete/{id}', { params: { id: product._id } }, admin);
    expect((await remove()).body).toEqual({ success: true, message: 'Product deleted.' });
    expect((await remove()).status).toBe(200);
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: product._id } })).status).toBe(404);
    expect(
      (await catalog.call('PUT /products/update/{id}', { params: { id: product._id }, body: { price: 1 } }, admin))
        .status,
    ).toBe(404);
    expect((await catalog.call('GET /products/getAll', {})).body.products.map(({ _id }) => _id)).not.toContain(
      product._id,
    );
    expect((await catalog.request('rpc.catalog.products.get', { ids: [product._id, UNKNOWN_ID] })).products).toEqual(
      [],
    );
    expect(await catalog.products.exists({ _id: product._id })).not.toBeNull();
    expect((await catalog.call('DELETE /products/delete/{id}', { params: { id: UNKNOWN_ID } }, admin)).body.code).toBe(
      'PRODUCT_NOT_FOUND',
    );
  });

  it('are returned to other services with the price in paise', async () => {
    const product = await catalog.create({ sizes: ['M'] });
    expect((await catalog.request('rpc.catalog.products.get', { ids: [product._id] })).products).toEqual([
      inPaise(product),
    ]);
  });

  it('publish each change and empty the outbox', async () => {
    const before = await Promise.all(
      (['created', 'updated', 'deleted'] as const).map((what) => catalog.publishedCount(`catalog.product.${what}`)),
    );
    const { _id: id } = await catalog.create();
    await catalog.call('PUT /products/update/{id}', { params: { id }, body: { stock: 1 } }, admin);
    await catalog.call('DELETE /products/delete/{id}', { params: { id } }, admin);
    await eventually(async () => {
      const now = await Promise.all(
        (['created', 'updated', 'deleted'] as const).map((what) => catalog.publishedCount(`catalog.product.${what}`)),
      );
      expect(now).toEqual(before.map((count) => count + 1));
      expect((await catalog.products.findById(id).lean())?.outbox).toEqual([]);
    });
  });

  it('can be changed by admins only', async () => {
    const body = buildProductInput();
    expect((await catalog.call('POST /products/create', { body })).status).toBe(401);
    expect((await catalog.call('POST /products/create', { body }, shopper)).status).toBe(403);
    expect(
      (await catalog.call('PUT /products/update/{id}', { params: { id: UNKNOWN_ID }, body: { stock: 1 } }, shopper))
        .status,
    ).toBe(403);
    expect((await catalog.call('DELETE /products/delete/{id}', { params: { id: UNKNOWN_ID } }, shopper)).status).toBe(
      403,
    );
    expect((await catalog.call('POST /products/images/signature', {}, shopper)).status).toBe(403);
    expect((await catalog.call('POST /products/create', { body: { ...body, name: ' ' } }, admin)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { name: 'This field is required.' } },
    });
  });

  it('store pictures independently of the address of the image host', async () => {
    const images = [
      {
        public_id: 'rangavalli/products/a',
        url: 'http://localhost:8080/media/rangavalli/image/upload/v1/rangavalli/products/a.webp',
      },
    ];
    const product = await catalog.create({ images });
    expect(product.images).toEqual(images);
    expect((await catalog.products.findById(product._id).lean())?.images).toEqual([
      { public_id: 'rangavalli/products/a', path: 'image/upload/v1/rangavalli/products/a.webp' },
    ]);
    const rejected = await catalog.call(
      'POST /products/create',
      { body: buildProductInput({ images: [...images, { public_id: 'a', url: 'https://evil.example/a.webp' }] }) },
      admin,
    );
    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: { fields: { 'images.1.url': expect.any(String) } } },
    });
  });
});
