import { admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

describe('the products that an offer is for', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
    for (const [name, category, tags] of [
      ['Saree', 'saree', ['Block Print', 'cotton']],
      ['Pant', 'pant', ['block print']],
      ['Hyphen', 'pant', ['block-print']],
      ['Longer', 'pant', ['block print border']],
      ['Bag', 'accessories', []],
    ] as const)
      await catalog.create({ name, category, tags: [...tags], sareeType: undefined });
    const deleted = await catalog.create({ name: 'Deleted', category: 'saree', tags: ['block print'] });
    await catalog.call('DELETE /products/delete/{id}', { params: { id: deleted._id } }, admin);
  });
  afterAll(() => catalog.stop());

  it.each([
    [{ tags: ['BLOCK print'] }, ['Pant', 'Saree'], 2],
    [{ tags: ['block-print', 'Cotton', 'none'] }, ['Hyphen', 'Saree'], 2],
    [{ categories: ['accessories' as const], tags: ['block print'] }, ['Bag', 'Pant', 'Saree'], 3],
    [{ categories: ['pant' as const], limit: 2 }, ['Longer', 'Hyphen'], 3],
    [{ tags: ['block'] }, [], 0],
    [{}, ['Bag', 'Longer', 'Hyphen', 'Pant', 'Saree'], 5],
  ])('has for %j %j', async (query, names, total) => {
    const request = { categories: [], tags: [], limit: 24, ...query };
    const found = await catalog.request('rpc.catalog.products.find', request);
    expect([found.products.map(({ name }) => name), found.total]).toEqual([names, total]);
  });

  it('are read from the database by their ids only', async () => {
    const request = { categories: [], tags: ['cotton'], limit: 24 };
    const searches = await catalog.searchesOf('products', async () => {
      const { products } = await catalog.request('rpc.catalog.products.find', request);
      expect(products).toMatchObject([{ name: 'Saree', pricePaise: 499_950, tags: ['Block Print', 'cotton'] }]);
    });
    expect(searches).toEqual([]);
  });
});
