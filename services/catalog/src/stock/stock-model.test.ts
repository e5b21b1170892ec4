import type { ProductPatch } from '@rangavalli/contracts/entities/product';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import { buildHold, admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import type { HoldRequest } from './stock.service.js';
import { FREE_SIZE } from './stock-update.js';

const LATER = new Date(Date.now() + 3_600_000);
const AFTER_EXPIRY = new Date(LATER.getTime() + 1);
const ARCHIVE_AFTER_MS = 15_000;
const SIZES = ['S', 'M'];
/** One product whose sizes share their stock, one with stock by size. */
const PRODUCTS = [
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
  | { do: 'hold' | 'commit' | 'release' | 'return'; hold: number }
  | { do: 'expire' }
  | { do: 'archive' }
  | { do: 'edit'; product: number; patch: ProductPatch };
/** Steps taken concurrently. */
interface Group {
  steps: Step[];
  /** The index of the product write that fails, before it is made or after, so that its result is lost. */
  crash: { at: number; when: 'before' | 'after' } | null;
}

const hold = fc.nat(4);
const units = fc.nat(6);
const patch: fc.Arbitrary<ProductPatch> = fc.oneof(
  fc.tuple(units, units).map(([s, m]) => ({
    sizeStock: [
      { size: 'S', stock: s },
      { size: 'M', stock: m },
    ],
  })),
  units.map((m) => ({ sizeStock: [{ size: 'M', stock: m }] })),
  units.map((stock) => ({ sizeStock: [], stock, sizes: SIZES })),
  fc.constant<ProductPatch>({ sizeStock: [], sizes: SIZES }),
);
const ofHold = (...names: ('hold' | 'commit' | 'release' | 'return')[]) =>
  fc.record({ do: fc.constantFrom(...names), hold });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: ofHold('hold') },
  { weight: 6, arbitrary: ofHold('commit') },
  { weight: 4, arbitrary: ofHold('release', 'return') },
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

/** Produces every outcome by sequential steps; concurrent ones reach some of them only by chance. */
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
        { do: 'commit', hold: 0 },
        { do: 'return', hold: 0 },
        { do: 'hold', hold: 1 },
        { do: 'hold', hold: 2 },
        { do: 'release', hold: 1 },
        { do: 'commit', hold: 1 },
        { do: 'hold', hold: 3 },
        { do: 'expire' },
        { do: 'commit', hold: 3 },
        { do: 'archive' },
      ] satisfies Step[]
    ).map((each) => ({ steps: [each], crash: null })),
  },
];

interface Entry {
  holdId: string;
  size: string;
  quantity: number;
  state: 'held' | 'sold' | 'released' | 'returned';
}
interface HoldRecord {
  request: ReturnType<typeof buildHold>;
  /** All replies about it. */
  outcomes: Set<string>;
  /** Interrupted steps: its lines may differ until a step completes them (`completes`). */
  interrupted: Set<string>;
}

/** Which interrupted steps a step completes. A partial commit is completed by a commit only. */
const completes: Record<string, readonly string[]> = {
  hold: ['hold', 'release', 'expire'],
  release: ['hold', 'release', 'expire'],
  commit: ['hold', 'release', 'expire', 'commit'],
  return: ['hold', 'release', 'expire', 'commit', 'return'],
};
const complete = (record: HoldRecord, name: string): void =>
  completes[name]?.forEach((step) => record.interrupted.delete(step));

describe('stock under any sequence of concurrent, repeated and interrupted commands', () => {
  let catalog: CatalogUnderTest;
  const seen: Record<string, number> = {};
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  /** Makes one write fail; returns a function that restores the collection. */
  function injectCrash(crash: Group['crash']): () => void {
    if (!crash) return () => undefined;
    const products = catalog.products.collection;
    const original = products.updateOne.bind(products);
    let writes = 0;
    products.updateOne = async (...args: Parameters<typeof original>) => {
      const isFailing = writes++ === crash.at;
      if (isFailing && crash.when === 'before') throw new Error('crash before the write');
      const result = await original(...args);
      if (isFailing) throw new Error('crash after the write');
      return result;
    };
    return () => {
      products.updateOne = original;
    };
  }

  /** Returns all units of a product, in stock, held and sold, by size or in total; and every entry. */
  async function read(id: string): Promise<{ units: Record<string, number>; entries: Entry[] }> {
    const product = await catalog.products.findById(id).lean();
    if (!product) throw new Error('no product');
    const bySize = product.sizeStock;
    expect(product.stock).toBeGreaterThanOrEqual(0);
    // No entry is visited late.
    for (const { state, expiresAt, at } of product.holds)
      expect(product.nextSweepAt?.getTime()).toBeLessThanOrEqual(
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
    // The product overrides the archive, a return that is not archived yet overrides its sale.
    const entries = new Map<string, Entry>();
    for (const entry of [
      ...archived,
      ...product.holds.filter(({ _id }) => !_id.startsWith('return of')),
      ...product.holds.filter(({ _id }) => _id.startsWith('return of')),
    ]) {
      entries.set(`${entry.holdId} ${entry.size}`, entry);
    }
    const units: Record<string, number> = {};
    const add = (size: string, quantity: number) => {
      const target = bySize ? size || FREE_SIZE : 'all';
      units[target] = (units[target] ?? 0) + quantity;
    };
    if (bySize) for (const { size, stock } of bySize) add(size, stock);
    else add('', product.stock);
    for (const { size, quantity, state } of entries.values())
      if (state === 'held' || state === 'sold') add(size, quantity);
    return {
      units: Object.fromEntries(
        Object.entries(units)
          .filter(([, count]) => count > 0)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      entries: [...entries.values()],
    };
  }

  type Command = Exclude<Step['do'], 'expire' | 'archive' | 'edit'>;
  const commands: Record<Command, (request: HoldRequest) => Promise<{ outcome: string } | true>> = {
    hold: (request) => catalog.stock.holdStock(request),
    commit: (request) => catalog.stock.commitHold(request),
    release: (request) => catalog.stock.releaseHold(request),
    return: (request) => catalog.stock.returnStock(request),
  };

  async function run(step: Step, holds: HoldRecord[], ids: string[]): Promise<void> {
    if (step.do === 'expire') return void (await catalog.sweep.sweep(AFTER_EXPIRY));
    if (step.do === 'archive') return catalog.archiver.archiveEnded(LATER);
    if (step.do === 'edit') {
      const { status } = await catalog.call(
        'PUT /products/update/{id}',
        { params: { id: ids[step.product] ?? '' }, body: step.patch },
        admin,
      );
      return expect(status).toBe(200);
    }
    const record = holds[step.hold] as HoldRecord;
    // Orders are cancelled only after they were placed.
    if (step.do === 'return' && !record.outcomes.has('sold')) return;
    const reply = await commands[step.do]({ ...record.request, expiresAt: LATER });
    const outcome = reply === true ? 'restocked' : reply.outcome;
    record.outcomes.add(outcome);
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }

  /** Runs the steps of a group concurrently and records which holds were interrupted. */
  async function runGroup({ steps, crash }: Group, holds: HoldRecord[], ids: string[]): Promise<void> {
    const restore = injectCrash(crash);
    const expires = steps.some((step) => step.do === 'expire');
    const errors = await Promise.all(
      steps.map((step) =>
        run(step, holds, ids).then(
          () => undefined,
          (error: Error) => error,
        ),
      ),
    );
    restore();
    for (const [k, step] of steps.entries()) {
      // Concurrent archivers may insert the same entry.
      if (errors[k]) expect([step, errors[k].message]).toEqual([step, expect.stringMatching(/crash|E11000/)]);
      const record = 'hold' in step ? holds[step.hold] : undefined;
      if (record && !errors[k] && (step.do !== 'return' || record.outcomes.has('restocked'))) complete(record, step.do);
    }
    for (const [k, step] of steps.entries()) {
      const record = 'hold' in step ? holds[step.hold] : undefined;
      if (record && errors[k]) record.interrupted.add(step.do);
      // A hold may expire before its last line is taken.
      if (record && expires && step.do === 'hold') record.interrupted.add('expire');
      // An interrupted sweep may leave any hold partly expired.
      if (step.do === 'expire' && errors[k]) for (const other of holds) other.interrupted.add('expire');
    }
  }

  it('keeps the sum of stock, held and sold units, every hold complete and every reply true', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ holds: lines, groups }) => {
        const ids = await Promise.all(PRODUCTS.map(async (fields) => (await catalog.create(fields))._id));
        const holds = lines.map((all): HoldRecord => ({
          request: buildHold(
            ...all.map(([product, quantity, size]): [string, number, string] => [ids[product] ?? '', quantity, size]),
          ),
          outcomes: new Set(),
          interrupted: new Set(),
        }));
        const expected = await Promise.all(ids.map(async (id) => (await read(id)).units));
        const check = async (edited: ReadonlySet<number>) => {
          const now = await Promise.all(ids.map(read));
          for (const [k, { units }] of now.entries()) {
            if (edited.has(k)) expected[k] = units;
            else expect([k, units]).toEqual([k, expected[k]]);
          }
          for (const { request, outcomes, interrupted } of holds) {
            const states = new Set(
              now.flatMap(({ entries }) =>
                entries
                  .filter(({ holdId }) => holdId === request.holdId)
                  .map(({ state }) => (state === 'returned' ? 'released' : state)),
              ),
            );
            if (interrupted.size === 0)
              expect([request.holdId, [...states]]).toEqual([request.holdId, [...states].slice(0, 1)]);
            // The same hold is never both committed and gone.
            expect(outcomes.has('sold') && outcomes.has('gone')).toBe(false);
            if (outcomes.has('sold') && !outcomes.has('restocked') && interrupted.size === 0)
              expect([...states]).toEqual(['sold']);
            if (outcomes.has('restocked') && interrupted.size === 0) expect([...states]).toEqual(['released']);
          }
        };
        for (const group of groups) {
          const edited = new Set(group.steps.flatMap((step) => (step.do === 'edit' ? [step.product] : [])));
          const only = group.steps.length === 1 ? group.steps[0] : undefined;
          const before = only?.do === 'edit' ? await read(ids[only.product] ?? '') : undefined;
          await runGroup(group, holds, ids);
          if (only?.do === 'edit' && before) await expectEdited(ids[only.product] ?? '', only.patch, before.entries);
          await check(edited);
        }
        // Everything expires, then every command runs once more.
        await catalog.sweep.sweep(AFTER_EXPIRY);
        for (const { request, outcomes } of holds) outcomes.add((await catalog.stock.commitHold(request)).outcome);
        for (const record of holds) complete(record, 'commit');
        await check(new Set());
        for (const record of holds) {
          if (!record.outcomes.has('sold')) continue;
          await catalog.stock.returnStock(record.request);
          record.outcomes.add('restocked');
          complete(record, 'return');
        }
        await catalog.archiver.archiveEnded(LATER);
        await check(new Set());
        const left = await Promise.all(ids.map(catalog.stockOf));
        expect(left).toEqual(expected.map((units) => Object.values(units).reduce((sum, count) => sum + count, 0)));
      }),
      { ...propertyOptions(25), examples: [everyOutcome] },
    );
    if (!process.env.FC_PATH)
      for (const outcome of ['held', 'sold', 'gone', 'unavailable', 'released', 'restocked'])
        expect([outcome, (seen[outcome] ?? 0) > 0]).toEqual([outcome, true]);
  }, 600_000);

  /** Checks that an edit without concurrency sets exactly its values and leaves held and sold units. */
  async function expectEdited(id: string, { stock, sizeStock }: ProductPatch, entries: Entry[]): Promise<void> {
    const product = await catalog.products.findById(id).lean();
    expect(product?.sizeStock?.map(({ size, stock: count }) => ({ size, stock: count }))).toEqual(
      sizeStock?.length ? sizeStock : undefined,
    );
    if (stock !== undefined) expect(product?.stock).toBe(stock);
    expect((await read(id)).entries).toEqual(entries);
  }
});
