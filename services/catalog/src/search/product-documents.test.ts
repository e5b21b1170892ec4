import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

describe('with more products than fit into memory', () => {
  let catalog: CatalogUnderTest;
  const ids: string[] = [];
  beforeAll(async () => {
    catalog = await startCatalog({ PRODUCT_DOCUMENT_BYTES: '1500' });
    for (let number = 0; number < 8; number += 1)
      ids.push((await catalog.create({ name: `Saree ${number}`, description: 'silk '.repeat(40) }))._id);
  });
  afterAll(() => catalog.stop());

  const list = async () => (await catalog.call('GET /products/getAll', { query: { limit: '8' } })).body.products;
  const namesOf = (products: { name: string }[]) => products.map(({ name }) => name);
  const one = (id: string) => catalog.call('GET /products/getOne/{id}', { params: { id } });

  const startReplica = () => {
    const uri = new URL(testMongoUri());
    uri.pathname = catalog.products.db.name;
    return startCatalog({ PRODUCT_DOCUMENT_BYTES: '1500', MONGODB_URI: uri.toString() }, catalog);
  };

  it('lists all of them in order, and returns each', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(namesOf(await list())).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((number) => `Saree ${number}`));
    for (const [number, id] of ids.entries()) expect((await one(id)).body.product.name).toBe(`Saree ${number}`);
  });

  it('fills the index of a replica that starts', async () => {
    const replica = await startReplica();
    try {
      const { products } = (await replica.call('GET /products/getAll', { query: { limit: '8' } })).body;
      expect(products).toEqual(await list());
    } finally {
      await replica.stop();
    }
  });

  it('finds by every filter what did not fit when the replica started', async () => {
    const { _id: _first, ...example } = await catalog.products.findById(ids[0]).orFail().lean();
    const found = {
      tags: ['bridal'],
      weave: 'Paithani',
      fabric: 'Tussar silk',
      colour: 'Teal',
      occasion: 'Puja',
      sizeStock: [{ size: 'M', stock: 0 }],
      rating: { average: 4.5, count: 20 },
    };
    // The third batch that a replica reads.
    const createdAt = new Date('2020-01-01');
    const copies = Array.from({ length: 1_100 }, (_none, index) => ({
      ...example,
      name: `Copy ${index}`,
      images: [{ public_id: `copies/${index}`, path: `image/upload/copies/${index}.jpg` }],
      createdAt,
      ...(index === 1_099 ? found : {}),
    }));
    await catalog.products.insertMany(copies, { timestamps: false });
    const replica = await startReplica();
    try {
      const { tags, sizeStock: _stock, rating: _rating, ...texts } = found;
      for (const filter of [
        { q: 'copy 1099' },
        { tag: tags[0] },
        ...Object.entries(texts).map(([name, value]) => ({ [name]: value })),
        { size: 'M' },
        { minRating: '4' },
      ]) {
        const { body } = await replica.call('GET /products/getAll', { query: filter });
        expect([filter, body.products.map(({ name }) => name)]).toEqual([filter, ['Copy 1099']]);
        expect(body.products[0]?.images.map(({ public_id }) => public_id)).toEqual(['copies/1099']);
      }
    } finally {
      await replica.stop();
      await catalog.products.deleteMany({ createdAt });
    }
  });

  it('returns changes at once, and deleted products never', async () => {
    const [first = '', second = ''] = ids;
    await one(first);
    await catalog.call('PUT /products/update/{id}', { params: { id: first }, body: { name: 'Renamed' } }, admin);
    expect((await one(first)).body.product.name).toBe('Renamed');
    await catalog.call('DELETE /products/delete/{id}', { params: { id: second } }, admin);
    expect((await one(second)).status).toBe(404);
    expect(namesOf(await list()).slice(-2)).toEqual(['Saree 2', 'Renamed']);
  });

  it('reads a product once while it is in memory', async () => {
    const [, , id = ''] = ids;
    await one(id);
    const reads: string[][] = [];
    const find = catalog.products.find.bind(catalog.products);
    catalog.products.find = ((...args: Parameters<typeof find>) => {
      const { _id } = (args[0] ?? {}) as { _id?: { $in?: unknown[] } };
      reads.push((_id?.$in ?? []).map(String));
      return find(...args);
    }) as typeof find;
    await one(id);
    expect(reads.filter((read) => read.includes(id))).toEqual([]);
    await list();
    // The index may read the product of the last change meanwhile.
    expect(reads.filter((read) => read.length > 1)).toHaveLength(1);
    catalog.products.find = find;
  });
});
