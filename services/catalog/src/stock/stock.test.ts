import { CONFIG } from '@rangavalli/service-kit/tokens';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { aHold, anAdmin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

const LATER = new Date(Date.now() + 3_600_000);

describe('stock', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const hold = (request: ReturnType<typeof aHold> & { expectedPaise?: number }) =>
    catalog.ask('rpc.catalog.stock.hold', request);
  const sell = (request: ReturnType<typeof aHold>) => catalog.ask('rpc.catalog.stock.commit', request);
  const release = (request: ReturnType<typeof aHold>) => catalog.ask('rpc.catalog.stock.release', request);
  const stockOf = (id: string) => catalog.stockOf(id);
  const cancelled = ({ holdId, orderId, lines }: ReturnType<typeof aHold>) =>
    catalog.publish('order.cancelled', {
      holdId,
      orderId,
      lines,
      userId: orderId,
      razorpayPaymentId: 'pay_1',
      amountPaise: 1,
      by: 'admin',
    });

  it('is held with the price of now, once however often it is asked', async () => {
    const images = [{ public_id: 'a', url: 'http://localhost:8080/media/rangavalli/image/upload/v1/a.webp' }];
    const saree = await catalog.create({ stock: 5, price: 100.5, images });
    const combo = await catalog.create({ stock: 5, price: 10, sizes: ['S', 'M'], name: 'Combo' });
    const request = aHold([saree._id, 2], [combo._id, 1, 'M'], [combo._id, 1, 'S']);
    const first = await hold({ ...request, expectedPaise: 22_100 });
    expect(first).toMatchObject({ outcome: 'held', totalPaise: 22_100 });
    expect(first.outcome === 'held' && first.lines).toEqual([
      { productId: saree._id, size: '', quantity: 2, name: saree.name, unitPaise: 10_050, image: images[0]?.url },
      { productId: combo._id, size: 'M', quantity: 1, name: 'Combo', unitPaise: 1_000 },
      { productId: combo._id, size: 'S', quantity: 1, name: 'Combo', unitPaise: 1_000 },
    ]);
    await catalog.call('PUT /products/update/{id}', { params: { id: saree._id }, body: { price: 999 } }, anAdmin);
    expect(await Promise.all([hold(request), hold(request), hold({ ...request, expectedPaise: 22_100 })])).toEqual([
      first,
      first,
      first,
    ]);
    expect([await stockOf(saree._id), await stockOf(combo._id)]).toEqual([3, 3]);
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: saree._id } })).body.product.stock).toBe(3);
  });

  it('of a product that was held before goes by what the product is now', async () => {
    const { _id } = await catalog.create({ stock: 5, price: 10, sizes: ['S', 'M'], name: 'Combo' });
    const change = (body: object) => catalog.call('PUT /products/update/{id}', { params: { id: _id }, body }, anAdmin);
    const outcome = async (size: string, expectedPaise: number) =>
      (await hold({ ...aHold([_id, 1, size]), expectedPaise })).outcome;
    expect([await outcome('S', 1_000), await outcome('S', 999), await outcome('XL', 1_000)]).toEqual([
      'held',
      'total_changed',
      'unavailable',
    ]);
    await change({ name: 'Family combo' });
    expect(await hold({ ...aHold([_id, 1, 'M']), expectedPaise: 1_000 })).toMatchObject({
      outcome: 'held',
      lines: [{ name: 'Family combo' }],
    });
    await change({ price: 12 });
    expect([await outcome('M', 1_000), await outcome('M', 1_200)]).toEqual(['total_changed', 'held']);
    await change({ sizes: ['M', 'L'] });
    expect([await outcome('S', 1_200), await outcome('L', 1_200)]).toEqual(['unavailable', 'held']);
    expect([await stockOf(_id), await outcome('L', 1_200), await outcome('L', 1_200)]).toEqual([
      1,
      'held',
      'unavailable',
    ]);
    await change({ stock: 3 });
    expect(await outcome('L', 1_200)).toBe('held');
    await catalog.call('DELETE /products/delete/{id}', { params: { id: _id } }, anAdmin);
    expect(await outcome('L', 1_200)).toBe('unavailable');
  });

  it('waits for the database in a process that has none yet', async () => {
    const { _id } = await catalog.create({ stock: 5 });
    // As mongoose has it before it is connected.
    const { collection } = catalog.products as unknown as { collection: { buffer: boolean; onOpen(): void } };
    collection.buffer = true;
    const asked = hold(aHold([_id, 1]));
    setTimeout(() => collection.onOpen(), 300);
    expect(await asked).toMatchObject({ outcome: 'held' });
  });

  it('of ten pieces goes to ten of a hundred buyers', async () => {
    const { _id } = await catalog.create({ stock: 10 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => hold(aHold([_id, 1]))));
    expect(answers.filter(({ outcome }) => outcome === 'held')).toHaveLength(10);
    expect(answers.filter(({ outcome }) => outcome === 'unavailable')).toHaveLength(90);
    expect(await stockOf(_id)).toBe(0);
  });

  it('is held for all lines or none, and every short line is told', async () => {
    const plenty = await catalog.create({ stock: 9 });
    const few = await catalog.create({ stock: 1, name: 'Few' });
    const deleted = await catalog.create({ stock: 9, name: 'Deleted' });
    await catalog.call('DELETE /products/delete/{id}', { params: { id: deleted._id } }, anAdmin);
    const never = '65a1b2c3d4e5f60718293a4b';
    const answer = await hold(aHold([plenty._id, 1], [few._id, 2], [deleted._id, 1], [never, 1]));
    expect(
      answer.outcome === 'unavailable' && [...answer.lines].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')),
    ).toEqual([
      { productId: never, size: '', quantity: 1, available: 0 },
      { productId: deleted._id, size: '', quantity: 1, available: 0, name: 'Deleted' },
      { productId: few._id, size: '', quantity: 2, available: 1, name: 'Few' },
    ]);
    expect(await stockOf(plenty._id)).toBe(9);
  });

  it('is shared by the sizes of a product, and a size must be one of them', async () => {
    const { _id } = await catalog.create({ stock: 4, sizes: ['S', 'M'] });
    expect(await hold(aHold([_id, 3, 'S'], [_id, 3, 'M']))).toMatchObject({
      outcome: 'unavailable',
      lines: [{ size: 'S', available: 1 }],
    });
    expect(await hold(aHold([_id, 1, 'XXL']))).toMatchObject({ outcome: 'unavailable', lines: [{ available: 0 }] });
    expect(await hold(aHold([_id, 1]))).toMatchObject({ outcome: 'unavailable', lines: [{ available: 0 }] });
    expect(await stockOf(_id)).toBe(4);
  });

  it('stays on the shelf when the total is another than the shopper saw', async () => {
    const { _id } = await catalog.create({ stock: 4, price: 10 });
    expect(await hold({ ...aHold([_id, 2]), expectedPaise: 1_999 })).toEqual({
      outcome: 'total_changed',
      totalPaise: 2_000,
    });
    expect(await stockOf(_id)).toBe(4);
  });

  it('comes back once when a hold is released', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = aHold([_id, 3]);
    await hold(request);
    expect(await Promise.all([release(request), release(request)])).toEqual([
      { outcome: 'released' },
      { outcome: 'released' },
    ]);
    expect(await stockOf(_id)).toBe(4);
    expect(await sell(request)).toEqual({ outcome: 'gone' });
    expect(await hold(request)).toMatchObject({ outcome: 'unavailable' });
    expect(await stockOf(_id)).toBe(4);
  });

  it('is sold once, and what is sold is not released', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = aHold([_id, 3]);
    await hold(request);
    expect(await Promise.all([sell(request), sell(request), sell(request)])).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'sold' })),
    );
    await release(request);
    await catalog.sweep.sweep(LATER);
    expect(await stockOf(_id)).toBe(1);
    expect(await sell(request)).toEqual({ outcome: 'sold' });
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
  });

  it('can be sold from a product that was deleted meanwhile', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = aHold([_id, 1]);
    await hold(request);
    await catalog.call('DELETE /products/delete/{id}', { params: { id: _id } }, anAdmin);
    expect(await sell(request)).toEqual({ outcome: 'sold' });
  });

  it('comes back when its hold expires, and only then', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const early = { ...aHold([_id, 1]), expiresAt: new Date(Date.now() - 1).toISOString() };
    const late = aHold([_id, 2]);
    await hold(early);
    await hold(late);
    await Promise.all([catalog.sweep.sweep(), catalog.sweep.sweep()]);
    expect(await stockOf(_id)).toBe(2);
    expect(await sell(early)).toEqual({ outcome: 'gone' });
    expect(await sell(late)).toEqual({ outcome: 'sold' });
    expect(await stockOf(_id)).toBe(2);
  });

  describe('that a release took which does not say when to look at a product', () => {
    /** An entry as that release writes it, in a state since an hour. */
    const takenBefore = async (productId: string, state: 'held' | 'sold', lookAt?: Date) => {
      const { holdId, orderId } = aHold([productId, 1]);
      const before = new Date(Date.now() - 3_600_000);
      const entry = {
        _id: `${holdId}:`,
        holdId,
        orderId,
        size: '',
        quantity: 1,
        unitPaise: 1,
        state,
        expiresAt: before,
        at: before,
      };
      await catalog.products.updateOne(
        { _id: productId },
        { $push: { holds: entry }, $inc: { stock: -1 }, ...(lookAt ? { $set: { lookAt } } : {}) },
      );
    };

    it('comes back when its hold expires, and leaves when it is sold', async () => {
      const [held, sold] = [await catalog.create({ stock: 4 }), await catalog.create({ stock: 4 })];
      await Promise.all([takenBefore(held._id, 'held'), takenBefore(sold._id, 'sold')]);
      await catalog.sweep.sweep();
      await catalog.archiver.run();
      expect(await catalog.products.findById(held._id).lean()).toMatchObject({
        stock: 4,
        holds: [{ state: 'released' }],
      });
      expect(await catalog.products.findById(sold._id).lean()).toMatchObject({ stock: 3, holds: [] });
    });

    it('comes back also where the product says to be looked at later only', async () => {
      const { _id } = await catalog.create({ stock: 4 });
      const running = aHold([_id, 1]);
      await hold(running);
      await takenBefore(_id, 'held', LATER);
      expect(await stockOf(_id)).toBe(2);
      await catalog.sweep.lookOver();
      expect(await stockOf(_id)).toBe(3);
      expect(await sell(running)).toEqual({ outcome: 'sold' });
    });

    it('is found without the index that it had', async () => {
      const former = 'holds.state_1_holds.expiresAt_1';
      const names = async () => (await catalog.products.collection.indexes()).map(({ name }) => name);
      expect(await names()).not.toContain(former);
      await catalog.products.collection.createIndex({ 'holds.state': 1, 'holds.expiresAt': 1 });
      expect(await names()).toContain(former);
      const next = await startCatalog({ MONGODB_URI: catalog.app.get(CONFIG).MONGODB_URI }, catalog);
      await eventually(async () => expect(await names()).not.toContain(former));
      await next.stop();
    });
  });

  it('is not sold in part: what an attempt had sold goes back when another line is gone', async () => {
    const [a, b] = [await catalog.create({ stock: 4 }), await catalog.create({ stock: 4 })];
    const request = aHold([a._id, 1], [b._id, 1]);
    await hold(request);
    await sell({ ...request, lines: request.lines.slice(0, 1) });
    await release({ ...request, lines: request.lines.slice(1) });
    expect(await Promise.all([sell(request), sell(request)])).toEqual([{ outcome: 'gone' }, { outcome: 'gone' }]);
    expect([await stockOf(a._id), await stockOf(b._id)]).toEqual([4, 4]);
    expect(await sell(aHold([a._id, 1]))).toEqual({ outcome: 'gone' });
  });

  it('comes back once when an order is cancelled, however often that is told', async () => {
    const { _id } = await catalog.create({ stock: 4, sizes: ['M'] });
    const request = aHold([_id, 3, 'M']);
    await hold(request);
    await sell(request);
    await cancelled(request);
    await cancelled(request);
    await eventually(async () => expect(await stockOf(_id)).toBe(4));
    await cancelled(request);
    await catalog.stock.giveBack(request);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await stockOf(_id)).toBe(4);
    expect(await sell(request)).toEqual({ outcome: 'sold' });
    expect(await stockOf(_id)).toBe(4);
  });

  it('tells of every movement once', async () => {
    const names = [
      'catalog.stock.held',
      'catalog.stock.sold',
      'catalog.stock.released',
      'catalog.stock.returned',
    ] as const;
    const counts = () => Promise.all(names.map((name) => catalog.publishedCount(name)));
    const settled = async () => {
      await eventually(async () => expect(await catalog.products.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
      return counts();
    };
    const before = await settled();
    const { _id } = await catalog.create({ stock: 9 });
    const [bought, expired] = [aHold([_id, 1]), { ...aHold([_id, 1]), expiresAt: new Date(0).toISOString() }];
    await Promise.all([hold(bought), hold(expired)]);
    await catalog.sweep.sweep();
    await Promise.all([sell(bought), sell(bought)]);
    await Promise.all([catalog.stock.giveBack(bought), catalog.stock.giveBack(bought)]);
    expect((await settled()).map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 1, 1]);
  });

  it('is looked after by regular tasks', async () => {
    const watched = await startCatalog({
      HOLD_SWEEP_MS: '50',
      STOCK_ARCHIVE_EVERY_MS: '50',
      STOCK_ARCHIVE_AFTER_MS: '10',
    });
    try {
      const { _id } = await watched.create({ stock: 4 });
      await watched.ask('rpc.catalog.stock.hold', {
        ...aHold([_id, 1]),
        expiresAt: new Date(Date.now() - 1).toISOString(),
      });
      await eventually(async () =>
        expect(await watched.products.findById(_id).lean()).toMatchObject({ stock: 4, holds: [] }),
      );
    } finally {
      await watched.stop();
    }
  });
});
