import { indianConcepts, Lexicon } from '../lexicon/lexicon.js';
import { ProductTable } from '../product-table.js';
import { describeParts } from './interpreted-part.js';
import { interpretQuery } from './interpreter.js';

const table = new ProductTable();
for (const [at, fields] of [
  { name: 'Muhurtham Arakku Kanchipuram', weave: 'Kanchipuram Pattu', tags: ['korvai'] },
  { name: 'Mini Kurta', category: 'kidswear', sizes: ['2-3Y', '4-5Y'], tags: ['natural dye'] },
  { name: 'Bangle Stack', category: 'accessories', sizes: ['2.4', '2.6'] },
  { name: 'Straight Pants', category: 'pant', sizes: ['M', 'XL'] },
].entries())
  table.put({
    id: String(at),
    version: '1',
    document: undefined,
    description: 'Woven in 1947.',
    category: 'saree',
    tags: [],
    pricePaise: 100,
    stock: 1,
    createdAt: at,
    ...fields,
    sizes: (fields.sizes ?? []).map((size) => ({ size, stock: 1 })),
  });
const lexicon = new Lexicon(indianConcepts);
const partsOf = (query: string) => {
  const { parts } = interpretQuery(query, lexicon, table);
  return describeParts(parts, parts);
};
const read = (query: string) => partsOf(query).map(({ kind, label }) => `${kind} ${label}`);
const limits = (query: string) => {
  const price = partsOf(query).find(({ kind }) => kind === 'price');
  return price && [price.minPaise, price.maxPaise];
};

test.each<[string, string[]]>([
  ['kanjeevaram', ['weave Kanchipuram']],
  ['kanchi pattu sarees', ['weave Kanchipuram', 'category Saree']],
  ['కంచి పట్టు చీరలు', ['weave Kanchipuram', 'category Saree']],
  ['बनारसी साड़ी', ['weave Banarasi', 'category Saree']],
  ['பட்டு புடவை', ['fabric Silk', 'category Saree']],
  ['ಕೆಂಪು ಸೀರೆ', ['colour Red', 'category Saree']],
  ['pattucheera', ['fabric Silk', 'category Saree']],
  ['lal shaadi ki saree', ['colour Red', 'occasion Wedding', 'category Saree']],
  ['bottle green kurti for boys', ['colour Bottle green', 'category Kurta', 'category Boys']],
  ['Muhurtham', ['occasion Wedding']],
  ['korvai', ['word korvai']],
  ['natural dye', ['tag natural dye']],
  ['the best', ['word the', 'word best']],
  ['kurta 4 to 5 years', ['category Kurta', 'size 4-5Y']],
  ['kurta for 4 year old', ['category Kurta', 'size 4-5Y']],
  ['bangles size 2.6', ['category Bangles', 'size 2.6']],
  ['pants xl', ['category Pants', 'size XL']],
  ['pants size large', ['category Pants', 'word large']],
  ['kurta in stock', ['category Kurta', 'availability in stock']],
])('reads %j', (query, expected) => {
  expect(read(query)).toEqual(expected);
});

test.each<[string, [number | undefined, number | undefined] | undefined]>([
  ['saree under 10k', [undefined, 1_000_000]],
  ['saree below ₹10,000', [undefined, 1_000_000]],
  ['saree under Rs.5,000/-', [undefined, 500_000]],
  ['saree 5000 to 8000', [500_000, 800_000]],
  ['saree ₹2,000 - ₹3,000', [200_000, 300_000]],
  ['between 5000 and 8000', [500_000, 800_000]],
  ['above 2.5k', [250_000, undefined]],
  ['1 lakh se kam saree', [undefined, 10_000_000]],
  ['५००० से कम', [undefined, 500_000]],
  ['10000లోపు చీర', [undefined, 1_000_000]],
  ['20000 க்குள்', [undefined, 2_000_000]],
  ['around 10000', [800_000, 1_200_000]],
  ['saree 4000', [undefined, 400_000]],
  ['designs of 2026', undefined],
  ['saree 1947', undefined],
  ['500001', undefined],
  ['saree 42', undefined],
])('reads the budget of %j', (query, expected) => {
  expect(limits(query)).toEqual(expected);
});

test('gives the text that is left without each part', () => {
  expect(partsOf('Red silk saree under ₹10,000').map(({ text, textWithout }) => [text, textWithout])).toEqual([
    ['red', 'silk saree under ₹10000'],
    ['silk', 'red saree under ₹10000'],
    ['saree', 'red silk under ₹10000'],
    ['under ₹10000', 'red silk saree'],
  ]);
});

test.each([
  ['kanjevram', 'kanjivaram'],
  ['kurtaa bangels', 'kurtaa bangle'],
  ['kanjeevaram', undefined],
  ['zebra', undefined],
])('corrects %j to %j', (query, corrected) => {
  expect(interpretQuery(query, lexicon, table).corrected).toBe(corrected);
});
