import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { random } from '../testing/random.js';
import { aHold, anAdmin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { SIZELESS } from './shelf.js';

const LATER = new Date(Date.now() + 3_600_000);
const NAMES = ['S', 'M', 'L'];
const STEPS = 180;
const SECONDS = 3;

interface Purchase {
  request: ReturnType<typeof aHold>;
  size: string;
  quantity: number;
  state: 'held' | 'sold' | 'over';
}

/** What the shelf must be, said as simply as can be. */
class Shelf {
  sizes: string[] = [...NAMES];
  together = 20;
  bySize: Map<string, number> | undefined;

  has(size: string, quantity: number): boolean {
    const offered = this.sizes.length === 0 ? size === '' : this.sizes.includes(size);
    return offered && (this.bySize ? (this.bySize.get(size) ?? 0) : this.together) >= quantity;
  }

  move(size: string, more: number): void {
    if (!this.bySize) return void (this.together += more);
    const home = size || SIZELESS;
    if (!this.bySize.has(home)) this.sizes.push(home);
    this.bySize.set(home, (this.bySize.get(home) ?? 0) + more);
  }

  edit({ stock, sizes, sizeStock }: ProductPatch): void {
    if (sizeStock?.length) {
      this.bySize = new Map(sizeStock.map((one) => [one.size, one.stock]));
      this.sizes = [...this.bySize.keys()];
      return;
    }
    if (sizeStock && this.bySize) {
      this.together = this.sum;
      this.bySize = undefined;
    }
    this.together = stock ?? this.together;
    this.sizes = sizes ?? this.sizes;
  }

  get sum(): number {
    return this.bySize ? [...this.bySize.values()].reduce((sum, pieces) => sum + pieces, 0) : this.together;
  }
}

describe('stock by size under random steps', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const change = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, anAdmin);
  const read = (id: string) => catalog.products.findById(id, { stock: 1, sizes: 1, sizeStock: 1 }).lean();
  const newStock = (dice: (below: number) => number): SizeStock[] =>
    NAMES.filter(() => dice(3) > 0).map((size) => ({ size, stock: dice(8) }));

  it.each([11, 12, 13, 14])('is what a simple count of the same steps says, after each (seed %i)', async (seed) => {
    const dice = random(seed);
    const { _id: id } = await catalog.create({ stock: 20, sizes: NAMES });
    const model = new Shelf();
    const purchases: Purchase[] = [];
    const some = (state: Purchase['state']) => {
      const found = purchases.filter((one) => one.state === state);
      return found[dice(found.length)];
    };
    const over = (purchase: Purchase) => {
      purchase.state = 'over';
      model.move(purchase.size, purchase.quantity);
    };
    const hold = async () => {
      const [size, quantity] = [['', ...NAMES, SIZELESS][dice(5)]!, 1 + dice(3)];
      const request = aHold([id, quantity, size]);
      const had = model.has(size, quantity);
      expect((await catalog.stock.hold({ ...request, expiresAt: LATER })).outcome).toBe(had ? 'held' : 'unavailable');
      if (!had) return;
      model.move(size, -quantity);
      purchases.push({ request, size, quantity, state: 'held' });
    };
    const sell = async () => {
      const purchase = some('held');
      if (!purchase) return;
      expect(await catalog.stock.sell(purchase.request)).toEqual({ outcome: 'sold' });
      purchase.state = 'sold';
    };
    const release = async () => {
      const purchase = some('held');
      if (!purchase) return;
      over(purchase);
      await catalog.stock.release(purchase.request);
    };
    const giveBack = async () => {
      const purchase = some('sold');
      if (!purchase) return;
      over(purchase);
      await catalog.stock.giveBack(purchase.request);
    };
    const repeat = async () => {
      const purchase = some('over');
      if (purchase)
        await (dice(2) ? catalog.stock.release(purchase.request) : catalog.stock.giveBack(purchase.request));
    };
    const expire = async () => {
      // In the order in which the sweep meets them: a size that comes back is put behind the others.
      for (const purchase of purchases.filter(({ state }) => state === 'held')) over(purchase);
      await catalog.sweep.sweep(new Date(LATER.getTime() + 1));
    };
    const edit = async () => {
      const told = [
        { sizeStock: newStock(dice) },
        { sizeStock: newStock(dice) },
        { sizeStock: [] },
        { sizeStock: [], stock: 5 + dice(20), sizes: NAMES.slice(dice(4)) },
        ...(model.bySize ? [{ stock: model.sum }] : [{ stock: 5 + dice(20) }, { sizes: NAMES.slice(dice(4)) }]),
      ];
      const body = told[dice(told.length)]!;
      model.edit(body);
      expect((await change(id, body)).status).toBe(200);
    };
    const done = new Map<() => Promise<void>, number>();
    for (let k = 0; k < STEPS; k += 1) {
      const step =
        [
          hold,
          hold,
          hold,
          hold,
          sell,
          sell,
          release,
          giveBack,
          repeat,
          edit,
          ...(dice(4) ? [] : [expire]),
          () => catalog.archiver.run(LATER),
        ][dice(12)] ?? hold;
      await step();
      done.set(step, (done.get(step) ?? 0) + 1);
      const found = await read(id);
      const bySize = model.bySize && [...model.bySize].map(([size, stock]) => ({ size, stock }));
      expect([k, found?.stock, found?.sizes, found?.sizeStock]).toEqual([k, model.sum, model.sizes, bySize]);
    }
    for (const step of [hold, sell, release, giveBack, repeat, edit, expire])
      expect([step.name, done.has(step)]).toEqual([step.name, true]);
  });

  it.each([21, 22])('has a sum that is true at every moment of a crowd (seed %i)', async (seed) => {
    const dice = random(seed);
    const { _id: id } = await catalog.create({
      sizeStock: NAMES.map((size) => ({ size, stock: 6 })),
      stock: undefined,
    });
    const sold: ReturnType<typeof aHold>[] = [];
    const outcomes = new Set<string>();
    const steps = [
      async () => {
        const request = aHold([id, 1 + dice(2), NAMES[dice(3)]!]);
        outcomes.add((await catalog.stock.hold({ ...request, expiresAt: new Date(Date.now() + dice(300)) })).outcome);
        if (dice(3) === 0) await catalog.stock.release(request);
        else if ((await catalog.stock.sell(request)).outcome === 'sold') sold.push(request);
      },
      async () => void (await catalog.stock.giveBack(sold[dice(sold.length)] ?? aHold([id, 1, 'S']))),
      async () => void (await change(id, dice(4) ? { sizeStock: newStock(dice) } : { sizeStock: [] })),
      async () => void (await catalog.sweep.sweep()),
      async () => catalog.archiver.run(LATER),
    ];
    const until = Date.now() + SECONDS * 1_000;
    const crowd = Array.from({ length: 8 }, async () => {
      while (Date.now() < until)
        await steps[[0, 0, 0, 0, 1, 1, 2, 3, 4][dice(9)]!]!().catch((error: Error) =>
          expect(error.message).toMatch(/E11000/),
        );
    });
    const seen = { together: 0, bySize: 0 };
    const watcher = (async () => {
      while (Date.now() < until) {
        const found = await read(id);
        seen[found?.sizeStock ? 'bySize' : 'together'] += 1;
        expect(found?.stock).toBeGreaterThanOrEqual(0);
        if (!found?.sizeStock) continue;
        expect(found.sizeStock.every(({ stock }) => stock >= 0)).toBe(true);
        expect(found.stock).toBe(found.sizeStock.reduce((sum, { stock }) => sum + stock, 0));
        expect(found.sizes).toEqual(found.sizeStock.map(({ size }) => size));
      }
    })();
    await Promise.all([...crowd, watcher]);
    expect([seen.bySize > 0, outcomes.has('held'), outcomes.has('unavailable'), sold.length > 0]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
