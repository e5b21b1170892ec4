import { getModelToken } from '@nestjs/mongoose';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { QUESTION, type QuestionRecord } from './question.schema.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const customer = (name = 'Meena Rao') => buildIdentity({ id: new Types.ObjectId().toHexString(), name });
const post = (productId: string, text: string, as = customer()) =>
  catalog.call('POST /questions', { body: { productId, text } }, as);
const list = async (productId: string) =>
  (await catalog.call('GET /questions', { query: { productId } })).body.questions;
const moderate = (id: string, body: { state: 'published'; reply: string } | { state: 'hidden' }) =>
  catalog.call('POST /questions/{id}/moderation', { params: { id }, body }, admin);

it('a question is shown with the reply of the shop, whose first one is an event', async () => {
  const { _id: productId } = await catalog.create();
  const as = customer();
  const { body } = await post(productId, 'Is the blouse piece unstitched?', as);
  expect(await list(productId)).toEqual([]);
  const waiting = await catalog.call('GET /questions/admin', { query: { state: 'waiting' } }, admin);
  expect(waiting.body.questions).toMatchObject([{ id: body.id, productName: 'Kanchipuram silk saree' }]);
  await moderate(body.id, { state: 'published', reply: 'Yes, 80 cm.' });
  await moderate(body.id, { state: 'published', reply: 'Yes, 80 cm.' });
  await moderate(body.id, { state: 'published', reply: 'Yes, 90 cm.' });
  expect(await list(productId)).toMatchObject([{ author: 'Meena R.', reply: { text: 'Yes, 90 cm.' }, helpful: 0 }]);
  const reader = customer();
  const helpful = { params: { id: body.id } };
  for (const by of [reader, reader, customer()]) await catalog.call('POST /questions/{id}/helpful', helpful, by);
  expect((await list(productId))[0]?.helpful).toBe(2);
  await eventually(async () => {
    const events = await catalog.events('catalog.question.replied');
    expect(events.map(({ data }) => data)).toEqual([{ questionId: body.id, productId, userId: as.id }]);
  });
  await moderate(body.id, { state: 'hidden' });
  expect(await list(productId)).toEqual([]);
  expect((await catalog.call('GET /questions/admin', {}, customer())).status).toBe(403);
});

it('a customer has at most five open questions, and one of each text, by simultaneous requests', async () => {
  const { _id: productId } = await catalog.create();
  const as = customer();
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, part) => post(productId, `Which thread count, part ${part}?`, as)),
  );
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(sent.filter(({ body }) => body.code === 'TOO_MANY_QUESTIONS')).toHaveLength(15);
  const other = customer();
  const equal = await Promise.all([1, 2, 3].map(() => post(productId, 'Does the colour run?', other)));
  expect(new Set(equal.map(({ body }) => body.id)).size).toBe(1);
});

it('a repeated question is found where the database stores a character as another', async () => {
  const { _id: productId } = await catalog.create();
  const as = customer();
  const ids = [];
  for (const _attempt of [1, 2]) ids.push((await post(productId, 'Is it pure silk? \ud800', as)).body.id);
  expect(ids).toEqual([expect.any(String), ids[0]]);
});

it('questions that were stored without a slot count, and one that has a reply frees its slot', async () => {
  const { _id: productId } = await catalog.create();
  const as = customer();
  const questions = catalog.app.get<Model<QuestionRecord>>(getModelToken(QUESTION));
  const record = { productId, productName: 'Saree', userId: as.id, author: 'Meena R.', state: 'waiting' as const };
  await questions.insertMany(['a', 'b'].map((text) => ({ ...record, text, at: new Date(), helpful: [] })));
  const send = (part: number) => post(productId, `Which thread count, part ${part}?`, as);
  const sent = await Promise.all([1, 2, 3, 4].map(send));
  const stored = sent.filter(({ status }) => status === 200);
  expect(stored).toHaveLength(3);
  await moderate(stored[0]?.body.id ?? '', { state: 'published', reply: 'It has 120.' });
  expect((await send(5)).status).toBe(200);
  expect((await send(6)).body.code).toBe('TOO_MANY_QUESTIONS');
});

it('a customer has at most five open questions, and a repeated one is stored once', async () => {
  const { _id: productId } = await catalog.create();
  const as = customer();
  const ids = await Promise.all([1, 2].map(async () => (await post(productId, 'Does the colour run?', as)).body.id));
  const again = await post(productId, 'Does the colour run?', as);
  expect(ids).toContain(again.body.id);
  for (const part of ['a', 'b', 'c', 'd']) await post(productId, `Which thread count, part ${part}?`, as);
  expect((await post(productId, 'One more question?', as)).body.code).toBe('TOO_MANY_QUESTIONS');
  expect((await post(productId, 'Short?')).status).toBe(400);
  expect((await post('f'.repeat(24), 'Is this still sold?')).body.code).toBe('PRODUCT_NOT_FOUND');
});
