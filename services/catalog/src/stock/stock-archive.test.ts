import { getModelToken } from '@nestjs/mongoose';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { buildHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { ARCHIVED_ENTRY, type ArchivedEntry } from './stock-entry.js';
import { StockLedger } from './stock-ledger.js';

const LATER = new Date(Date.now() + 3_600_000);

describe('stock archiver', () => {
  let catalog: CatalogUnderTest;
  let ledger: StockLedger;
  beforeAll(async () => {
    catalog = await startCatalog({ RELEASED_STOCK_RETENTION_DAYS: '40', SOLD_STOCK_RETENTION_DAYS: '800' });
    ledger = catalog.app.get(StockLedger);
  });
  afterAll(() => catalog.stop());

  const soldHold = async (...lines: [id: string, quantity: number, size?: string][]) => {
    const request = buildHold(...lines);
    await catalog.request('rpc.catalog.stock.hold', request);
    expect(await catalog.request('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'sold' });
    return request;
  };
  const entriesOf = async (id: string) => (await catalog.products.findById(id).lean())?.holds ?? [];

  it('deletes archived entries after the days of the settings, those of sales later', async () => {
    const archive = catalog.app.get<Model<ArchivedEntry>>(getModelToken(ARCHIVED_ENTRY));
    await eventually(async () => {
      const rules = (await archive.collection.indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds);
      expect(rules.map((rule) => [rule['partialFilterExpression'], rule['expireAfterSeconds']])).toEqual(
        expect.arrayContaining([
          [{ state: 'released' }, 40 * 86_400],
          [{ state: { $in: ['sold', 'returned'] } }, 800 * 86_400],
        ]),
      );
    });
  });

  it('bounds the entries of a product until they are archived', async () => {
    const { _id } = await catalog.create({ stock: 9_000 });
    const [first] = [await soldHold([_id, 1])];
    const [entry] = await entriesOf(_id);
    const entries = Array.from({ length: 4_998 }, (_, number) => ({ ...entry, _id: `${number}:` }));
    await catalog.products.updateOne({ _id }, { $push: { holds: { $each: entries } } });
    await soldHold([_id, 1]);
    await expect(catalog.request('rpc.catalog.stock.hold', buildHold([_id, 1]))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await entriesOf(_id)).toHaveLength(5_000);
    await catalog.products.updateOne({ _id }, { $pull: { holds: { holdId: first?.holdId } } });
    await soldHold([_id, 1]);
  });

  it('moves ended entries out of the product and leaves held ones', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    await soldHold([_id, 1]);
    const held = buildHold([_id, 1]);
    await catalog.request('rpc.catalog.stock.hold', held);
    await catalog.archiver.archiveEnded(new Date(Date.now() - 60_000));
    expect(await entriesOf(_id)).toHaveLength(2);
    await Promise.all([
      catalog.archiver.archiveEnded(LATER),
      catalog.archiver.archiveEnded(LATER).catch(() => undefined),
    ]);
    const product = await catalog.products.findById(_id).lean();
    expect(product?.holds.map(({ holdId }) => holdId)).toEqual([held.holdId]);
    expect(product?.nextSweepAt).toEqual(new Date(held.expiresAt));
    await catalog.request('rpc.catalog.stock.release', held);
    await catalog.archiver.archiveEnded(LATER);
    const empty = await catalog.products.findById(_id).lean();
    expect([empty?.holds, empty?.nextSweepAt]).toEqual([[], undefined]);
  });

  it('keeps archived entries visible to every command', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    const released = buildHold([_id, 1]);
    await catalog.request('rpc.catalog.stock.hold', released);
    await catalog.request('rpc.catalog.stock.release', released);
    await catalog.archiver.archiveEnded(LATER);
    expect(await catalog.request('rpc.catalog.stock.hold', sold)).toMatchObject({ outcome: 'held' });
    expect(await catalog.request('rpc.catalog.stock.commit', sold)).toEqual({ outcome: 'sold' });
    await catalog.request('rpc.catalog.stock.release', sold);
    expect(await catalog.request('rpc.catalog.stock.hold', released)).toMatchObject({ outcome: 'unavailable' });
    expect(await catalog.request('rpc.catalog.stock.commit', released)).toEqual({ outcome: 'gone' });
    expect(await catalog.stockOf(_id)).toBe(7);
  });

  it('separates the entries of two products in one hold', async () => {
    const [a, b] = [await catalog.create({ stock: 9, sizes: ['M'] }), await catalog.create({ stock: 9, sizes: ['M'] })];
    const sold = await soldHold([a._id, 1, 'M'], [b._id, 2, 'M']);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.stock.returnStock(sold);
    expect([await catalog.stockOf(a._id), await catalog.stockOf(b._id)]).toEqual([9, 9]);
  });

  it('keeps the order number, and returns units of entries without one', async () => {
    const archive = catalog.app.get<Model<ArchivedEntry>>(getModelToken(ARCHIVED_ENTRY));
    const orderNumber = 'RV-26-0042174';
    const { _id } = await catalog.create({ stock: 9 });
    const [first, second] = [await soldHold([_id, 1]), { ...buildHold([_id, 1]), orderNumber }];
    await catalog.request('rpc.catalog.stock.hold', second);
    await catalog.request('rpc.catalog.stock.commit', second);
    await catalog.archiver.archiveEnded(LATER);
    const numberOf = async ({ holdId }: { holdId: string }) => (await archive.findOne({ holdId }).lean())?.orderNumber;
    expect([await numberOf(first), await numberOf(second)]).toEqual([undefined, orderNumber]);
    for (const sold of [first, second]) await catalog.stock.returnStock(sold);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('returns archived units once, concurrently and after each run', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    for (let run = 0; run < 3; run += 1) {
      await catalog.archiver.archiveEnded(LATER);
      await Promise.all(Array.from({ length: 5 }, () => catalog.stock.returnStock(sold)));
      expect(await catalog.stockOf(_id)).toBe(9);
    }
    expect(await entriesOf(_id)).toEqual([]);
  });

  it('survives a crash between insert and pull', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.insert(_id, await entriesOf(_id));
    await catalog.stock.returnStock(sold);
    await catalog.stock.returnStock(sold);
    expect(await catalog.stockOf(_id)).toBe(9);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.stock.returnStock(sold);
    expect(await entriesOf(_id)).toEqual([]);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('survives a crash between insert and pull of a return', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.stock.returnStock(sold);
    await catalog.archiver.insert(_id, await entriesOf(_id));
    await catalog.stock.returnStock(sold);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.stock.returnStock(sold);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('is not undone by a stalled replica with old data', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    const old = await entriesOf(_id);
    await catalog.stock.returnStock(sold);
    await catalog.archiver.archiveEnded(LATER);
    await catalog.archiver.insert(_id, old);
    await catalog.stock.returnStock(sold);
    expect(await catalog.stockOf(_id)).toBe(9);

    const second = await soldHold([_id, 2]);
    const read = await entriesOf(_id);
    await catalog.archiver.insert(_id, read);
    await catalog.stock.returnStock(second);
    await catalog.products.updateOne({ _id }, { $set: { stock: 100 } });
    await catalog.archiver.pull((await catalog.products.findById(_id).lean())!._id, read);
    await catalog.stock.returnStock(second);
    expect(await catalog.stockOf(_id)).toBe(100);
  });

  it('does not return units twice when a handler stalls during the archiving', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.archiveEnded(LATER);
    const [stalled] = await ledger.read(sold.holdId, sold.lines);
    await catalog.stock.returnStock(sold);
    await catalog.archiver.archiveEnded(LATER);
    expect(stalled && (await ledger.transition('return', stalled))).toBe(false);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('does not take units again when an attempt stalls during the archiving', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const request = buildHold([_id, 2]);
    const [stalled] = await ledger.read(request.holdId, request.lines);
    await catalog.request('rpc.catalog.stock.hold', request);
    await catalog.request('rpc.catalog.stock.commit', request);
    await catalog.archiver.archiveEnded(LATER);
    expect(stalled && (await ledger.take(request, stalled, LATER))).toBeUndefined();
    expect(await catalog.stockOf(_id)).toBe(7);
  });

  it('reverts archived sales when another line of the hold is gone', async () => {
    const [a, b] = [await catalog.create({ stock: 9 }), await catalog.create({ stock: 9 })];
    const request = buildHold([a._id, 1], [b._id, 1]);
    await catalog.request('rpc.catalog.stock.hold', request);
    await catalog.request('rpc.catalog.stock.commit', { ...request, lines: request.lines.slice(0, 1) });
    await catalog.archiver.archiveEnded(LATER);
    await catalog.sweep.sweep(LATER);
    expect(await catalog.request('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
    await catalog.archiver.archiveEnded(LATER);
    expect(await catalog.request('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
    expect([await catalog.stockOf(a._id), await catalog.stockOf(b._id)]).toEqual([9, 9]);
  });
});
