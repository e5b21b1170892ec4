import { meanOf, measureRelevance } from './relevance.js';

test('finds what shoppers of the demo shop look for, in every spelling and script', async () => {
  const queries = await measureRelevance();
  expect(queries.length).toBeGreaterThanOrEqual(150);
  expect(queries.filter(({ found }) => found.length === 0)).toEqual([]);
  expect(queries.filter(({ ndcg }) => ndcg < 0.5)).toEqual([]);
  expect(meanOf(queries)).toBeGreaterThanOrEqual(0.9);
});

test('measures the order of results', async () => {
  const queries = await measureRelevance();
  const ndcgOf = (q: string) => queries.find((query) => query.q === q)?.ndcg;
  // The only product that is expected is the only one that is found.
  expect(ndcgOf('telia rumal')).toBe(1);
  for (const { ndcg } of queries) expect(ndcg).toBeLessThanOrEqual(1 + 1e-9);
});
