import { randomBytes } from 'node:crypto';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose from 'mongoose';
import { CurrentProducts } from '../products/current-products.js';
import { WrittenProducts } from '../products/written-products.js';
import { aHold, anAdmin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

describe('what is found by every replica', () => {
  const uri = new URL(testMongoUri());
  uri.pathname = `/test_search_feed_${randomBytes(6).toString('hex')}`;
  let here: CatalogUnderTest;
  let there: CatalogUnderTest;
  let old: string;

  beforeAll(async () => {
    here = await startCatalog({ MONGODB_URI: uri.toString() });
    old = (await here.create({ name: 'Older than the replica', stock: 5 }))._id;
    there = await startCatalog({ MONGODB_URI: uri.toString() }, here);
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
    const cleaner = await mongoose.createConnection(uri.toString()).asPromise();
    await cleaner.dropDatabase().finally(() => cleaner.close());
  });

  const found = async (by: CatalogUnderTest, query: Record<string, unknown>) =>
    (await by.call('GET /products/getAll', { query: query as never })).body.products.map(({ _id }) => _id);
  const counted = async (by: CatalogUnderTest, q: string) =>
    (await by.call('GET /products/getAll', { query: { q } })).body.facets?.availability;
  const put = (id: string, body: object) => here.call('PUT /products/update/{id}', { params: { id }, body }, anAdmin);

  it('is what was there when it started', async () => {
    expect(await found(there, { q: 'older' })).toEqual([old]);
  });

  it('is, where it was written, true as soon as the call is answered', async () => {
    const { _id } = await here.create({ name: 'Patola' });
    expect(await found(here, { q: 'patola' })).toEqual([_id]);
    await put(_id, { name: 'Renamed ikat' });
    expect([await found(here, { q: 'patola' }), await found(here, { q: 'ikat' })]).toEqual([[], [_id]]);
    await here.call('DELETE /products/delete/{id}', { params: { id: _id } }, anAdmin);
    expect(await found(here, { q: 'ikat' })).toEqual([]);
  });

  it('is, elsewhere, true once the event has come by', async () => {
    const { _id } = await here.create({ name: 'Paithani', weave: 'Paithani' });
    await eventually(async () => expect(await found(there, { weave: 'paithani' })).toEqual([_id]));
    await put(_id, { weave: 'Bandhani' });
    await eventually(async () =>
      expect([await found(there, { weave: 'paithani' }), await found(there, { weave: 'bandhani' })]).toEqual([
        [],
        [_id],
      ]),
    );
    await here.call('DELETE /products/delete/{id}', { params: { id: _id } }, anAdmin);
    await eventually(async () => expect(await found(there, { weave: 'bandhani' })).toEqual([]));
  });

  it('follows the pieces as they are held, given back and expire', async () => {
    const { _id } = await here.create({
      name: 'Muslin',
      sizeStock: [
        { size: 'M', stock: 1 },
        { size: 'L', stock: 0 },
      ],
      stock: undefined,
    });
    const standing = (of: CatalogUnderTest) =>
      Promise.all([
        found(of, { q: 'muslin', inStock: 'true' }),
        found(of, { q: 'muslin', inStock: 'true', size: 'M' }),
        counted(of, 'muslin'),
      ]);
    const [sold, shelved] = [
      [[], [], { inStock: 0, outOfStock: 1 }],
      [[_id], [_id], { inStock: 1, outOfStock: 0 }],
    ];
    const everywhere = async (expected: unknown) => {
      // Where the pieces were moved it is so at once.
      expect(await standing(here)).toEqual(expected);
      await eventually(async () => expect(await standing(there)).toEqual(expected));
    };
    const hold = aHold([_id, 1, 'M']);
    await here.stock.hold({ ...hold, expiresAt: new Date(hold.expiresAt) });
    await everywhere(sold);
    await here.stock.release(hold);
    await everywhere(shelved);
    const lapsing = aHold([_id, 1, 'M']);
    await here.stock.hold({ ...lapsing, expiresAt: new Date(Date.now() - 1) });
    await everywhere(sold);
    await here.sweep.sweep();
    await everywhere(shelved);
  });

  it('is never told with pieces that this replica has taken, while it reads the product anew either', async () => {
    const { _id } = await here.create({ name: 'Mulmul', stock: 20 });
    const current = here.app.get(CurrentProducts);
    for (let left = 19; left >= 17; left -= 1) {
      const hold = aHold([_id, 1]);
      await here.stock.hold({ ...hold, expiresAt: new Date(hold.expiresAt) });
      // Longer than it takes until the search has read it.
      for (const until = Date.now() + 150; Date.now() < until; await new Promise(setImmediate)) {
        const [told] = await current.some([_id, _id]);
        expect(JSON.parse(String(told?.text))).toMatchObject({ stock: left });
      }
    }
  });

  it('is true again after an outage of NATS in which nothing could be heard', async () => {
    const { _id } = await here.create({ name: 'Tussar', stock: 1 });
    await eventually(async () => expect(await found(there, { q: 'tussar' })).toEqual([_id]));
    await here.natsServer.kill();
    const during = await here.create({ name: 'Organza' });
    await here.products.updateOne({ _id }, { stock: 0 }, { timestamps: false });
    await here.call('DELETE /products/delete/{id}', { params: { id: old } }, anAdmin);
    expect(await found(there, { q: 'organza' })).toEqual([]);
    // What is shown of a product is read as long as nobody can be heard.
    await eventually(async () =>
      expect((await there.call('GET /products/getOne/{id}', { params: { id: _id } })).body.product.stock).toBe(0),
    );
    await here.natsServer.start();
    await eventually(async () => {
      expect(await found(there, { q: 'organza' })).toEqual([during._id]);
      expect(await found(there, { q: 'tussar', inStock: 'true' })).toEqual([]);
      expect(await counted(there, 'older')).toEqual({ inStock: 0, outOfStock: 0 });
    });
  });

  it('is found true by comparing, whoever wrote it and however', async () => {
    const { _id } = await here.create({ name: 'Kota doria' });
    await here.products.updateOne({ _id }, { name: 'Chanderi' });
    await here.products.create({ name: 'Imported mashru', pricePaise: 100, category: 'saree', stock: 1 });
    await Promise.all([here.feed.compare(), there.feed.compare()]);
    for (const by of [here, there])
      expect([
        await found(by, { q: 'doria' }),
        await found(by, { q: 'chanderi' }),
        (await found(by, { q: 'mashru' })).length,
      ]).toEqual([[], [_id], 1]);
  });

  it('leaves no gap on a page when a product is gone that it had not heard of', async () => {
    const ids = [];
    for (let k = 0; k < 4; k += 1) ids.unshift((await here.create({ name: 'Gajji', fabric: 'gajji' }))._id);
    await here.products.deleteOne({ _id: ids[0] });
    here.app.get(WrittenProducts).forget(ids);
    const { body } = await here.call('GET /products/getAll', { query: { fabric: ['gajji'], limit: 2 } });
    expect([body.products.map(({ _id }) => _id), body.total]).toEqual([ids.slice(1, 3), 3]);
  });

  it('goes on behind a cursor, and refuses those that are none', async () => {
    const ids: string[] = [];
    for (let k = 0; k < 5; k += 1)
      ids.unshift((await here.create({ name: 'Khadi', fabric: 'khadi', price: 100 + k }))._id);
    const page = async (cursor?: string) =>
      (
        await here.call('GET /products/getAll', {
          query: { fabric: ['khadi'], limit: 2, sort: 'price-desc', ...(cursor ? { cursor } : {}) },
        })
      ).body;
    const first = await page();
    await here.create({ name: 'Khadi', fabric: 'khadi', price: 900 });
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    expect([first, second, third].map(({ products }) => products.map(({ _id }) => _id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect([first.page, second.page, second.facets, third.nextCursor]).toEqual([1, undefined, undefined, undefined]);
    for (const query of [
      { cursor: 'nonsense' },
      { cursor: first.nextCursor, sort: 'name' },
      { cursor: first.nextCursor, page: '2' },
    ]) {
      const { status, body } = await here.call('GET /products/getAll', { query: query as never });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('is suggested, with what was mistyped', async () => {
    const { _id } = await here.create({ name: 'Venkatagiri', stock: 2 });
    const { body } = await here.call('GET /products/suggest', { query: { q: 'venkatgiri' } });
    expect(body).toMatchObject({
      didYouMean: 'venkatagiri',
      phrases: [{ text: 'venkatagiri', count: 1 }],
      products: [{ _id, stock: 2 }],
    });
    expect((await here.call('GET /products/getAll', { query: { q: 'venkatgiri' } })).body).toMatchObject({
      didYouMean: 'venkatagiri',
      total: 1,
    });
    expect((await here.call('GET /products/suggest', { query: { q: ' ' } })).status).toBe(400);
  });
});
