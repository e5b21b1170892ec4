import { aHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { StockLedger } from './stock-ledger.js';

const LATER = new Date(Date.now() + 3_600_000);

describe('archived stock entries', () => {
  let catalog: CatalogUnderTest;
  let ledger: StockLedger;
  beforeAll(async () => {
    catalog = await startCatalog();
    ledger = catalog.app.get(StockLedger);
  });
  afterAll(() => catalog.stop());

  const soldHold = async (...lines: [id: string, quantity: number, size?: string][]) => {
    const request = aHold(...lines);
    await catalog.ask('rpc.catalog.stock.hold', request);
    expect(await catalog.ask('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'sold' });
    return request;
  };
  const inside = async (id: string) => (await catalog.products.findById(id).lean())?.holds ?? [];

  it('leave the product once they have ended, held ones stay', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    await soldHold([_id, 1]);
    const held = aHold([_id, 1]);
    await catalog.ask('rpc.catalog.stock.hold', held);
    await catalog.archiver.run(new Date(Date.now() - 60_000));
    expect(await inside(_id)).toHaveLength(2);
    await Promise.all([catalog.archiver.run(LATER), catalog.archiver.run(LATER).catch(() => undefined)]);
    const product = await catalog.products.findById(_id).lean();
    expect(product?.holds.map(({ holdId }) => holdId)).toEqual([held.holdId]);
    expect(product?.lookAt).toEqual(new Date(held.expiresAt));
    await catalog.ask('rpc.catalog.stock.release', held);
    await catalog.archiver.run(LATER);
    const empty = await catalog.products.findById(_id).lean();
    expect([empty?.holds, empty?.lookAt]).toEqual([[], undefined]);
  });

  it('are remembered by every command', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    const released = aHold([_id, 1]);
    await catalog.ask('rpc.catalog.stock.hold', released);
    await catalog.ask('rpc.catalog.stock.release', released);
    await catalog.archiver.run(LATER);
    expect(await catalog.ask('rpc.catalog.stock.hold', sold)).toMatchObject({ outcome: 'held' });
    expect(await catalog.ask('rpc.catalog.stock.commit', sold)).toEqual({ outcome: 'sold' });
    await catalog.ask('rpc.catalog.stock.release', sold);
    expect(await catalog.ask('rpc.catalog.stock.hold', released)).toMatchObject({ outcome: 'unavailable' });
    expect(await catalog.ask('rpc.catalog.stock.commit', released)).toEqual({ outcome: 'gone' });
    expect(await catalog.stockOf(_id)).toBe(7);
  });

  it('are looked for where an older release moved some of them, and said nothing of how far it came', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const [greater, lesser] = [aHold([_id, 2]), aHold([_id, 1])].toSorted((one, other) =>
      one.holdId < other.holdId ? 1 : -1,
    ) as [ReturnType<typeof aHold>, ReturnType<typeof aHold>];
    for (const hold of [greater, lesser]) {
      await catalog.ask('rpc.catalog.stock.hold', hold);
      await catalog.ask('rpc.catalog.stock.commit', hold);
    }
    // The greater one goes by a release that only counts its moves, the lesser one by this release.
    const { holdId } = greater;
    await catalog.archiver.keep(
      _id,
      (await inside(_id)).filter((entry) => entry.holdId === holdId),
    );
    await catalog.products.updateOne({ _id }, { $pull: { holds: { holdId } }, $inc: { archiveRevision: 1 } });
    await catalog.archiver.run(LATER);
    for (const hold of [greater, lesser])
      expect(await catalog.ask('rpc.catalog.stock.hold', hold)).toMatchObject({ outcome: 'held' });
    expect(await catalog.stockOf(_id)).toBe(6);
  });

  it('of two products in one hold are kept apart', async () => {
    const [a, b] = [await catalog.create({ stock: 9, sizes: ['M'] }), await catalog.create({ stock: 9, sizes: ['M'] })];
    const sold = await soldHold([a._id, 1, 'M'], [b._id, 2, 'M']);
    await catalog.archiver.run(LATER);
    await catalog.stock.giveBack(sold);
    expect([await catalog.stockOf(a._id), await catalog.stockOf(b._id)]).toEqual([9, 9]);
  });

  it('are returned once, at once and after each archiving', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    for (let month = 0; month < 3; month += 1) {
      await catalog.archiver.run(LATER);
      await Promise.all(Array.from({ length: 5 }, () => catalog.stock.giveBack(sold)));
      expect(await catalog.stockOf(_id)).toBe(9);
    }
    expect(await inside(_id)).toEqual([]);
  });

  it('survive a crash between the two halves of the move', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.keep(_id, await inside(_id));
    await catalog.stock.giveBack(sold);
    await catalog.stock.giveBack(sold);
    expect(await catalog.stockOf(_id)).toBe(9);
    await catalog.archiver.run(LATER);
    await catalog.stock.giveBack(sold);
    expect(await inside(_id)).toEqual([]);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('survive a crash between the halves of the move of a return', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.run(LATER);
    await catalog.stock.giveBack(sold);
    await catalog.archiver.keep(_id, await inside(_id));
    await catalog.stock.giveBack(sold);
    await catalog.archiver.run(LATER);
    await catalog.stock.giveBack(sold);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('are not undone by a replica that wakes up with an old reading', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    const old = await inside(_id);
    await catalog.stock.giveBack(sold);
    await catalog.archiver.run(LATER);
    await catalog.archiver.keep(_id, old);
    await catalog.stock.giveBack(sold);
    expect(await catalog.stockOf(_id)).toBe(9);

    const again = await soldHold([_id, 2]);
    const read = await inside(_id);
    await catalog.archiver.keep(_id, read);
    await catalog.stock.giveBack(again);
    await catalog.products.updateOne({ _id }, { $set: { stock: 100 } });
    await catalog.archiver.pull((await catalog.products.findById(_id).lean())!._id, read);
    await catalog.stock.giveBack(again);
    expect(await catalog.stockOf(_id)).toBe(100);
  });

  it('are not returned twice by a handler that slept through the archiving', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const sold = await soldHold([_id, 2]);
    await catalog.archiver.run(LATER);
    const [sleeper] = await ledger.read(sold.holdId, sold.lines);
    await catalog.stock.giveBack(sold);
    await catalog.archiver.run(LATER);
    expect(sleeper && (await ledger.move('giveBack', sleeper))).toBe(false);
    expect(await catalog.stockOf(_id)).toBe(9);
  });

  it('are not taken again by an attempt that slept through the archiving', async () => {
    const { _id } = await catalog.create({ stock: 9 });
    const request = aHold([_id, 2]);
    const [sleeper] = await ledger.read(request.holdId, request.lines);
    await catalog.ask('rpc.catalog.stock.hold', request);
    await catalog.ask('rpc.catalog.stock.commit', request);
    await catalog.archiver.run(LATER);
    expect(sleeper && (await ledger.take(request, sleeper, LATER))).toBeUndefined();
    expect(await catalog.stockOf(_id)).toBe(7);
  });

  it('can still be undone when another line of their hold is gone', async () => {
    const [a, b] = [await catalog.create({ stock: 9 }), await catalog.create({ stock: 9 })];
    const request = aHold([a._id, 1], [b._id, 1]);
    await catalog.ask('rpc.catalog.stock.hold', request);
    await catalog.ask('rpc.catalog.stock.commit', { ...request, lines: request.lines.slice(0, 1) });
    await catalog.archiver.run(LATER);
    await catalog.sweep.sweep(LATER);
    expect(await catalog.ask('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
    await catalog.archiver.run(LATER);
    expect(await catalog.ask('rpc.catalog.stock.commit', request)).toEqual({ outcome: 'gone' });
    expect([await catalog.stockOf(a._id), await catalog.stockOf(b._id)]).toEqual([9, 9]);
  });
});
