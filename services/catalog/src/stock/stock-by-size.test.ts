import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { buildHold, admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { StockLedger } from './stock-ledger.js';
import { FREE_SIZE } from './stock-update.js';

const LATER = new Date(Date.now() + 3_600_000);
const toSizeStock = (units: Record<string, number>): SizeStock[] =>
  Object.entries(units).map(([size, stock]) => ({ size, stock }));

describe('stock by size', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const create = async (units: Record<string, number>) =>
    (await catalog.create({ sizeStock: toSizeStock(units), stock: undefined }))._id;
  const edit = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  const hold = (request: ReturnType<typeof buildHold>) => catalog.request('rpc.catalog.stock.hold', request);
  const release = (request: ReturnType<typeof buildHold>) => catalog.request('rpc.catalog.stock.release', request);
  const held = async (...lines: Parameters<typeof buildHold>) => {
    const request = buildHold(...lines);
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
    return request;
  };
  const sold = async (...lines: Parameters<typeof buildHold>) => {
    const request = await held(...lines);
    expect(await catalog.request('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'sold' });
    return request;
  };
  /** Returns the units of each size, or the shared stock; checks the sum and the names of the sizes. */
  const stockOf = async (id: string) => {
    const found = await catalog.products.findById(id).lean();
    if (!found?.sizeStock) return found?.stock;
    expect(found.stock).toBe(found.sizeStock.reduce((sum, { stock }) => sum + stock, 0));
    expect(found.sizes).toEqual(found.sizeStock.map(({ size }) => size));
    return Object.fromEntries(found.sizeStock.map(({ size, stock }) => [size, stock]));
  };

  it('takes units from the requested size', async () => {
    const id = await create({ S: 3, M: 2 });
    const request = await held([id, 2, 'M'], [id, 1, 'S']);
    expect(await stockOf(id)).toEqual({ S: 2, M: 0 });
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
    expect(await stockOf(id)).toEqual({ S: 2, M: 0 });
  });

  it('returns every unavailable size with the units left', async () => {
    const id = await create({ S: 3, M: 2, L: 0 });
    expect(await hold(buildHold([id, 3, 'M'], [id, 4, 'S'], [id, 1, 'L'], [id, 1, 'XL'], [id, 1]))).toMatchObject({
      outcome: 'unavailable',
      lines: [
        { size: '', available: 0 },
        { size: 'L', available: 0 },
        { size: 'M', available: 2 },
        { size: 'S', available: 3 },
        { size: 'XL', available: 0 },
      ],
    });
    expect(await hold(buildHold([id, 3, 'S'], [id, 3, 'M']))).toMatchObject({
      outcome: 'unavailable',
      lines: [{ size: 'M', quantity: 3, available: 2 }],
    });
    expect(await stockOf(id)).toEqual({ S: 3, M: 2, L: 0 });
  });

  it('holds five units of a size for exactly five of many buyers, independent of other sizes', async () => {
    const id = await create({ S: 5, M: 3 });
    const replies = await Promise.all(
      Array.from({ length: 90 }, (_, k) => hold(buildHold([id, 1, k % 3 === 0 ? 'M' : 'S']))),
    );
    const won = replies.flatMap((reply) => (reply.outcome === 'held' ? reply.lines.map(({ size }) => size) : []));
    expect(won.sort()).toEqual(['M', 'M', 'M', 'S', 'S', 'S', 'S', 'S']);
    expect(replies.filter(({ outcome }) => outcome === 'unavailable')).toHaveLength(82);
    expect(await stockOf(id)).toEqual({ S: 0, M: 0 });
  });

  it('puts units back into their size once when released, expired or returned', async () => {
    const id = await create({ S: 4, M: 4 });
    const [released, returned] = [await held([id, 1, 'S']), await sold([id, 2, 'M'])];
    const expired = { ...buildHold([id, 3, 'S']), expiresAt: new Date(Date.now() - 1).toISOString() };
    await hold(expired);
    expect(await stockOf(id)).toEqual({ S: 0, M: 2 });
    await Promise.all([release(released), release(released), catalog.sweep.sweep(), catalog.sweep.sweep()]);
    expect(await stockOf(id)).toEqual({ S: 4, M: 2 });
    await Promise.all([catalog.stock.returnStock(returned), catalog.stock.returnStock(returned)]);
    expect(await stockOf(id)).toEqual({ S: 4, M: 4 });
  });

  it('puts units back into their size when a commit is reverted, archived or not', async () => {
    for (const archive of [false, true]) {
      const [a, b] = [await create({ S: 2 }), await create({ S: 2 })];
      const request = await held([a, 2, 'S'], [b, 2, 'S']);
      await catalog.request('rpc.catalog.stock.commit', { ...request, lines: request.lines.slice(0, 1) });
      if (archive) await catalog.archiver.archiveEnded(LATER);
      await catalog.sweep.sweep(LATER);
      expect(await catalog.request('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
      expect([await stockOf(a), await stockOf(b)]).toEqual([{ S: 2 }, { S: 2 }]);
    }
  });

  it('returns archived units once', async () => {
    const id = await create({ S: 4, M: 4 });
    const request = await sold([id, 3, 'M'], [id, 1, 'S']);
    for (let run = 0; run < 3; run += 1) {
      await catalog.archiver.archiveEnded(LATER);
      await Promise.all([catalog.stock.returnStock(request), catalog.stock.returnStock(request)]);
      expect(await stockOf(id)).toEqual({ S: 4, M: 4 });
    }
  });

  it('adds a size again that was removed meanwhile', async () => {
    const id = await create({ S: 2, M: 2 });
    const [released, archived] = [await held([id, 1, 'M']), await sold([id, 1, 'S'])];
    await edit(id, { sizeStock: toSizeStock({ L: 9 }) });
    await release(released);
    expect(await stockOf(id)).toEqual({ L: 9, M: 1 });
    await catalog.archiver.archiveEnded(LATER);
    await Promise.all(Array.from({ length: 3 }, () => catalog.stock.returnStock(archived)));
    expect(await stockOf(id)).toEqual({ L: 9, M: 1, S: 1 });
  });

  it('follows a product that changes between shared stock and stock by size', async () => {
    const id = await create({ S: 2, M: 2 });
    const [released, archived, later] = [await held([id, 1, 'M']), await sold([id, 2, 'S']), await held([id, 1, 'M'])];
    await catalog.archiver.archiveEnded(LATER);
    await edit(id, { sizeStock: [], stock: 10 });
    await release(released);
    expect(await stockOf(id)).toBe(11);
    await catalog.stock.returnStock(archived);
    expect(await stockOf(id)).toBe(13);
    const shared = await held([id, 3, 'S']);
    await edit(id, { sizeStock: toSizeStock({ S: 1, M: 1 }) });
    await release(shared);
    await release(later);
    expect(await stockOf(id)).toEqual({ S: 4, M: 2 });
  });

  it('keeps units sold without a size under their own size name', async () => {
    const { _id: id } = await catalog.create({ stock: 5 });
    const [one, other] = [await held([id, 2]), await sold([id, 1])];
    await edit(id, { sizeStock: toSizeStock({ S: 1 }) });
    await release(one);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.stock.returnStock(other);
    expect(await stockOf(id)).toEqual({ S: 1, [FREE_SIZE]: 3 });
  });

  it('rejects a step that stalled while the way of counting changed', async () => {
    const ledger = catalog.app.get(StockLedger);
    for (const [before, after, left] of [
      [toSizeStock({ S: 3 }), [], 8],
      [[], toSizeStock({ S: 8 }), { S: 8 }],
      [toSizeStock({ S: 3 }), toSizeStock({ M: 8 }), { M: 8 }],
      [toSizeStock({ S: 3 }), toSizeStock({ S: 1, M: 7 }), { S: 1, M: 7 }],
    ] as const) {
      const { _id: id } = await catalog.create({ stock: 3, sizes: ['S'], sizeStock: [...before] });
      const [request, late] = [await held([id, 1, 'S']), buildHold([id, 2, 'S'])];
      const [releasing] = await ledger.read(request.holdId, request.lines);
      const [taking] = await ledger.read(late.holdId, late.lines);
      await edit(id, { sizeStock: [...after], ...(after.length > 0 ? {} : { stock: 8 }) });
      expect(taking && (await ledger.take(late, taking, LATER))).toBeUndefined();
      expect(await stockOf(id)).toEqual(left);
      // The same size with another stock does not invalidate the step.
      expect(releasing && (await ledger.transition('release', releasing))).toBe(
        left instanceof Object && 'S' in left && before.length > 0,
      );
      await release(request);
      expect(await stockOf(id)).toEqual(
        left instanceof Object ? { ...left, S: ('S' in left ? left.S : 0) + 1 } : left + 1,
      );
    }
  });

  it('publishes everything that makes a size available again', async () => {
    const names = ['catalog.product.updated', 'catalog.stock.released', 'catalog.stock.returned'] as const;
    const counts = async () => {
      await eventually(async () => expect(await catalog.products.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
      return Promise.all(names.map((name) => catalog.publishedCount(name)));
    };
    const id = await create({ S: 1, M: 1 });
    const [one, other] = [await held([id, 1, 'S']), await sold([id, 1, 'M'])];
    await catalog.archiver.archiveEnded(LATER);
    const before = await counts();
    await release(one);
    await catalog.stock.returnStock(other);
    await edit(id, { sizeStock: toSizeStock({ S: 0, M: 0 }) });
    await edit(id, { sizeStock: toSizeStock({ S: 1 }) });
    const expired = { ...buildHold([id, 1, 'S']), expiresAt: new Date(0).toISOString() };
    await hold(expired);
    await catalog.sweep.sweep();
    expect((await counts()).map((count, k) => count - (before[k] ?? 0))).toEqual([2, 2, 1]);
    expect(await stockOf(id)).toEqual({ S: 1 });
  });

  it('takes back returned units once per return, also of a size that is gone', async () => {
    const id = await create({ S: 2, M: 3 });
    const { orderId } = await sold([id, 2, 'M']);
    const takeBack = ({ holdId, lines }: ReturnType<typeof buildHold>) =>
      catalog.publish('order.return.decided', {
        orderNumber: 'RV-26-0042174',
        orderId,
        userId: orderId,
        returnId: orderId,
        holdId,
        restocked: [...lines],
        creditPaise: 0,
        staff: { id: orderId, name: 'Meera', role: 'owner' },
      });
    const first = buildHold([id, 1, 'M'], [id, 1, 'L']);
    await takeBack(first);
    await takeBack(first);
    await eventually(async () => expect(await stockOf(id)).toEqual({ S: 2, M: 2, L: 1 }));
    await catalog.archiver.archiveEnded(LATER);
    await takeBack(first);
    await takeBack(buildHold([id, 1, 'S']));
    await eventually(async () => expect(await stockOf(id)).toEqual({ S: 3, M: 2, L: 1 }));
  });
});
