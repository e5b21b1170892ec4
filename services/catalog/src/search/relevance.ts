import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProductInput } from '@rangavalli/contracts/entities/product';
import { MemorySearchIndex } from '@rangavalli/search-index/memory-search-index';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import { z } from 'zod';

// The same from `src` and from `dist`.
const JUDGED_QUERIES = fileURLToPath(new URL('../../src/search/relevance.json', import.meta.url));
const DEMO_CATALOGUE = fileURLToPath(new URL('../../../../demo/catalogue/', import.meta.url));
const RESULTS = 10;
const [BEST_GRADE, GOOD_GRADE] = [3, 1];

const texts = z.array(z.string());
/** Demo products that all fields match; values of one field are alternatives. */
const selector = z.strictObject({
  id: texts.optional(),
  category: z.string().optional(),
  sareeType: z.string().optional(),
  weave: z.string().optional(),
  occasion: texts.optional(),
  tag: texts.optional(),
  /** Word beginnings in these fields; `words` in name, tags, occasion or fabric. */
  fabric: texts.optional(),
  colour: texts.optional(),
  words: texts.optional(),
  size: z.string().optional(),
  /** Rupees, inclusive. */
  min: z.number().optional(),
  max: z.number().optional(),
  inStock: z.literal(true).optional(),
});
type Selector = z.infer<typeof selector>;

const judgedQueries = z.array(z.strictObject({ q: z.string(), best: selector, good: selector.optional() }));
type JudgedQuery = z.infer<typeof judgedQueries>[number];

type DemoProduct = ProductInput & { id: string; stock: number };

export interface QueryRelevance {
  q: string;
  /** 1 when the first ten results are in the best order possible. */
  ndcg: number;
  found: string[];
}

/** Returns NDCG@10 of every judged query in the demo catalogue, from the index alone. */
export async function measureRelevance(): Promise<QueryRelevance[]> {
  const products = readDemoProducts();
  const index = await buildIndex(products);
  const queries = judgedQueries.parse(JSON.parse(readFileSync(JUDGED_QUERIES, 'utf8')));
  return Promise.all(
    queries.map(async (judged) => {
      const page = { offset: 0, limit: RESULTS, includeFacets: false };
      const { documents } = await index.search({ q: judged.q, sort: 'relevance' }, page);
      const ideal = products.map((product) => gradeOf(product, judged)).sort((a, b) => b - a);
      if (!ideal[0]) throw new TypeError(`relevance.json: no product is expected for “${judged.q}”`);
      const gained = discountedGain(documents.map((product) => gradeOf(product, judged)));
      return {
        q: judged.q,
        ndcg: gained / discountedGain(ideal.slice(0, RESULTS)),
        found: documents.map(({ name }) => name),
      };
    }),
  );
}

export const meanOf = (queries: readonly QueryRelevance[]): number =>
  queries.reduce((sum, { ndcg }) => sum + ndcg, 0) / queries.length;

function readDemoProducts(): DemoProduct[] {
  const files = readdirSync(DEMO_CATALOGUE).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file) =>
    (JSON.parse(readFileSync(join(DEMO_CATALOGUE, file), 'utf8')) as DemoProduct[]).map((product) => ({
      ...product,
      stock: product.sizeStock?.reduce((sum, { stock }) => sum + stock, 0) ?? product.stock,
    })),
  );
}

async function buildIndex(products: readonly DemoProduct[]): Promise<MemorySearchIndex<DemoProduct>> {
  const index = new MemorySearchIndex<DemoProduct>();
  await index.put(
    products.map((product, createdAt) => ({
      ...product,
      version: '1',
      document: product,
      // The weave is a tag too, as tools/seed creates the products.
      tags: [...product.tags, ...(product.weave ? [product.weave] : [])],
      pricePaise: rupeesToPaise(product.price),
      sizes: product.sizeStock ?? [],
      createdAt,
    })),
  );
  return index;
}

const gradeOf = (product: DemoProduct, { best, good }: JudgedQuery): number => {
  if (isSelected(product, best)) return BEST_GRADE;
  return good && isSelected(product, good) ? GOOD_GRADE : 0;
};

function isSelected(product: DemoProduct, selected: Selector): boolean {
  const { name, tags, category, sareeType, weave, fabric = '', colour = '', occasion = '', price } = product;
  const hasWord = (text: string, words: readonly string[]) =>
    words.some((word) => new RegExp(String.raw`\b${word}`, 'i').test(text));
  const isEqual = (expected: string | undefined, actual: string | undefined) =>
    expected === undefined || expected === actual;
  return (
    isEqual(selected.category, category) &&
    isEqual(selected.sareeType, sareeType) &&
    isEqual(selected.weave, weave) &&
    selected.id?.includes(product.id) !== false &&
    selected.occasion?.includes(occasion) !== false &&
    (!selected.tag || tags.some((tag) => selected.tag?.includes(tag))) &&
    (!selected.fabric || hasWord(fabric, selected.fabric)) &&
    (!selected.colour || hasWord(colour, selected.colour)) &&
    (!selected.words || hasWord([name, ...tags, occasion, fabric].join(' '), selected.words)) &&
    (!selected.size || product.sizeStock?.some(({ size }) => size === selected.size) === true) &&
    price >= (selected.min ?? 0) &&
    price <= (selected.max ?? Number.POSITIVE_INFINITY) &&
    (!selected.inStock || product.stock > 0)
  );
}

const discountedGain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
