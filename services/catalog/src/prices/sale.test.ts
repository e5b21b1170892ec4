import type { ProductPatch } from '@rangavalli/contracts/entities/product';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { admin, buildHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a sale', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());
  afterEach(() => catalog.products.deleteMany());

  const update = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  /** Of the events of a product whose sale or edits were published. */
  const previousPrices = (id: string) =>
    eventually(async () => {
      expect((await catalog.products.findById(id).lean())?.outbox).toEqual([]);
      const events = await catalog.events('catalog.product.updated');
      return events.filter(({ data }) => data.productId === id).map(({ data }) => data.previousPaise);
    });
  const list = async (query: object) =>
    (await catalog.call('GET /products/getAll', { query })).body.products.map(({ name }) => name);
  /** Lets a sale begin or end by the database's clock. */
  const moveSale = async (id: string, hours: { from: number; until: number }) => {
    const [from, until] = [new Date(hoursFromNow(hours.from)), new Date(hoursFromNow(hours.until))];
    const nextPriceAt = new Date(Date.now() - 1);
    await catalog.products.updateOne({ _id: id }, { $set: { 'sale.from': from, 'sale.until': until, nextPriceAt } });
    return catalog.saleSweep.sweep();
  };

  it('is what holds charge and lists are sorted and filtered by, from its begin to its end', async () => {
    await catalog.create({ name: 'Cotton', price: 2_000 });
    const { _id } = await catalog.create({
      name: 'Silk',
      price: 5_000,
      sale: { price: 1_500, from: hoursFromNow(1), until: hoursFromNow(2) },
    });
    const hold = async () => {
      const reply = await catalog.request('rpc.catalog.stock.hold', buildHold([_id, 2]));
      return reply.outcome === 'held' ? { total: reply.totalPaise, mrp: reply.lines[0]?.mrpPaise } : reply.outcome;
    };
    const state = async () => ({
      sorted: await list({ sort: 'price-asc' }),
      budget: await list({ maxPrice: 1_600 }),
      text: await list({ q: 'under 1600' }),
      held: await hold(),
    });
    const before = { sorted: ['Cotton', 'Silk'], budget: [], text: [], held: { total: 1_000_000, mrp: undefined } };
    expect(await state()).toEqual(before);
    expect(await catalog.saleSweep.sweep()).toBe(0);

    expect(await moveSale(_id, { from: -1, until: 1 })).toBe(1);
    expect(await state()).toEqual({
      sorted: ['Silk', 'Cotton'],
      budget: ['Silk'],
      text: ['Silk'],
      held: { total: 300_000, mrp: 500_000 },
    });
    const { body } = await catalog.call('GET /products/getOne/{id}', { params: { id: _id } });
    expect(body.product).toMatchObject({ price: 5_000, sale: { price: 1_500 } });

    expect(await moveSale(_id, { from: -2, until: -1 })).toBe(1);
    expect(await state()).toEqual(before);
    expect(await catalog.saleSweep.sweep()).toBe(0);
    expect(await catalog.products.findById(_id).lean()).not.toHaveProperty('nextPriceAt');
  });

  it('gives the greatest reduction of what is in stock to the offers, without reading products', async () => {
    const percent = async () => (await catalog.request('rpc.catalog.sales.get', {})).maxPercent;
    const sale = (salePrice: number, hours: { from?: number; until?: number } = {}) => ({
      price: salePrice,
      ...(hours.from ? { from: hoursFromNow(hours.from) } : {}),
      ...(hours.until ? { until: hoursFromNow(hours.until) } : {}),
    });
    await catalog.create({ price: 1_000 });
    expect(await percent()).toBe(0);
    const small = (await catalog.create({ price: 3_000, sale: sale(2_010) }))._id;
    const greater = (await catalog.create({ price: 1_000, stock: 1, sale: sale(500, { until: 2 }) }))._id;
    await catalog.create({ price: 1_000, stock: 0, sale: sale(100) });
    const later = (await catalog.create({ price: 1_000, sale: sale(300, { from: 1, until: 2 }) }))._id;
    expect(await percent()).toBe(50);
    const searches = await catalog.searchesOf('products', async () => expect(await percent()).toBe(50));
    expect(searches).toEqual([]);

    await moveSale(later, { from: -1, until: 1 });
    expect(await percent()).toBe(70);
    await moveSale(later, { from: -2, until: -1 });
    expect(await percent()).toBe(50);
    await catalog.request('rpc.catalog.stock.hold', buildHold([greater, 1]));
    expect(await percent()).toBe(33);
    await catalog.call('DELETE /products/delete/{id}', { params: { id: small } }, admin);
    expect(await percent()).toBe(0);
  });

  it('is published once, however many processes sweep', async () => {
    const { _id } = await catalog.create({ price: 100, sale: { price: 90, until: hoursFromNow(1) } });
    const later = new Date(hoursFromNow(2));
    const swept = await Promise.all([catalog.saleSweep.sweep(later), catalog.saleSweep.sweep(later)]);
    expect(swept.toSorted()).toEqual([0, 1]);
    const published = await eventually(async () => {
      expect((await catalog.products.findById(_id).lean())?.outbox).toEqual([]);
      return catalog.events('catalog.product.updated');
    });
    expect(published.filter(({ data }) => data.productId === _id)).toHaveLength(1);
  });

  it('is published again when begin and end have passed on each clock, without the previous price', async () => {
    const [from, until] = [hoursFromNow(1), hoursFromNow(2)];
    const { _id } = await catalog.create({ price: 100, sale: { price: 90, from, until } });
    for (const moment of [from, until]) {
      const at = (ms: number) => catalog.saleSweep.sweep(new Date(Date.parse(moment) + ms));
      expect([await at(-1), await at(0), await at(4_999), await at(5_000), await at(60_000)]).toEqual([0, 1, 0, 1, 0]);
    }
    expect(await catalog.products.findById(_id).lean()).not.toHaveProperty('nextPriceAt');
    expect(await previousPrices(_id)).toEqual([10_000, undefined, 9_000, undefined]);
  });

  it('and an edit publish the previous price of a unit where they change it', async () => {
    const { _id } = await catalog.create({ price: 1_000 });
    const edits: ProductPatch[] = [
      { price: 900 },
      { name: 'Silk', price: 900 },
      { sale: { price: 500 } },
      { sale: { price: 500 }, price: 800 },
      { sale: { price: 400, from: hoursFromNow(1) } },
      { sale: null, price: 700 },
    ];
    for (const edit of edits) expect((await update(_id, edit)).status).toBe(200);
    expect(await previousPrices(_id)).toEqual([100_000, undefined, 90_000, undefined, 50_000, 80_000]);
  });

  it('is published too where it started just now by a faster clock', async () => {
    const { _id } = await catalog.create({
      price: 100,
      sale: { price: 90, from: new Date(Date.now() - 2_000).toISOString() },
    });
    expect(await catalog.products.findById(_id).lean()).toHaveProperty('nextPriceAt');
  });

  it('has to be below the price, and to end after it begins', async () => {
    const { _id } = await catalog.create({ price: 1_000 });
    expect((await update(_id, { sale: { price: 1_000 } })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { 'sale.price': 'Enter less than the price, ₹1,000' } },
    });
    const reversed = { price: 900, from: hoursFromNow(2), until: hoursFromNow(1) };
    expect((await update(_id, { sale: reversed })).body).toMatchObject({
      details: { fields: { 'sale.until': 'Choose an end that is after the start.' } },
    });
    expect((await update(_id, { sale: { price: 900 } })).body.product.sale).toEqual({ price: 900 });
    await eventually(async () =>
      expect((await catalog.events('audit.catalog.recorded')).at(-1)?.data.changes).toEqual([
        { field: 'sale', to: '₹900' },
      ]),
    );
    expect((await update(_id, { price: 900 })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await update(_id, { price: 800, sale: null })).body.product).toMatchObject({ price: 800 });
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: _id } })).body.product).not.toHaveProperty(
      'sale',
    );
  });
});
