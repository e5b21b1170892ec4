import type { AuditFacts } from '@rangavalli/contracts/entities/audit';
import type { ProductPatch } from '@rangavalli/contracts/entities/product';
import { formatPaise, rupeesToPaise } from '@rangavalli/service-kit/money';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { buildHold, admin, shopper, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

const ravi = buildIdentity({
  id: '0123456789abcdef01234569',
  role: 'catalogue',
  name: 'Ravi',
  email: 'ravi@example.com',
});

describe('product audit entries', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const put = (id: string, body: ProductPatch, as = admin) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, as);
  const remove = (id: string, as = admin) => catalog.call('DELETE /products/delete/{id}', { params: { id } }, as);
  /** Returns all entries of a product once its outbox is empty. */
  const entries = (id: string): Promise<AuditFacts[]> =>
    eventually(async () => {
      expect((await catalog.products.findById(id).lean())?.outbox).toEqual([]);
      return (await catalog.events('audit.catalog.recorded'))
        .map(({ data }) => data)
        .filter(({ subjectId }) => subjectId === id);
    });
  const last = async (id: string) => (await entries(id)).at(-1);

  it('record the creation with actor and fields', async () => {
    const { _id } = await catalog.create({
      name: 'Chanderi',
      price: 1234.5,
      tags: ['silk', 'gold, red'],
      description: 'Fine. '.repeat(60),
    });
    expect(await entries(_id)).toEqual([
      {
        at: expect.any(String),
        actor: { id: admin.id, name: 'Asha', role: 'owner', email: 'asha@example.com' },
        action: 'product.created',
        subject: 'product',
        subjectId: _id,
        label: 'Chanderi',
        changes: [
          { field: 'name', to: 'Chanderi' },
          { field: 'description', to: expect.stringMatching(/^Fine\. .{113}…$/) },
          { field: 'price', to: '₹1,234.50' },
          { field: 'category', to: 'saree' },
          { field: 'sareeType', to: 'pattu' },
          { field: 'stock', to: '10' },
          { field: 'tags', to: 'silk, "gold, red"' },
        ],
      },
    ]);
  });

  it('record an edit with the old and new value of each changed field', async () => {
    const { _id } = await catalog.create({ name: 'Ikat', price: 100, sizes: ['S'], fabric: 'silk', tags: ['red'] });
    await put(
      _id,
      { name: 'Ikat', price: 99.5, sizes: ['S', 'M'], fabric: '', tags: ['red'], weave: 'ikat', category: 'pant' },
      ravi,
    );
    expect(await last(_id)).toMatchObject({
      action: 'product.updated',
      label: 'Ikat',
      actor: { id: ravi.id, name: 'Ravi' },
      changes: [
        { field: 'price', from: '₹100', to: '₹99.50' },
        { field: 'category', from: 'saree', to: 'pant' },
        { field: 'sareeType', from: 'pattu' },
        { field: 'sizes', from: 'S', to: 'S, M' },
        { field: 'fabric', from: 'silk' },
        { field: 'weave', to: 'ikat' },
      ],
    });
    await put(_id, { name: 'Ikat', price: 99.5 });
    expect(await entries(_id)).toHaveLength(2);
  });

  it('record personalisation fields as people read them', async () => {
    const { _id } = await catalog.create({
      personalisationFields: [{ kind: 'text', label: 'Initials', required: true, maxLength: 3, extraDays: 4 }],
    });
    await put(_id, { personalisationFields: [] });
    expect(await last(_id)).toMatchObject({
      changes: [{ field: 'personalisation', from: 'Initials (text, at most 3 characters, required, 4 more days)' }],
    });
  });

  it('record changed or reordered pictures', async () => {
    const [a, b] = ['a', 'b'].map((name) => ({
      public_id: `rangavalli/products/${name}`,
      url: `http://localhost:8080/media/rangavalli/image/upload/v1/rangavalli/products/${name}.webp`,
    })) as [{ public_id: string; url: string }, { public_id: string; url: string }];
    const { _id } = await catalog.create({ images: [a] });
    await put(_id, { images: [a, b] });
    expect((await last(_id))?.changes).toEqual([{ field: 'images', from: '1 picture', to: '2 pictures' }]);
    await put(_id, { images: [b, a] });
    expect((await last(_id))?.changes).toEqual([
      { field: 'images', from: '2 pictures', to: '2 pictures, others or in another order' },
    ]);
  });

  it('record stock changes in total and by size', async () => {
    const { _id } = await catalog.create({ stock: 10 });
    await catalog.request('rpc.catalog.stock.hold', buildHold([_id, 3]));
    await put(_id, { stock: 20 });
    expect(await last(_id)).toMatchObject({
      action: 'stock.changed',
      changes: [{ field: 'stock', from: '7', to: '20' }],
    });
    await put(_id, {
      sizeStock: [
        { size: 'M', stock: 2 },
        { size: 'S', stock: 3 },
      ],
    });
    expect(await last(_id)).toMatchObject({
      action: 'product.updated',
      changes: [
        { field: 'stock', from: '20', to: '5' },
        { field: 'sizes', to: 'M, S' },
        { field: 'stock (M)', to: '2' },
        { field: 'stock (S)', to: '3' },
      ],
    });
    await put(_id, {
      sizeStock: [
        { size: 'M', stock: 2 },
        { size: 'S', stock: 1 },
      ],
    });
    expect(await last(_id)).toMatchObject({
      action: 'stock.changed',
      changes: [
        { field: 'stock', from: '5', to: '3' },
        { field: 'stock (S)', from: '3', to: '1' },
      ],
    });
    await put(_id, { sizeStock: [], stock: 3 });
    expect(await last(_id)).toMatchObject({
      action: 'stock.changed',
      changes: [
        { field: 'stock (M)', from: '2' },
        { field: 'stock (S)', from: '1' },
      ],
    });
  });

  it('record a deletion once with the last values', async () => {
    const { _id } = await catalog.create({ name: 'Gone', stock: 4 });
    await Promise.all([remove(_id), remove(_id, ravi), remove(_id)]);
    await remove(_id);
    const deleted = (await entries(_id)).filter(({ action }) => action === 'product.deleted');
    expect(deleted).toMatchObject([
      {
        label: 'Gone',
        changes: expect.arrayContaining([
          { field: 'name', from: 'Gone' },
          { field: 'stock', from: '4' },
        ]),
      },
    ]);
  });

  it('record no rejected request', async () => {
    const { _id } = await catalog.create({ sizeStock: [{ size: 'M', stock: 1 }], stock: 1, sizes: ['M'] });
    expect((await put(_id, { stock: 8 })).status).toBe(409);
    expect((await put(_id, { price: 8 }, shopper)).status).toBe(403);
    expect((await remove(_id, shopper)).status).toBe(403);
    expect((await put(_id, { price: -8 })).status).toBe(400);
    expect(await entries(_id)).toHaveLength(1);
  });

  it('form an unbroken chain when several admins edit concurrently', async () => {
    const { _id } = await catalog.create({ price: 1, fabric: 'f0' });
    const edits = Array.from({ length: 12 }, (_, k) =>
      put(_id, k % 3 === 2 ? { fabric: `f${k}` } : { price: 10 + k }, k % 2 === 0 ? admin : ravi),
    );
    for (const { status } of await Promise.all(edits)) expect(status).toBe(200);
    const edited = (await entries(_id)).slice(1);
    expect(edited).toHaveLength(12);
    for (const [field, first, now] of [
      ['price', '₹1', await priceOf(_id)],
      ['fabric', 'f0', (await catalog.products.findById(_id).lean())?.fabric ?? ''],
    ] as const) {
      const steps = edited.flatMap(({ changes }) => changes).filter((change) => change.field === field);
      expect(chain(steps, first)).toEqual({ steps: steps.length, end: now });
    }
  });

  it('record the units that an edit replaced during concurrent sales', async () => {
    const { _id } = await catalog.create({ stock: 1000 });
    const holds = Array.from({ length: 30 }, () => catalog.request('rpc.catalog.stock.hold', buildHold([_id, 1])));
    const edits = Array.from({ length: 5 }, (_, k) => put(_id, { stock: 2000 + 100 * k }, k % 2 === 0 ? admin : ravi));
    expect((await Promise.all(holds)).map(({ outcome }) => outcome)).toEqual(holds.map(() => 'held'));
    for (const { status } of await Promise.all(edits)) expect(status).toBe(200);
    const changes = (await entries(_id)).slice(1).flatMap((entry) => entry.changes);
    expect(changes).toHaveLength(5);
    // The sum of all edits minus the present stock is exactly the units that were held.
    const gained = changes.reduce((sum, { from, to }) => sum + Number(to) - Number(from), 0);
    expect(1000 + gained - (await catalog.stockOf(_id))).toBe(30);
  });

  const priceOf = async (id: string) =>
    formatPaise(
      rupeesToPaise((await catalog.call('GET /products/getOne/{id}', { params: { id } })).body.product.price),
    );
});

/** Follows the changes from value to value, each once, in any order they were published. */
function chain(all: readonly { from?: string; to?: string }[], first: string): { steps: number; end: string } {
  const left = [...all];
  let at = first;
  for (;;) {
    const next = left.findIndex(({ from }) => from === at);
    if (next < 0) return { steps: all.length - left.length, end: at };
    at = left.splice(next, 1)[0]?.to ?? '';
  }
}
