import { randomBytes } from 'node:crypto';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose from 'mongoose';
import { ProductCache } from '../products/product-cache.js';
import { admin, buildHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

describe('the search index of each replica', () => {
  const uri = new URL(testMongoUri());
  uri.pathname = `/test_search_indexer_${randomBytes(6).toString('hex')}`;
  let first: CatalogUnderTest;
  let second: CatalogUnderTest;
  let oldProduct: string;

  beforeAll(async () => {
    first = await startCatalog({ MONGODB_URI: uri.toString() });
    oldProduct = (await first.create({ name: 'Older than the replica', stock: 5 }))._id;
    second = await startCatalog({ MONGODB_URI: uri.toString() }, first);
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
    const cleaner = await mongoose.createConnection(uri.toString()).asPromise();
    await cleaner.dropDatabase().finally(() => cleaner.close());
  });

  const getAll = async (replica: CatalogUnderTest, query: Record<string, unknown>) =>
    (await replica.call('GET /products/getAll', { query })).body;
  const search = async (replica: CatalogUnderTest, query: Record<string, unknown>) =>
    (await getAll(replica, query)).products.map(({ _id }) => _id);
  const availability = async (replica: CatalogUnderTest, q: string) =>
    (await getAll(replica, { q })).facets?.availability;
  const update = (id: string, body: object) => first.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  const remove = (id: string) => first.call('DELETE /products/delete/{id}', { params: { id } }, admin);

  it('contains the products that existed at the start', async () => {
    expect(await search(second, { q: 'older' })).toEqual([oldProduct]);
  });

  it('lists at most 500 products without parameters, and the others by cursor', async () => {
    const { _id: _old, ...example } = await first.products.findById(oldProduct).orFail().lean();
    const createdAt = new Date('2020-01-01');
    const copies = Array.from({ length: 505 }, (_none, index) => ({ ...example, name: `Copy ${index}`, createdAt }));
    await first.products.insertMany(copies, { timestamps: false });
    const replica = await startCatalog({ MONGODB_URI: uri.toString() }, first);
    try {
      for (const query of [{}, { x: '1', utm_source: 'mail' }]) {
        const { products, total, nextCursor } = await getAll(replica, query);
        expect(products).toHaveLength(500);
        expect(total).toBeGreaterThan(505);
        const rest = await getAll(replica, { cursor: nextCursor ?? '', limit: '100' });
        expect(rest.products).toHaveLength(total - 500);
      }
    } finally {
      await replica.stop();
      await first.products.deleteMany({ createdAt });
    }
  });

  it('has a change of this replica as soon as the call returns', async () => {
    const { _id } = await first.create({ name: 'Patola' });
    expect(await search(first, { q: 'patola' })).toEqual([_id]);
    await update(_id, { name: 'Renamed ikat' });
    expect([await search(first, { q: 'patola' }), await search(first, { q: 'ikat' })]).toEqual([[], [_id]]);
    await remove(_id);
    expect(await search(first, { q: 'ikat' })).toEqual([]);
  });

  it('has a change of another replica once the event arrives', async () => {
    const { _id } = await first.create({ name: 'Paithani', weave: 'Paithani' });
    await eventually(async () => expect(await search(second, { weave: 'paithani' })).toEqual([_id]));
    await update(_id, { weave: 'Bandhani' });
    await eventually(async () =>
      expect([await search(second, { weave: 'paithani' }), await search(second, { weave: 'bandhani' })]).toEqual([
        [],
        [_id],
      ]),
    );
    await remove(_id);
    await eventually(async () => expect(await search(second, { weave: 'bandhani' })).toEqual([]));
  });

  it('follows units that are held, released and expire', async () => {
    const { _id } = await first.create({
      name: 'Muslin',
      sizeStock: [
        { size: 'M', stock: 1 },
        { size: 'L', stock: 0 },
      ],
      stock: undefined,
    });
    const stateOf = (replica: CatalogUnderTest) =>
      Promise.all([
        search(replica, { q: 'muslin', inStock: 'true' }),
        search(replica, { q: 'muslin', inStock: 'true', size: 'M' }),
        availability(replica, 'muslin'),
      ]);
    const soldOut = [[], [], { inStock: 0, outOfStock: 1 }];
    const inStock = [[_id], [_id], { inStock: 1, outOfStock: 0 }];
    const expectEverywhere = async (expected: unknown) => {
      expect(await stateOf(first)).toEqual(expected);
      await eventually(async () => expect(await stateOf(second)).toEqual(expected));
    };
    const hold = buildHold([_id, 1, 'M']);
    await first.stock.holdStock({ ...hold, expiresAt: new Date(hold.expiresAt) });
    await expectEverywhere(soldOut);
    await first.stock.releaseHold(hold);
    await expectEverywhere(inStock);
    const expired = buildHold([_id, 1, 'M']);
    await first.stock.holdStock({ ...expired, expiresAt: new Date(Date.now() - 1) });
    await expectEverywhere(soldOut);
    await first.sweep.sweep();
    await expectEverywhere(inStock);
  });

  it('and the product cache never return units that this replica has taken', async () => {
    const { _id } = await first.create({ name: 'Mulmul', stock: 20 });
    const cache = first.app.get(ProductCache);
    for (let left = 19; left >= 17; left -= 1) {
      const hold = buildHold([_id, 1]);
      await first.stock.holdStock({ ...hold, expiresAt: new Date(hold.expiresAt) });
      // Longer than the delay of the index update.
      for (const until = Date.now() + 150; Date.now() < until; await new Promise(setImmediate)) {
        expect(await cache.find([_id, _id])).toMatchObject([{ stock: left }]);
        expect(await getAll(first, { q: 'mulmul' })).toMatchObject({ products: [{ stock: left }] });
      }
    }
  });

  it('recovers after NATS was unreachable and events were missed', async () => {
    // Unique words, so that a second try of this test finds only its own products.
    const [tussar, organza, gajji] = ['tussar', 'organza', 'gajji'].map(
      (word) => word + randomBytes(6).toString('hex'),
    ) as [string, string, string];
    const { _id } = await first.create({ name: tussar, stock: 1 });
    const deleted = (await first.create({ name: 'Deleted during the outage' }))._id;
    const page: string[] = [];
    for (let k = 0; k < 4; k += 1) page.unshift((await first.create({ name: 'Gajji', fabric: gajji }))._id);
    await eventually(async () => expect(await search(second, { fabric: gajji })).toEqual(page));
    await eventually(async () => expect(await search(second, { q: tussar })).toEqual([_id]));
    await first.natsServer.kill();
    let created: string;
    try {
      created = (await first.create({ name: organza }))._id;
      await first.products.updateOne({ _id }, { stock: 0 }, { timestamps: false });
      await remove(deleted);
      expect(await search(second, { q: organza })).toEqual([]);
      // While events are missed, products are read from the database.
      await eventually(async () =>
        expect((await second.call('GET /products/getOne/{id}', { params: { id: _id } })).body.product.stock).toBe(0),
      );
      // Reads the database, because changes may be missed.
      await second.indexer.reconcileIfDue();
      expect(await search(second, { q: organza })).toEqual([created]);
      // A product that is found to be deleted leaves no gap on its page.
      await first.products.deleteOne({ _id: page[0] });
      const { products, total } = await getAll(second, { fabric: [gajji], limit: 2 });
      expect([products.map((product) => product._id), total]).toEqual([page.slice(1, 3), 3]);
    } finally {
      await first.natsServer.start();
    }
    await eventually(async () => {
      expect(await search(second, { q: organza })).toEqual([created]);
      expect(await search(second, { q: tussar, inStock: 'true' })).toEqual([]);
      expect(await availability(second, 'deleted outage')).toEqual({ inStock: 0, outOfStock: 0 });
    });
  });

  it('is reconciled with database writes of any origin, without an interruption only after a long time', async () => {
    const { _id } = await first.create({ name: 'Kota doria' });
    const deleted = (await first.create({ name: 'Deleted kota' }))._id;
    await eventually(async () => {
      expect(await search(second, { q: 'deleted kota' })).toEqual([deleted]);
      expect(second.indexer.isCurrent(deleted)).toBe(true);
    });
    await first.products.updateOne({ _id }, { name: 'Chanderi' });
    await first.products.deleteOne({ _id: deleted });
    const searches = await second.searchesOf('products', () => second.indexer.reconcileIfDue());
    expect([searches, await search(second, { q: 'chanderi' })]).toEqual([[], []]);
    await first.products.create({ name: 'Imported mashru', pricePaise: 100, category: 'saree', stock: 1 });
    await Promise.all([first.indexer.reconcile(), second.indexer.reconcile()]);
    for (const replica of [first, second])
      expect([
        await search(replica, { q: 'doria' }),
        await search(replica, { q: 'deleted kota' }),
        await search(replica, { q: 'chanderi' }),
        (await search(replica, { q: 'mashru' })).length,
      ]).toEqual([[], [], [_id], 1]);
  });

  it('is reconciled periodically', async () => {
    const replica = await startCatalog({ MONGODB_URI: uri.toString(), SEARCH_RECONCILE_MS: '20' }, first);
    try {
      await first.products.create({ name: 'Imported telia', pricePaise: 100, category: 'saree', stock: 1 });
      await eventually(async () => expect(await search(replica, { q: 'telia' })).toHaveLength(1));
    } finally {
      await replica.stop();
    }
  });

  it('continues after a cursor and rejects invalid cursors', async () => {
    const ids: string[] = [];
    for (let k = 0; k < 5; k += 1)
      ids.unshift((await first.create({ name: 'Khadi', fabric: 'khadi', price: 100 + k }))._id);
    const page = (cursor?: string) =>
      getAll(first, { fabric: ['khadi'], limit: 2, sort: 'price-desc', ...(cursor ? { cursor } : {}) });
    const one = await page();
    await first.create({ name: 'Khadi', fabric: 'khadi', price: 900 });
    const two = await page(one.nextCursor);
    const three = await page(two.nextCursor);
    expect([one, two, three].map(({ products }) => products.map(({ _id }) => _id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect([one.page, two.page, two.facets, three.nextCursor]).toEqual([1, undefined, undefined, undefined]);
    for (const query of [
      { cursor: 'nonsense' },
      { cursor: one.nextCursor, sort: 'name' },
      { cursor: one.nextCursor, page: '2' },
    ]) {
      const { status, body } = await first.call('GET /products/getAll', { query });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('suggests products and corrects typing errors', async () => {
    const { _id } = await first.create({ name: 'Venkatagiri', stock: 2 });
    const { body } = await first.call('GET /products/suggest', { query: { q: 'venkatagirai' } });
    expect(body).toMatchObject({
      didYouMean: 'venkatagiri',
      phrases: [{ text: 'venkatagiri' }],
      products: [{ _id, stock: 2 }],
    });
    expect(await search(first, { q: 'venkatgiri' })).toContain(_id);
    expect(await getAll(first, { q: 'venkatagirai' })).toMatchObject({ didYouMean: 'venkatagiri' });
    expect((await first.call('GET /products/suggest', { query: { q: ' ' } })).status).toBe(400);
  });
});
