import { randomBytes } from 'node:crypto';
import { eventually, testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import mongoose from 'mongoose';
import { admin, type CatalogUnderTest, startCatalog } from '../../testing/start-catalog.js';

const uri = new URL(testMongoUri());
uri.pathname = `/test_synonyms_${randomBytes(6).toString('hex')}`;
let first: CatalogUnderTest;
let second: CatalogUnderTest;

beforeAll(async () => {
  first = await startCatalog({ MONGODB_URI: uri.toString() });
  second = await startCatalog({ MONGODB_URI: uri.toString() }, first);
  await first.create({ name: 'Pavitra border', weave: 'Mangalagiri', tags: [], description: '' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  const cleaner = await mongoose.createConnection(uri.toString()).asPromise();
  await cleaner.dropDatabase().finally(() => cleaner.close());
});

const find = async (replica: CatalogUnderTest, q: string) =>
  (await replica.call('GET /products/getAll', { query: { q } })).body.total;
const add = (...words: string[]) => first.call('POST /search/synonyms', { body: { words } }, admin);
const families = async (replica = first) =>
  (await replica.call('GET /search/synonyms', {}, admin)).body.families.map(({ words }) => words);
const remove = (id: string) => first.call('DELETE /search/synonyms/{id}', { params: { id } }, admin);

test('staff add, edit and delete words, which every replica uses at once and after a start', async () => {
  expect(await find(first, 'gulabo')).toBe(0);
  const { status, body } = await add('gulabo', 'Pavitra', ' Gulabo ');
  const { id } = body.family;
  expect([status, body.family.words]).toEqual([201, ['gulabo', 'Pavitra']]);
  expect(await find(first, 'gulabo')).toBe(1);
  await eventually(async () => expect(await find(second, 'gulabo')).toBe(1));

  const edited = { params: { id }, body: { words: ['roja', 'pavitra'] } };
  expect((await first.call('PUT /search/synonyms/{id}', edited, admin)).status).toBe(200);
  expect([await find(first, 'gulabo'), await find(first, 'roja')]).toEqual([0, 1]);
  const third = await startCatalog({ MONGODB_URI: uri.toString() }, first);
  expect(await find(third, 'roja')).toBe(1);
  expect(await families(third)).toEqual([['roja', 'pavitra']]);
  await third.stop();

  expect((await remove(id)).status).toBe(200);
  expect([await families(), await find(first, 'roja')]).toEqual([[], 0]);
  await eventually(async () => expect(await find(second, 'roja')).toBe(0));
  expect((await remove(id)).body).toMatchObject({ code: 'SYNONYM_NOT_FOUND' });

  const audit = (await first.events('audit.catalog.recorded')).filter(({ data }) => data.subject === 'settings');
  expect(audit.map(({ data: { action, actor, changes } }) => [action, actor.name, changes])).toEqual([
    ['product.synonyms.added', 'Asha', [{ field: 'words', to: 'gulabo, Pavitra' }]],
    ['product.synonyms.changed', 'Asha', [{ field: 'words', from: 'gulabo, Pavitra', to: 'roja, pavitra' }]],
    ['product.synonyms.deleted', 'Asha', [{ field: 'words', from: 'roja, pavitra' }]],
  ]);
});

test('a word belongs to one family and one meaning, also when two people add it at the same time', async () => {
  const both = await Promise.all([add('kasuti', 'negi'), add('Kasuti', 'gavanti')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await families()).toHaveLength(1);
  expect((await add('kasuti', 'menthi')).body).toMatchObject({
    code: 'SYNONYM_IN_USE',
    message: expect.stringMatching(/^“kasuti” already belongs to the family “kasuti, \w+”\.$/i),
  });
  expect((await add('banarasi', 'chanderi')).body).toMatchObject({ code: 'SYNONYM_CONFLICT' });
  for (const words of [['one'], ['same', 'Same'], ['saree', '12345'], ['<b>', 'saree'], ['x'.repeat(61), 'saree']])
    expect((await add(...words)).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await families()).toHaveLength(1);
});

test('staff see what a search is read as and finds before words are stored', async () => {
  const preview = async (body: { q: string; words?: string[] }) =>
    (await first.call('POST /search/preview', { body }, admin)).body.preview;
  expect(await preview({ q: 'champa' })).toMatchObject({ total: 0, products: [], interpreted: [] });
  const withWords = await preview({ q: 'champa', words: ['champa', 'pavitra'] });
  expect(withWords.products.map(({ name }) => name)).toEqual(['Pavitra border']);
  expect(withWords.interpreted.map(({ kind, label }) => [kind, label])).toEqual([['tag', 'champa']]);
  expect(await find(first, 'champa')).toBe(0);
});
