// Prints how relevant search results in the demo catalogue are: `npm run relevance`.
import process from 'node:process';
import { meanOf, measureRelevance } from './relevance.js';

const LISTED_BELOW = 0.9;

const queries = await measureRelevance();
const worst = queries.filter(({ ndcg }) => ndcg < LISTED_BELOW).sort((a, b) => a.ndcg - b.ndcg);
for (const { q, ndcg, found } of worst)
  process.stdout.write(`${ndcg.toFixed(2)}  ${q}\n      ${found.slice(0, 5).join(' · ') || 'nothing'}\n`);
process.stdout.write(`NDCG@10 ${meanOf(queries).toFixed(4)} of ${queries.length} queries\n`);
