import type { EventData } from '@rangavalli/contracts/events';
import { currentContext } from '@rangavalli/service-kit/log/context';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { buildHold, admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';

const LATER = new Date(Date.now() + 3_600_000);

describe('stock commands', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const hold = (request: ReturnType<typeof buildHold> & { expectedPaise?: number }) =>
    catalog.request('rpc.catalog.stock.hold', request);
  const commit = (request: ReturnType<typeof buildHold>) => catalog.request('rpc.catalog.stock.commit', request);
  const release = (request: ReturnType<typeof buildHold>) => catalog.request('rpc.catalog.stock.release', request);
  const stockOf = (id: string) => catalog.stockOf(id);
  const cancelled = (
    { holdId, orderId, lines }: ReturnType<typeof buildHold>,
    damaged?: EventData<'order.cancelled'>['damaged'],
  ) =>
    catalog.publish('order.cancelled', {
      holdId,
      customer: {},
      orderNumber: 'RV-26-0042174',
      orderId,
      lines,
      ...(damaged ? { damaged } : {}),
      userId: orderId,
      razorpayPaymentId: 'pay_1',
      amountPaise: 1,
      by: 'admin',
    });

  it('holds units once at the present price, however often the request is repeated', async () => {
    const images = [{ public_id: 'a', url: 'http://localhost:8080/media/rangavalli/image/upload/v1/a.webp' }];
    const saree = await catalog.create({ stock: 5, price: 100.5, images, fabric: 'Mulberry silk' });
    const combo = await catalog.create({ stock: 5, price: 10, sizes: ['S', 'M'], name: 'Combo' });
    const request = buildHold([saree._id, 2], [combo._id, 1, 'M'], [combo._id, 1, 'S']);
    const first = await hold({ ...request, expectedPaise: 22_100 });
    expect(first).toMatchObject({ outcome: 'held', totalPaise: 22_100 });
    expect(first.outcome === 'held' && first.lines).toEqual([
      {
        productId: saree._id,
        size: '',
        quantity: 2,
        name: saree.name,
        unitPaise: 10_050,
        category: 'saree',
        fabric: 'Mulberry silk',
        tags: ['silk'],
        image: images[0]?.url,
      },
      {
        productId: combo._id,
        size: 'M',
        quantity: 1,
        name: 'Combo',
        unitPaise: 1_000,
        category: 'saree',
        tags: ['silk'],
      },
      {
        productId: combo._id,
        size: 'S',
        quantity: 1,
        name: 'Combo',
        unitPaise: 1_000,
        category: 'saree',
        tags: ['silk'],
      },
    ]);
    await catalog.call('PUT /products/update/{id}', { params: { id: saree._id }, body: { price: 999 } }, admin);
    expect(await Promise.all([hold(request), hold(request), hold({ ...request, expectedPaise: 22_100 })])).toEqual([
      first,
      first,
      first,
    ]);
    expect([await stockOf(saree._id), await stockOf(combo._id)]).toEqual([3, 3]);
    expect((await catalog.call('GET /products/getOne/{id}', { params: { id: saree._id } })).body.product.stock).toBe(3);
  });

  it('logs one line for each change, with the order', async () => {
    const { _id } = await catalog.create({ stock: 5 });
    const lines: (string | undefined)[][] = [];
    const logger = catalog.app.get<Logger>(LOGGER);
    const { info } = logger;
    logger.info = ({ orderId, outcome }: { orderId?: string; outcome?: string }) =>
      void lines.push([orderId, outcome, currentContext()?.facts.orderNumber]);
    try {
      const orderNumber = 'RV-26-0042174';
      const build = () => ({ ...buildHold([_id, 1]), orderNumber });
      const [sold, released, expired] = [build(), build(), build()];
      for (const request of [sold, released, expired]) await hold(request);
      await Promise.all([hold(sold), commit(sold)]);
      await release(released);
      await catalog.sweep.sweep(LATER);
      await Promise.all([cancelled(sold), cancelled(sold)]);
      await eventually(async () => expect(await stockOf(_id)).toBe(5));
      const own = [sold, released, expired].map(({ orderId }) => orderId);
      // The sweep also ends what other tests hold.
      expect(lines.filter(([orderId]) => orderId !== undefined && own.includes(orderId))).toEqual([
        [sold.orderId, 'held', orderNumber],
        [released.orderId, 'held', orderNumber],
        [expired.orderId, 'held', orderNumber],
        [sold.orderId, 'sold', orderNumber],
        [released.orderId, 'released', orderNumber],
        [expired.orderId, 'released', orderNumber],
        [sold.orderId, 'returned', orderNumber],
      ]);
    } finally {
      logger.info = info;
    }
  });

  it('uses the present product although an older version was read before', async () => {
    const { _id } = await catalog.create({ stock: 5, price: 10, sizes: ['S', 'M'], name: 'Combo' });
    const change = (body: object) => catalog.call('PUT /products/update/{id}', { params: { id: _id }, body }, admin);
    const outcome = async (size: string, expectedPaise: number) =>
      (await hold({ ...buildHold([_id, 1, size]), expectedPaise })).outcome;
    expect([await outcome('S', 1_000), await outcome('S', 999), await outcome('XL', 1_000)]).toEqual([
      'held',
      'total_changed',
      'unavailable',
    ]);
    await change({ name: 'Family combo' });
    expect(await hold({ ...buildHold([_id, 1, 'M']), expectedPaise: 1_000 })).toMatchObject({
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
    await catalog.call('DELETE /products/delete/{id}', { params: { id: _id } }, admin);
    expect(await outcome('L', 1_200)).toBe('unavailable');
  });

  it('waits until the database is connected', async () => {
    const { _id } = await catalog.create({ stock: 5 });
    // Mongoose's state before it is connected.
    const { collection } = catalog.products as unknown as { collection: { buffer: boolean; onOpen(): void } };
    collection.buffer = true;
    const reply = hold(buildHold([_id, 1]));
    setTimeout(() => collection.onOpen(), 300);
    expect(await reply).toMatchObject({ outcome: 'held' });
  });

  it('holds ten units for exactly ten of a hundred buyers', async () => {
    const { _id } = await catalog.create({ stock: 10 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => hold(buildHold([_id, 1]))));
    expect(replies.filter(({ outcome }) => outcome === 'held')).toHaveLength(10);
    expect(replies.filter(({ outcome }) => outcome === 'unavailable')).toHaveLength(90);
    expect(await stockOf(_id)).toBe(0);
  });

  it('holds all lines or none and returns every unavailable line', async () => {
    const plenty = await catalog.create({ stock: 9 });
    const few = await catalog.create({ stock: 1, name: 'Few' });
    const deleted = await catalog.create({ stock: 9, name: 'Deleted' });
    await catalog.call('DELETE /products/delete/{id}', { params: { id: deleted._id } }, admin);
    const never = '65a1b2c3d4e5f60718293a4b';
    const reply = await hold(buildHold([plenty._id, 1], [few._id, 2], [deleted._id, 1], [never, 1]));
    expect(
      reply.outcome === 'unavailable' && [...reply.lines].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')),
    ).toEqual([
      { productId: never, size: '', quantity: 1, available: 0 },
      { productId: deleted._id, size: '', quantity: 1, available: 0, name: 'Deleted' },
      { productId: few._id, size: '', quantity: 2, available: 1, name: 'Few' },
    ]);
    expect(await stockOf(plenty._id)).toBe(9);
  });

  it('shares one stock between sizes and rejects unknown sizes', async () => {
    const { _id } = await catalog.create({ stock: 4, sizes: ['S', 'M'] });
    expect(await hold(buildHold([_id, 3, 'S'], [_id, 3, 'M']))).toMatchObject({
      outcome: 'unavailable',
      lines: [{ size: 'S', available: 1 }],
    });
    expect(await hold(buildHold([_id, 1, 'XXL']))).toMatchObject({ outcome: 'unavailable', lines: [{ available: 0 }] });
    expect(await hold(buildHold([_id, 1]))).toMatchObject({ outcome: 'unavailable', lines: [{ available: 0 }] });
    expect(await stockOf(_id)).toBe(4);
  });

  it('takes nothing when the total differs from what the shopper saw', async () => {
    const { _id } = await catalog.create({ stock: 4, price: 10 });
    expect(await hold({ ...buildHold([_id, 2]), expectedPaise: 1_999 })).toEqual({
      outcome: 'total_changed',
      totalPaise: 2_000,
    });
    expect(await stockOf(_id)).toBe(4);
  });

  it('puts units back once when a hold is released', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = buildHold([_id, 3]);
    await hold(request);
    expect(await Promise.all([release(request), release(request)])).toEqual([
      { outcome: 'released' },
      { outcome: 'released' },
    ]);
    expect(await stockOf(_id)).toBe(4);
    expect(await commit(request)).toEqual({ outcome: 'gone' });
    expect(await hold(request)).toMatchObject({ outcome: 'unavailable' });
    expect(await stockOf(_id)).toBe(4);
  });

  it('commits once and does not release sold units', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = buildHold([_id, 3]);
    await hold(request);
    expect(await Promise.all([commit(request), commit(request), commit(request)])).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'sold' })),
    );
    await release(request);
    await catalog.sweep.sweep(LATER);
    expect(await stockOf(_id)).toBe(1);
    expect(await commit(request)).toEqual({ outcome: 'sold' });
    expect(await hold(request)).toMatchObject({ outcome: 'held' });
  });

  it('commits a hold of a product that was deleted meanwhile', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const request = buildHold([_id, 1]);
    await hold(request);
    await catalog.call('DELETE /products/delete/{id}', { params: { id: _id } }, admin);
    expect(await commit(request)).toEqual({ outcome: 'sold' });
  });

  it('puts units back when the hold expires and not earlier', async () => {
    const { _id } = await catalog.create({ stock: 4 });
    const early = { ...buildHold([_id, 1]), expiresAt: new Date(Date.now() - 1).toISOString() };
    const late = buildHold([_id, 2]);
    await hold(early);
    await hold(late);
    await Promise.all([catalog.sweep.sweep(), catalog.sweep.sweep()]);
    expect(await stockOf(_id)).toBe(2);
    expect(await commit(early)).toEqual({ outcome: 'gone' });
    expect(await commit(late)).toEqual({ outcome: 'sold' });
    expect(await stockOf(_id)).toBe(2);
  });

  it('reverts a partial commit when another line is gone', async () => {
    const [a, b] = [await catalog.create({ stock: 4 }), await catalog.create({ stock: 4 })];
    const request = buildHold([a._id, 1], [b._id, 1]);
    await hold(request);
    await commit({ ...request, lines: request.lines.slice(0, 1) });
    await release({ ...request, lines: request.lines.slice(1) });
    expect(await Promise.all([commit(request), commit(request)])).toEqual([{ outcome: 'gone' }, { outcome: 'gone' }]);
    expect([await stockOf(a._id), await stockOf(b._id)]).toEqual([4, 4]);
    expect(await commit(buildHold([a._id, 1]))).toEqual({ outcome: 'gone' });
  });

  it('returns units once when an order is cancelled, however often the event is delivered', async () => {
    const { _id } = await catalog.create({ stock: 4, sizes: ['M'] });
    const request = buildHold([_id, 3, 'M']);
    await hold(request);
    await commit(request);
    await cancelled(request);
    await cancelled(request);
    await eventually(async () => expect(await stockOf(_id)).toBe(4));
    await cancelled(request);
    await catalog.stock.returnStock(request);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await stockOf(_id)).toBe(4);
    expect(await commit(request)).toEqual({ outcome: 'sold' });
    expect(await stockOf(_id)).toBe(4);
  });

  it('keeps damaged units of a cancelled order out of stock, also of an archived sale', async () => {
    const some = await catalog.create({ stock: 5 });
    const all = await catalog.create({ stock: 5, sizes: ['S'] });
    const requests = [1, 2].map(() => buildHold([some._id, 2], [all._id, 1, 'S']));
    for (const [index, request] of requests.entries()) {
      await hold(request);
      expect(await commit(request)).toEqual({ outcome: 'sold' });
      if (index > 0) await catalog.archiver.archiveEnded(LATER);
      const damaged = [
        { productId: some._id, size: '', quantity: 1 },
        { productId: all._id, size: 'S', quantity: 1 },
      ];
      for (const _time of [1, 2]) await cancelled(request, damaged);
      const left = 4 - index;
      await eventually(async () => expect([await stockOf(some._id), await stockOf(all._id)]).toEqual([left, left]));
      await eventually(async () => expect(await catalog.hasHandled('order.cancelled')).toBe(true));
      expect([await stockOf(some._id), await stockOf(all._id)]).toEqual([left, left]);
    }
    const returned = (await catalog.events('catalog.stock.returned')).map(({ data }) => data);
    expect(
      returned.filter(({ holdId }) => requests.some((one) => one.holdId === holdId)).map(({ quantity }) => quantity),
    ).toEqual([1, 1]);
  });

  it('publishes every movement of stock once', async () => {
    const names = ['catalog.stock.held', 'catalog.stock.released', 'catalog.stock.returned'] as const;
    const counts = () => Promise.all(names.map((name) => catalog.publishedCount(name)));
    const settled = async () => {
      await eventually(async () => expect(await catalog.products.countDocuments({ 'outbox.id': { $gt: '' } })).toBe(0));
      return counts();
    };
    const before = await settled();
    const { _id } = await catalog.create({ stock: 9 });
    const [bought, expired] = [buildHold([_id, 1]), { ...buildHold([_id, 1]), expiresAt: new Date(0).toISOString() }];
    await Promise.all([hold(bought), hold(expired)]);
    await catalog.sweep.sweep();
    await Promise.all([commit(bought), commit(bought)]);
    await Promise.all([catalog.stock.returnStock(bought), catalog.stock.returnStock(bought)]);
    expect((await settled()).map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 1]);
  });

  it('expires and archives by periodic tasks', async () => {
    const running = await startCatalog({
      HOLD_SWEEP_MS: '50',
      STOCK_ARCHIVE_EVERY_MS: '50',
      STOCK_ARCHIVE_AFTER_MS: '10',
    });
    try {
      const { _id } = await running.create({ stock: 4 });
      await running.request('rpc.catalog.stock.hold', {
        ...buildHold([_id, 1]),
        expiresAt: new Date(Date.now() - 1).toISOString(),
      });
      await eventually(async () =>
        expect(await running.products.findById(_id).lean()).toMatchObject({ stock: 4, holds: [] }),
      );
    } finally {
      await running.stop();
    }
  });
});
