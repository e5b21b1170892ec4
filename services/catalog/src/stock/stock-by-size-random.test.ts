import type { ProductPatch, SizeStock } from '@rangavalli/contracts/entities/product';
import { buildHold, admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { FREE_SIZE } from './stock-update.js';

const LATER = new Date(Date.now() + 3_600_000);
const NAMES = ['S', 'M', 'L'];
const STEPS = 180;
const SECONDS = 3;

interface Purchase {
  request: ReturnType<typeof buildHold>;
  size: string;
  quantity: number;
  state: 'held' | 'sold' | 'ended';
}

/** Whole random numbers from 0 below a limit, repeatable by their seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The expected stock, computed in the simplest way. */
class StockModel {
  sizes: string[] = [...NAMES];
  shared = 20;
  bySize: Map<string, number> | undefined;

  has(size: string, quantity: number): boolean {
    const isOffered = this.sizes.length === 0 ? size === '' : this.sizes.includes(size);
    return isOffered && (this.bySize ? (this.bySize.get(size) ?? 0) : this.shared) >= quantity;
  }

  add(size: string, units: number): void {
    if (!this.bySize) return void (this.shared += units);
    const target = size || FREE_SIZE;
    if (!this.bySize.has(target)) this.sizes.push(target);
    this.bySize.set(target, (this.bySize.get(target) ?? 0) + units);
  }

  edit({ stock, sizes, sizeStock }: ProductPatch): void {
    if (sizeStock?.length) {
      this.bySize = new Map(sizeStock.map((one) => [one.size, one.stock]));
      this.sizes = [...this.bySize.keys()];
      return;
    }
    if (sizeStock && this.bySize) {
      this.shared = this.sum;
      this.bySize = undefined;
    }
    this.shared = stock ?? this.shared;
    this.sizes = sizes ?? this.sizes;
  }

  get sum(): number {
    return this.bySize ? [...this.bySize.values()].reduce((sum, units) => sum + units, 0) : this.shared;
  }
}

describe('stock by size with random steps', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const change = (id: string, body: ProductPatch) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  const read = (id: string) => catalog.products.findById(id, { stock: 1, sizes: 1, sizeStock: 1 }).lean();
  const newStock = (dice: (below: number) => number): SizeStock[] =>
    NAMES.filter(() => dice(3) > 0).map((size) => ({ size, stock: dice(8) }));

  it.each([11, 12, 13, 14])('equals a simple model after each step (seed %i)', async (seed) => {
    const dice = randomNumbers(seed);
    const { _id: id } = await catalog.create({ stock: 20, sizes: NAMES });
    const model = new StockModel();
    const purchases: Purchase[] = [];
    const some = (state: Purchase['state']) => {
      const found = purchases.filter((one) => one.state === state);
      return found[dice(found.length)];
    };
    const end = (purchase: Purchase) => {
      purchase.state = 'ended';
      model.add(purchase.size, purchase.quantity);
    };
    const hold = async () => {
      const [size, quantity] = [['', ...NAMES, FREE_SIZE][dice(5)]!, 1 + dice(3)];
      const request = buildHold([id, quantity, size]);
      const isAvailable = model.has(size, quantity);
      expect((await catalog.stock.holdStock({ ...request, expiresAt: LATER })).outcome).toBe(
        isAvailable ? 'held' : 'unavailable',
      );
      if (!isAvailable) return;
      model.add(size, -quantity);
      purchases.push({ request, size, quantity, state: 'held' });
    };
    const commit = async () => {
      const purchase = some('held');
      if (!purchase) return;
      expect(await catalog.stock.commitHold(purchase.request)).toEqual({ outcome: 'sold' });
      purchase.state = 'sold';
    };
    const release = async () => {
      const purchase = some('held');
      if (!purchase) return;
      end(purchase);
      await catalog.stock.releaseHold(purchase.request);
    };
    const returnUnits = async () => {
      const purchase = some('sold');
      if (!purchase) return;
      end(purchase);
      await catalog.stock.returnStock(purchase.request);
    };
    const repeat = async () => {
      const purchase = some('ended');
      if (purchase)
        await (dice(2) ? catalog.stock.releaseHold(purchase.request) : catalog.stock.returnStock(purchase.request));
    };
    const expire = async () => {
      // In the order of the sweep: a size that is added again comes last.
      for (const purchase of purchases.filter(({ state }) => state === 'held')) end(purchase);
      await catalog.sweep.sweep(new Date(LATER.getTime() + 1));
    };
    const edit = async () => {
      const edits = [
        { sizeStock: newStock(dice) },
        { sizeStock: newStock(dice) },
        { sizeStock: [] },
        { sizeStock: [], stock: 5 + dice(20), sizes: NAMES.slice(dice(4)) },
        ...(model.bySize ? [{ stock: model.sum }] : [{ stock: 5 + dice(20) }, { sizes: NAMES.slice(dice(4)) }]),
      ];
      const body = edits[dice(edits.length)]!;
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
          commit,
          commit,
          release,
          returnUnits,
          repeat,
          edit,
          ...(dice(4) ? [] : [expire]),
          () => catalog.archiver.archiveEnded(LATER),
        ][dice(12)] ?? hold;
      await step();
      done.set(step, (done.get(step) ?? 0) + 1);
      const found = await read(id);
      const bySize = model.bySize && [...model.bySize].map(([size, stock]) => ({ size, stock }));
      expect([k, found?.stock, found?.sizes, found?.sizeStock]).toEqual([k, model.sum, model.sizes, bySize]);
    }
    for (const step of [hold, commit, release, returnUnits, repeat, edit, expire])
      expect([step.name, done.has(step)]).toEqual([step.name, true]);
  });

  it.each([21, 22])('keeps the sum correct at every moment under concurrency (seed %i)', async (seed) => {
    const dice = randomNumbers(seed);
    const { _id: id } = await catalog.create({
      sizeStock: NAMES.map((size) => ({ size, stock: 6 })),
      stock: undefined,
    });
    const sold: ReturnType<typeof buildHold>[] = [];
    const outcomes = new Set<string>();
    const steps = [
      async () => {
        const request = buildHold([id, 1 + dice(2), NAMES[dice(3)]!]);
        outcomes.add(
          (await catalog.stock.holdStock({ ...request, expiresAt: new Date(Date.now() + dice(300)) })).outcome,
        );
        if (dice(3) === 0) await catalog.stock.releaseHold(request);
        else if ((await catalog.stock.commitHold(request)).outcome === 'sold') sold.push(request);
      },
      async () => void (await catalog.stock.returnStock(sold[dice(sold.length)] ?? buildHold([id, 1, 'S']))),
      async () => void (await change(id, dice(4) ? { sizeStock: newStock(dice) } : { sizeStock: [] })),
      async () => void (await catalog.sweep.sweep()),
      async () => catalog.archiver.archiveEnded(LATER),
    ];
    const until = Date.now() + SECONDS * 1_000;
    const workers = Array.from({ length: 8 }, async () => {
      while (Date.now() < until)
        await steps[[0, 0, 0, 0, 1, 1, 2, 3, 4][dice(9)]!]!().catch((error: Error) =>
          expect(error.message).toMatch(/E11000/),
        );
    });
    const seen = { shared: 0, bySize: 0 };
    const watcher = (async () => {
      while (Date.now() < until) {
        const found = await read(id);
        seen[found?.sizeStock ? 'bySize' : 'shared'] += 1;
        expect(found?.stock).toBeGreaterThanOrEqual(0);
        if (!found?.sizeStock) continue;
        expect(found.sizeStock.every(({ stock }) => stock >= 0)).toBe(true);
        expect(found.stock).toBe(found.sizeStock.reduce((sum, { stock }) => sum + stock, 0));
        expect(found.sizes).toEqual(found.sizeStock.map(({ size }) => size));
      }
    })();
    await Promise.all([...workers, watcher]);
    expect([seen.bySize > 0, outcomes.has('held'), outcomes.has('unavailable'), sold.length > 0]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
