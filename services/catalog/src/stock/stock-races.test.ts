import { random } from '../testing/random.js';
import { aHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import type { Hold } from './stock.service.js';

const LATER = new Date(Date.now() + 3_600_000);
const STOCK = 30;
/** The same, counted by size. */
const BY_SIZE = [{ size: 'S', stock: 12 }, { size: 'M', stock: 18 }];
const SECONDS = 4;

describe('stock under random commands, repetitions, races and crashes', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  /** Makes each write of a product fail now and then: before it happened, or after, when nobody hears of it. */
  function crashing(dice: (below: number) => number): () => void {
    const { products } = catalog;
    const real = products.updateOne.bind(products);
    products.updateOne = (async (...told: Parameters<typeof real>) => {
      const fate = dice(100);
      if (fate < 6) throw new Error('crash before the write');
      const result = await real(...told);
      if (fate < 12) throw new Error('crash after the write');
      return result;
    }) as unknown as typeof products.updateOne;
    return () => {
      products.updateOne = real;
    };
  }

  it.each([1, 2, 3])('keeps stock + held + sold the same, and every hold whole (seed %i)', async (seed) => {
    const dice = random(seed);
    const ids = await Promise.all(Array.from({ length: 3 }, async (_, k) => (await catalog.create(k === 0 ? { stock: STOCK, sizes: ['S', 'M'] } : { stock: STOCK, sizeStock: BY_SIZE }))._id));
    const holds = Array.from({ length: 40 }, () => {
      const lines = ids.filter(() => dice(2) === 0).map((id): [string, number, string] => [id, 1 + dice(4), dice(2) ? 'S' : 'M']);
      return aHold(...(lines.length > 0 ? lines : [[ids[0]!, 1, 'S'] as [string, number, string]]));
    });
    const outcomes = new Map<string, Set<string>>();
    const note = (hold: Hold, outcome: string) => outcomes.set(hold.holdId, (outcomes.get(hold.holdId) ?? new Set()).add(outcome));
    const steps = [
      async (hold: (typeof holds)[number]) => note(hold, (await catalog.stock.hold({ ...hold, expiresAt: new Date(Date.now() + 200 + dice(1_000)) })).outcome),
      // Mostly what is held; now and then what never was.
      async (hold: Hold) => (outcomes.get(hold.holdId)?.has('held') || dice(20) === 0) && note(hold, (await catalog.stock.sell(hold)).outcome),
      async (hold: Hold) => outcomes.get(hold.holdId)?.has('sold') && (await catalog.stock.giveBack(hold)),
      async (hold: Hold) => dice(4) === 0 && (await catalog.stock.release(hold)),
      async () => catalog.sweep.sweep(),
      async () => dice(10) === 0 && catalog.archiver.run(LATER),
    ];
    const heal = crashing(dice);
    const until = Date.now() + SECONDS * 1_000;
    const actor = async () => {
      while (Date.now() < until) {
        const hold = holds[dice(holds.length)]!;
        const step = steps[[0, 0, 0, 1, 1, 2, 3, 4, 5][dice(9)]!]!;
        await step(hold).catch((error: Error) => expect(error.message).toMatch(/crash|E11000/));
      }
    };
    await Promise.all(Array.from({ length: 8 }, actor));
    heal();

    await catalog.sweep.sweep(LATER);
    for (const hold of holds) await catalog.stock.sell(hold);
    const entries = await entriesOf(ids);
    for (const id of ids) {
      const sold = (size?: string) =>
        entries.filter((entry) => entry.productId === id && entry.state === 'sold' && (size ?? entry.size) === entry.size).reduce((sum, { quantity }) => sum + quantity, 0);
      expect((await catalog.stockOf(id)) + sold()).toBe(STOCK);
      const bySize = (await catalog.products.findById(id).lean())?.sizeStock;
      expect(bySize?.map(({ size, stock }) => ({ size, stock: stock + sold(size) }))).toEqual(id === ids[0] ? undefined : BY_SIZE);
    }
    for (const hold of holds) {
      const states = new Set(entries.filter(({ holdId }) => holdId === hold.holdId).map(({ state }) => (state === 'released' ? 'released' : 'bought')));
      expect(states.size).toBeLessThanOrEqual(1);
      const told = outcomes.get(hold.holdId) ?? new Set();
      // Nobody is told "sold" of a hold of which somebody else is told "gone".
      expect(told.has('sold') && told.has('gone')).toBe(false);
      if (told.has('sold')) expect(states).toEqual(new Set(['bought']));
    }
    expect([...outcomes.values()].filter((told) => told.has('sold')).length).toBeGreaterThan(0);
  });

  /** Every line's state of now, from product and archive. */
  async function entriesOf(ids: string[]): Promise<{ productId: string; holdId: string; size: string; state: string; quantity: number }[]> {
    await catalog.archiver.run(LATER);
    const archived = await catalog.products.db.collection('stock_entries').find({ productId: { $in: ids } }).toArray();
    return archived.map(({ productId, holdId, size, state, quantity }) => ({ productId, holdId, size, state, quantity }));
  }
});
