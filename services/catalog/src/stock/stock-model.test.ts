import type { ProductPatch } from '@rangavalli/contracts/entities/product';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import { aHold, anAdmin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { SIZELESS } from './shelf.js';

const LATER = new Date(Date.now() + 3_600_000);
const AFTER_ALL = new Date(LATER.getTime() + 1);
const ARCHIVE_AFTER_MS = 15_000;
const SIZES = ['S', 'M'];
/** One product with one stock for both sizes, one with a stock for each. */
const FIRST = [
  { stock: 6, sizes: SIZES },
  {
    sizeStock: [
      { size: 'S', stock: 3 },
      { size: 'M', stock: 4 },
    ],
    stock: undefined,
  },
];

type Step =
  | { do: 'hold' | 'sell' | 'release' | 'giveBack'; hold: number }
  | { do: 'expire' }
  | { do: 'archive' }
  | { do: 'edit'; product: number; patch: ProductPatch };
interface Group {
  /** Taken at the same time. */
  steps: Step[];
  /** The so-manieth write of a product in this group fails: before it happened, or after, when nobody hears of it. */
  crash: { at: number; when: 'before' | 'after' } | null;
}

const hold = fc.nat(4);
const pieces = fc.nat(6);
const patch: fc.Arbitrary<ProductPatch> = fc.oneof(
  fc.tuple(pieces, pieces).map(([s, m]) => ({
    sizeStock: [
      { size: 'S', stock: s },
      { size: 'M', stock: m },
    ],
  })),
  pieces.map((m) => ({ sizeStock: [{ size: 'M', stock: m }] })),
  pieces.map((stock) => ({ sizeStock: [], stock, sizes: SIZES })),
  fc.constant<ProductPatch>({ sizeStock: [], sizes: SIZES }),
);
const ofHold = (...names: ('hold' | 'sell' | 'release' | 'giveBack')[]) =>
  fc.record({ do: fc.constantFrom(...names), hold });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: ofHold('hold') },
  { weight: 6, arbitrary: ofHold('sell') },
  { weight: 4, arbitrary: ofHold('release', 'giveBack') },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'expire' }, { do: 'archive' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), product: fc.nat(1), patch }) },
);
const group: fc.Arbitrary<Group> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  crash: fc.option(fc.record({ at: fc.nat(4), when: fc.constantFrom('before' as const, 'after' as const) }), {
    freq: 4,
  }),
});
const line = fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 3 }), fc.constantFrom(...SIZES));
const story = fc.record({
  holds: fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
  groups: fc.array(group, { minLength: 4, maxLength: 14 }),
});

/** Goes by every outcome there is, one step after the other: what runs at once comes to some of them by luck only. */
const everyOutcome: [{ holds: [number, number, string][][]; groups: Group[] }] = [
  {
    holds: [
      [[0, 1, 'S']],
      [
        [0, 3, 'M'],
        [1, 2, 'S'],
      ],
      [[1, 3, 'S']],
      [[1, 1, 'M']],
      [[1, 1, 'M']],
    ],
    groups: (
      [
        { do: 'hold', hold: 0 },
        { do: 'sell', hold: 0 },
        { do: 'giveBack', hold: 0 },
        { do: 'hold', hold: 1 },
        { do: 'hold', hold: 2 },
        { do: 'release', hold: 1 },
        { do: 'sell', hold: 1 },
        { do: 'hold', hold: 3 },
        { do: 'expire' },
        { do: 'sell', hold: 3 },
        { do: 'archive' },
      ] satisfies Step[]
    ).map((one) => ({ steps: [one], crash: null })),
  },
];

interface Entry {
  holdId: string;
  size: string;
  quantity: number;
  state: 'held' | 'sold' | 'released' | 'returned';
}
/** A hold of the story, and what was answered about it. */
interface Told {
  request: ReturnType<typeof aHold>;
  outcomes: Set<string>;
  /** Steps that were cut off: its lines may stand apart until a step comes that carries them on (`carriesOn`). */
  torn: Set<string>;
}

/** What a step makes whole again that others left half done. A half-done sale is finished by the sale only, as a payment's is. */
const carriesOn: Record<string, readonly string[]> = {
  hold: ['hold', 'release', 'expire'],
  release: ['hold', 'release', 'expire'],
  sell: ['hold', 'release', 'expire', 'sell'],
  giveBack: ['hold', 'release', 'expire', 'sell', 'giveBack'],
};
const carryOn = (one: Told, name: string): void => carriesOn[name]?.forEach((torn) => one.torn.delete(torn));

describe('stock, whatever is done in whatever order, at once, again and cut off', () => {
  let catalog: CatalogUnderTest;
  const seen: Record<string, number> = {};
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  /** Makes one write fail; gives back what heals. */
  function crashing(crash: Group['crash']): () => void {
    if (!crash) return () => undefined;
    // All that stock writes goes by here, past mongoose or not.
    const products = catalog.products.collection;
    const real = products.updateOne.bind(products);
    let writes = 0;
    products.updateOne = (async (...told: Parameters<typeof real>) => {
      const mine = writes++ === crash.at;
      if (mine && crash.when === 'before') throw new Error('crash before the write');
      const result = await real(...told);
      if (mine) throw new Error('crash after the write');
      return result;
    }) as unknown as typeof products.updateOne;
    return () => {
      products.updateOne = real;
    };
  }

  /** Where every piece of a product is: on the shelf, held and sold, together or by size; and every entry. */
  async function read(id: string): Promise<{ pieces: Record<string, number>; entries: Entry[] }> {
    const product = await catalog.products.findById(id).lean();
    if (!product) throw new Error('no product');
    const bySize = product.sizeStock;
    expect(product.stock).toBeGreaterThanOrEqual(0);
    // Nothing that is to be done about an entry is done late.
    for (const { state, expiresAt, at } of product.holds)
      expect(product.lookAt?.getTime()).toBeLessThanOrEqual(
        state === 'held' ? expiresAt.getTime() : at.getTime() + ARCHIVE_AFTER_MS,
      );
    if (bySize) {
      expect(bySize.every(({ stock }) => stock >= 0)).toBe(true);
      expect(product.stock).toBe(bySize.reduce((sum, { stock }) => sum + stock, 0));
      expect(product.sizes).toEqual(bySize.map(({ size }) => size));
    }
    const archived = (await catalog.products.db
      .collection('stock_entries')
      .find({ productId: id })
      .toArray()) as unknown as Entry[];
    // The product's word counts before the archive's; a sale's return that is not archived yet stands beside it.
    const entries = new Map<string, Entry>();
    for (const entry of [
      ...archived,
      ...product.holds.filter(({ _id }) => !_id.startsWith('return of')),
      ...product.holds.filter(({ _id }) => _id.startsWith('return of')),
    ]) {
      entries.set(`${entry.holdId} ${entry.size}`, entry);
    }
    const where: Record<string, number> = {};
    const put = (size: string, more: number) => {
      const home = bySize ? size || SIZELESS : 'all';
      where[home] = (where[home] ?? 0) + more;
    };
    if (bySize) for (const { size, stock } of bySize) put(size, stock);
    else put('', product.stock);
    for (const { size, quantity, state } of entries.values())
      if (state === 'held' || state === 'sold') put(size, quantity);
    return {
      pieces: Object.fromEntries(
        Object.entries(where)
          .filter(([, count]) => count > 0)
          .sort(),
      ),
      entries: [...entries.values()],
    };
  }

  async function take(told: Step, holds: Told[], ids: string[]): Promise<void> {
    if (told.do === 'expire') return void (await catalog.sweep.sweep(AFTER_ALL));
    if (told.do === 'archive') return catalog.archiver.run(LATER);
    if (told.do === 'edit') {
      const { status } = await catalog.call(
        'PUT /products/update/{id}',
        { params: { id: ids[told.product] ?? '' }, body: told.patch },
        anAdmin,
      );
      return expect(status).toBe(200);
    }
    const one = holds[told.hold] as Told;
    // Orders are cancelled only after they were placed.
    if (told.do === 'giveBack' && !one.outcomes.has('sold')) return;
    const answer = await catalog.stock[told.do]({ ...one.request, expiresAt: LATER });
    const outcome = answer === true ? 'given back' : answer.outcome;
    one.outcomes.add(outcome);
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }

  /** Takes a group's steps at once and notes which holds were cut off in the midst. */
  async function takeAll({ steps, crash }: Group, holds: Told[], ids: string[]): Promise<void> {
    const heal = crashing(crash);
    const expires = steps.some((told) => told.do === 'expire');
    const ends = await Promise.all(
      steps.map((told) =>
        take(told, holds, ids).then(
          () => undefined,
          (error: Error) => error,
        ),
      ),
    );
    heal();
    for (const [k, told] of steps.entries()) {
      // Two archivers may insert the same entry; a real error is none of these.
      if (ends[k]) expect([told, ends[k].message]).toEqual([told, expect.stringMatching(/crash|E11000/)]);
      const one = 'hold' in told ? holds[told.hold] : undefined;
      if (one && !ends[k] && (told.do !== 'giveBack' || one.outcomes.has('given back'))) carryOn(one, told.do);
    }
    for (const [k, told] of steps.entries()) {
      const one = 'hold' in told ? holds[told.hold] : undefined;
      if (one && ends[k]) one.torn.add(told.do);
      // The time of a hold that is being taken can be over before its last line is.
      if (one && expires && told.do === 'hold') one.torn.add('expire');
      // A sweep that is cut off leaves any hold half expired.
      if (told.do === 'expire' && ends[k]) for (const any of holds) any.torn.add('expire');
    }
  }

  it('keeps stock + held + sold what was put in, each hold whole, and its word', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ holds: lines, groups }) => {
        const ids = await Promise.all(FIRST.map(async (fields) => (await catalog.create(fields))._id));
        const holds = lines.map((all): Told => ({
          request: aHold(
            ...all.map(([product, quantity, size]): [string, number, string] => [ids[product] ?? '', quantity, size]),
          ),
          outcomes: new Set(),
          torn: new Set(),
        }));
        const putIn = await Promise.all(ids.map(async (id) => (await read(id)).pieces));
        const check = async (edited: ReadonlySet<number>) => {
          const now = await Promise.all(ids.map(read));
          for (const [k, { pieces: there }] of now.entries()) {
            if (edited.has(k)) putIn[k] = there;
            else expect([k, there]).toEqual([k, putIn[k]]);
          }
          for (const { request, outcomes, torn } of holds) {
            const states = new Set(
              now.flatMap(({ entries }) =>
                entries
                  .filter(({ holdId }) => holdId === request.holdId)
                  .map(({ state }) => (state === 'returned' ? 'released' : state)),
              ),
            );
            if (torn.size === 0)
              expect([request.holdId, [...states]]).toEqual([request.holdId, [...states].slice(0, 1)]);
            // Nobody is told "sold" of a hold of which somebody else is told "gone".
            expect(outcomes.has('sold') && outcomes.has('gone')).toBe(false);
            if (outcomes.has('sold') && !outcomes.has('given back') && torn.size === 0)
              expect([...states]).toEqual(['sold']);
            if (outcomes.has('given back') && torn.size === 0) expect([...states]).toEqual(['released']);
          }
        };
        for (const one of groups) {
          const edited = new Set(one.steps.flatMap((told) => (told.do === 'edit' ? [told.product] : [])));
          const only = one.steps.length === 1 ? one.steps[0] : undefined;
          const before = only?.do === 'edit' ? await read(ids[only.product] ?? '') : undefined;
          await takeAll(one, holds, ids);
          if (only?.do === 'edit' && before) await isAsTold(ids[only.product] ?? '', only.patch, before.entries);
          await check(edited);
        }
        // All time is over, and every command comes once more.
        await catalog.sweep.sweep(AFTER_ALL);
        for (const { request, outcomes } of holds) outcomes.add((await catalog.stock.sell(request)).outcome);
        for (const one of holds) carryOn(one, 'sell');
        await check(new Set());
        for (const one of holds) {
          if (!one.outcomes.has('sold')) continue;
          await catalog.stock.giveBack(one.request);
          one.outcomes.add('given back');
          carryOn(one, 'giveBack');
        }
        await catalog.archiver.run(LATER);
        await check(new Set());
        const left = await Promise.all(ids.map(catalog.stockOf));
        expect(left).toEqual(putIn.map((there) => Object.values(there).reduce((sum, count) => sum + count, 0)));
      }),
      { ...propertyOptions(25), examples: [everyOutcome] },
    );
    if (!process.env.FC_PATH)
      for (const outcome of ['held', 'sold', 'gone', 'unavailable', 'released', 'given back'])
        expect([outcome, (seen[outcome] ?? 0) > 0]).toEqual([outcome, true]);
  }, 600_000);

  /** An edit that nobody disturbs sets exactly what it says, and leaves what is held and sold. */
  async function isAsTold(id: string, { stock, sizeStock }: ProductPatch, entries: Entry[]): Promise<void> {
    const product = await catalog.products.findById(id).lean();
    expect(product?.sizeStock?.map(({ size, stock: count }) => ({ size, stock: count }))).toEqual(
      sizeStock?.length ? sizeStock : undefined,
    );
    if (stock !== undefined) expect(product?.stock).toBe(stock);
    expect((await read(id)).entries).toEqual(entries);
  }
});
