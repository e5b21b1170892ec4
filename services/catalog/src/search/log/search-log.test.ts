import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ARCHIVED_ENTRY, type ArchivedEntry } from '../../stock/stock-entry.js';
import { admin, buildHold, type CatalogUnderTest, startCatalog } from '../../testing/start-catalog.js';
import { UnitsSold } from '../units-sold.js';
import { SEARCH_DAY, type SearchDayRecord } from './search-log.schema.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const record = (searches: Record<string, number>, batchId: string = randomUUID()) =>
  catalog.request('rpc.catalog.searches.record', {
    batchId,
    searches: Object.entries(searches).map(([text, count]) => ({ text, count })),
  });
const terms = async (query: { withoutResults?: 'true'; limit?: string } = {}) =>
  (await catalog.call('GET /search/terms', { query }, admin)).body.terms.map(
    ({ text, searches, results }) => `${text} ${searches} ${results}`,
  );

test('searches are counted by text, once per batch and without personal data', async () => {
  await catalog.create({ name: 'Gadwal saree' });
  const batchId = randomUUID();
  const searches = { Gadwal: 2, ' gadwal ': 1, 'zzgibberish one': 4, 'asha@example.com': 3, '98480 10407': 5 };
  await record(searches, batchId);
  await record(searches, batchId);
  await Promise.all([record({ gadwal: 1 }), record({ gadwal: 1, 'qqnothing two': 1 })]);
  expect(await terms()).toEqual(['gadwal 5 1', 'zzgibberish one 4 0', 'qqnothing two 1 0']);
  expect(await terms({ withoutResults: 'true' })).toEqual(['zzgibberish one 4 0', 'qqnothing two 1 0']);
  expect(await terms({ withoutResults: 'true', limit: '1' })).toEqual(['zzgibberish one 4 0']);

  const stored = await catalog.app.get<Model<SearchDayRecord>>(getModelToken(SEARCH_DAY)).find().lean();
  expect(JSON.stringify(stored)).not.toMatch(/asha|98480/);
  expect([...new Set(stored.flatMap((one) => Object.keys(one)))].toSorted()).toEqual([
    '_id',
    'at',
    'batches',
    'day',
    'results',
    'searches',
    'text',
  ]);
});

test('what finds products by now is no search without results any more', async () => {
  await record({ 'vanasthali drape': 7 });
  expect(await terms({ withoutResults: 'true' })).toContain('vanasthali drape 7 0');
  await catalog.create({ name: 'Vanasthali drape' });
  expect(await terms({ withoutResults: 'true' })).not.toContain('vanasthali drape 7 0');
  expect(await terms()).toContain('vanasthali drape 7 1');
});

test('what sells comes before what is newer, unless the sale was cancelled', async () => {
  const [sold, returned, newest] = [
    await catalog.create({ name: 'Rajkot patola', stock: 9 }),
    await catalog.create({ name: 'Rajkot patola', stock: 9 }),
    await catalog.create({ name: 'Rajkot patola', stock: 9 }),
  ];
  const sell = async (id: string, quantity: number) => {
    const hold = buildHold([id, quantity]);
    await catalog.request('rpc.catalog.stock.hold', hold);
    await catalog.request('rpc.catalog.stock.commit', hold);
    return hold;
  };
  await sell(sold._id, 1);
  const cancelled = await sell(returned._id, 3);
  await catalog.stock.returnStock(cancelled);
  await catalog.archiver.archiveEnded(new Date(Date.now() + 1_000));
  expect(await catalog.app.get<Model<ArchivedEntry>>(getModelToken(ARCHIVED_ENTRY)).countDocuments()).toBeGreaterThan(
    1,
  );
  await catalog.app.get(UnitsSold).refresh();
  const { products } = (await catalog.call('GET /products/getAll', { query: { q: 'rajkot patola' } })).body;
  expect(products.map(({ _id }) => _id)).toEqual([sold._id, newest._id, returned._id]);
});
