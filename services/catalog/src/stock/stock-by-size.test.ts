import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { aHold, anAdmin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { SIZELESS } from './shelf.js';
import { StockLedger } from './stock-ledger.js';

const LATER = new Date(Date.now() + 3_600_000);
const sized = (pieces: Record<string, number>): SizeStock[] =>
  Object.entries(pieces).map(([size, stock]) => ({ size, stock }));

describe('stock by size', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const create = async (pieces: Record<string, number>) =>
    (await catalog.create({ sizeStock: sized(pieces), stock: undefined }))._id;
  const edit = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, anAdmin);
  const hold = (request: ReturnType<typeof aHold>) => catalog.ask('rpc.catalog.stock.hold', request);
  const release = (request: ReturnType<typeof aHold>) => catalog.ask('rpc.catalog.stock.release', request);
  const held = async (...lines: Parameters<typeof aHold>) => {
    const request = aHold(...lines);
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
    return request;
  };
  const sold = async (...lines: Parameters<typeof aHold>) => {
    const request = await held(...lines);
    expect(await catalog.ask('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'sold' });
    return request;
  };
  /** The pieces of each size, or the one number; the sum and the names of the sizes must be true. */
  const shelf = async (id: string) => {
    const found = await catalog.products.findById(id).lean();
    if (!found?.sizeStock) return found?.stock;
    expect(found.stock).toBe(found.sizeStock.reduce((sum, { stock }) => sum + stock, 0));
    expect(found.sizes).toEqual(found.sizeStock.map(({ size }) => size));
    return Object.fromEntries(found.sizeStock.map(({ size, stock }) => [size, stock]));
  };

  it('is taken from the size that was asked for', async () => {
    const id = await create({ S: 3, M: 2 });
    const request = await held([id, 2, 'M'], [id, 1, 'S']);
    expect(await shelf(id)).toEqual({ S: 2, M: 0 });
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
    expect(await shelf(id)).toEqual({ S: 2, M: 0 });
  });

  it('tells every short size with what is left of it', async () => {
    const id = await create({ S: 3, M: 2, L: 0 });
    expect(await hold(aHold([id, 3, 'M'], [id, 4, 'S'], [id, 1, 'L'], [id, 1, 'XL'], [id, 1]))).toMatchObject({
      outcome: 'unavailable',
      lines: [
        { size: '', available: 0 },
        { size: 'L', available: 0 },
        { size: 'M', available: 2 },
        { size: 'S', available: 3 },
        { size: 'XL', available: 0 },
      ],
    });
    expect(await hold(aHold([id, 3, 'S'], [id, 3, 'M']))).toMatchObject({
      outcome: 'unavailable',
      lines: [{ size: 'M', quantity: 3, available: 2 }],
    });
    expect(await shelf(id)).toEqual({ S: 3, M: 2, L: 0 });
  });

  it('of five pieces of a size goes to five of many buyers, and other sizes to theirs', async () => {
    const id = await create({ S: 5, M: 3 });
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, k) => hold(aHold([id, 1, k % 3 === 0 ? 'M' : 'S']))),
    );
    const won = answers.flatMap((answer) => (answer.outcome === 'held' ? answer.lines.map(({ size }) => size) : []));
    expect(won.sort()).toEqual(['M', 'M', 'M', 'S', 'S', 'S', 'S', 'S']);
    expect(answers.filter(({ outcome }) => outcome === 'unavailable')).toHaveLength(82);
    expect(await shelf(id)).toEqual({ S: 0, M: 0 });
  });

  it('comes back to its size, once, when it is released, expires or is returned', async () => {
    const id = await create({ S: 4, M: 4 });
    const [released, returned] = [await held([id, 1, 'S']), await sold([id, 2, 'M'])];
    const expired = { ...aHold([id, 3, 'S']), expiresAt: new Date(Date.now() - 1).toISOString() };
    await hold(expired);
    expect(await shelf(id)).toEqual({ S: 0, M: 2 });
    await Promise.all([release(released), release(released), catalog.sweep.sweep(), catalog.sweep.sweep()]);
    expect(await shelf(id)).toEqual({ S: 4, M: 2 });
    await Promise.all([catalog.stock.giveBack(returned), catalog.stock.giveBack(returned)]);
    expect(await shelf(id)).toEqual({ S: 4, M: 4 });
  });

  it('comes back to its size when a sale is undone, archived or not', async () => {
    for (const archive of [false, true]) {
      const [a, b] = [await create({ S: 2 }), await create({ S: 2 })];
      const request = await held([a, 2, 'S'], [b, 2, 'S']);
      await catalog.ask('rpc.catalog.stock.commit', { ...request, lines: request.lines.slice(0, 1) });
      if (archive) await catalog.archiver.run(LATER);
      await catalog.sweep.sweep(LATER);
      expect(await catalog.ask('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
      expect([await shelf(a), await shelf(b)]).toEqual([{ S: 2 }, { S: 2 }]);
    }
  });

  it('comes back once from the archive', async () => {
    const id = await create({ S: 4, M: 4 });
    const request = await sold([id, 3, 'M'], [id, 1, 'S']);
    for (let month = 0; month < 3; month += 1) {
      await catalog.archiver.run(LATER);
      await Promise.all([catalog.stock.giveBack(request), catalog.stock.giveBack(request)]);
      expect(await shelf(id)).toEqual({ S: 4, M: 4 });
    }
  });

  it('brings back a size that was taken off meanwhile', async () => {
    const id = await create({ S: 2, M: 2 });
    const [back, archived] = [await held([id, 1, 'M']), await sold([id, 1, 'S'])];
    await edit(id, { sizeStock: sized({ L: 9 }) });
    await release(back);
    expect(await shelf(id)).toEqual({ L: 9, M: 1 });
    await catalog.archiver.run(LATER);
    await Promise.all(Array.from({ length: 3 }, () => catalog.stock.giveBack(archived)));
    expect(await shelf(id)).toEqual({ L: 9, M: 1, S: 1 });
  });

  it('becomes part of the one number when sizes are counted together meanwhile, and the other way round', async () => {
    const id = await create({ S: 2, M: 2 });
    const [back, archived, later] = [await held([id, 1, 'M']), await sold([id, 2, 'S']), await held([id, 1, 'M'])];
    await catalog.archiver.run(LATER);
    await edit(id, { sizeStock: [], stock: 10 });
    await release(back);
    expect(await shelf(id)).toBe(11);
    await catalog.stock.giveBack(archived);
    expect(await shelf(id)).toBe(13);
    const together = await held([id, 3, 'S']);
    await edit(id, { sizeStock: sized({ S: 1, M: 1 }) });
    await release(together);
    await release(later);
    expect(await shelf(id)).toEqual({ S: 4, M: 2 });
  });

  it('keeps pieces that were bought without a size, under a name that says so', async () => {
    const { _id: id } = await catalog.create({ stock: 5 });
    const [one, other] = [await held([id, 2]), await sold([id, 1])];
    await edit(id, { sizeStock: sized({ S: 1 }) });
    await release(one);
    await catalog.archiver.run(LATER);
    await catalog.stock.giveBack(other);
    expect(await shelf(id)).toEqual({ S: 1, [SIZELESS]: 3 });
  });

  it('is not moved by an attempt that slept through a change of how it is counted', async () => {
    const ledger = catalog.app.get(StockLedger);
    for (const [before, after, left] of [
      [sized({ S: 3 }), [], 8],
      [[], sized({ S: 8 }), { S: 8 }],
      [sized({ S: 3 }), sized({ M: 8 }), { M: 8 }],
      [sized({ S: 3 }), sized({ S: 1, M: 7 }), { S: 1, M: 7 }],
    ] as const) {
      const { _id: id } = await catalog.create({ stock: 3, sizes: ['S'], sizeStock: [...before] });
      const [request, late] = [await held([id, 1, 'S']), aHold([id, 2, 'S'])];
      const [releasing] = await ledger.read(request.holdId, request.lines);
      const [taking] = await ledger.read(late.holdId, late.lines);
      await edit(id, { sizeStock: [...after], ...(after.length > 0 ? {} : { stock: 8 }) });
      expect(taking && (await ledger.take(late, taking, LATER))).toBeUndefined();
      expect(await shelf(id)).toEqual(left);
      // The same size with another number is no reason to look anew.
      expect(releasing && (await ledger.move('release', releasing))).toBe(
        left instanceof Object && 'S' in left && before.length > 0,
      );
      await release(request);
      expect(await shelf(id)).toEqual(
        left instanceof Object ? { ...left, S: ('S' in left ? left.S : 0) + 1 } : left + 1,
      );
    }
  });

  it('tells of everything that makes a size buyable again', async () => {
    const names = ['catalog.product.updated', 'catalog.stock.released', 'catalog.stock.returned'] as const;
    const counts = async () => {
      await eventually(async () => expect(await catalog.products.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
      return Promise.all(names.map((name) => catalog.publishedCount(name)));
    };
    const id = await create({ S: 1, M: 1 });
    const [one, other] = [await held([id, 1, 'S']), await sold([id, 1, 'M'])];
    await catalog.archiver.run(LATER);
    const before = await counts();
    await release(one);
    await catalog.stock.giveBack(other);
    await edit(id, { sizeStock: sized({ S: 0, M: 0 }) });
    await edit(id, { sizeStock: sized({ S: 1 }) });
    const expired = { ...aHold([id, 1, 'S']), expiresAt: new Date(0).toISOString() };
    await hold(expired);
    await catalog.sweep.sweep();
    expect((await counts()).map((count, k) => count - (before[k] ?? 0))).toEqual([2, 2, 1]);
    expect(await shelf(id)).toEqual({ S: 1 });
  });
});
