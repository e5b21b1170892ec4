import { z } from 'zod';
import { objectId, rupees } from '../primitives.js';
import { category, product, sareeType } from './product.js';

const MAX_CHOICES = 30;
/** A comma followed by no space: 'Mulberry silk, tested zari' is one fabric. */
const SEPARATOR = /,(?=\S)/;

/** A repeated parameter, or comma-separated values. */
const choices = <T extends z.ZodType<unknown, string>>(one: T, max = MAX_CHOICES) =>
  z
    .union([z.string().max(2000), z.array(z.string().max(200)).max(max)])
    .transform((value) =>
      [
        ...new Set(
          [value]
            .flat()
            .flatMap((text) => text.split(SEPARATOR))
            .map((text) => text.trim()),
        ),
      ].filter(Boolean),
    )
    .pipe(z.array(one).max(max))
    .optional();

/** The empty string counts as absent. */
const single = <T extends z.ZodType<unknown, string>>(value: T) =>
  z
    .union([z.string().trim().max(200), z.number(), z.boolean()])
    .transform((text) => (text === '' ? undefined : String(text)))
    .pipe(value.optional())
    .optional();

const numeric = <T extends z.ZodType<unknown, number>>(value: T) =>
  single(z.string().transform(Number).pipe(z.number('Enter a number.')).pipe(value));
const flag = single(z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'));
const label = z.string().max(160);

const MAX_PRODUCT_IDS = 50;
export const productSorts = [
  'relevance',
  'newest',
  'price-asc',
  'price-desc',
  'name',
  'stock-asc',
  'stock-desc',
  /** Few reviews count less than many; products without any are last. */
  'rating',
] as const;
export type ProductSort = (typeof productSorts)[number];
export const PAGE_SIZE = 24;

/** Values of one parameter are alternatives. Prices in rupees, inclusive. */
export const productQuery = z
  .object({
    id: choices(objectId, MAX_PRODUCT_IDS),
    category: choices(category),
    sareeType: choices(sareeType),
    tag: choices(label),
    size: choices(label),
    weave: choices(label),
    /** A colour family ('Red') or an exact colour. */
    colour: choices(label),
    fabric: choices(label),
    occasion: choices(label),
    minPrice: numeric(rupees),
    maxPrice: numeric(rupees),
    /** With `size`: in stock in one of those sizes. */
    inStock: flag,
    /** Average stars of the reviews, at least. */
    minRating: numeric(z.int().min(1).max(5)),
    /**
     * A date (2027-01-14), or the name of a festival in the shop's calendar: products that an order of now brings
     * before that day to `pincode`, or to the shop's own PIN code.
     */
    arrivesBefore: single(z.string().max(60)),
    pincode: single(z.string().regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code, such as 500092.')),
    maxStock: numeric(z.int().min(0).max(1_000_000)),
    /** Whether at least one of a product's sizes is sold out. */
    hasSoldOutSize: flag,
    /**
     * Words in any spelling or Indian script, with a budget, colour, fabric, weave, occasion, category or size; the
     * response lists what was read in `interpreted`. All parts must match; a misspelt word is replaced by the nearest.
     */
    q: single(z.string().max(120)),
    /** `relevance` if there is a `q`, otherwise `newest`. */
    sort: single(z.enum(productSorts)),
    page: numeric(z.int().min(1).max(10_000)),
    limit: numeric(z.int().min(1).max(100)),
    /** `nextCursor` of a response, instead of `page`. */
    cursor: z
      .string()
      .trim()
      .max(1_000)
      .transform((text) => text || undefined)
      .optional(),
  })
  .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
    path: ['maxPrice'],
    message: 'Enter at least the lowest price.',
  })
  .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
    path: ['cursor'],
    message: 'Send either a page or a cursor.',
  });
export type ProductQuery = z.infer<typeof productQuery>;

const counted = z.array(z.object({ value: z.string(), count: z.int().min(1) }));

/** Among products that match all other parameters. Most frequent first; sizes in wearing order. */
const productFacets = z
  .object({
    weave: counted,
    colour: counted,
    fabric: counted,
    occasion: counted,
    size: counted,
    /** Rupees, inclusive; the last has no `max`. */
    price: z.array(z.object({ min: rupees, max: rupees.optional(), count: z.int().min(1) })),
    availability: z.object({ inStock: z.int().min(0), outOfStock: z.int().min(0) }),
    /** From the most stars; only what some product has. */
    rating: z.array(z.object({ min: z.int().min(1).max(5), count: z.int().min(1) })),
  })
  .meta({ id: 'ProductFacets' });
export type ProductFacets = z.infer<typeof productFacets>;

const interpretedKinds = [
  'category',
  'weave',
  'fabric',
  'colour',
  'occasion',
  'tag',
  'size',
  'price',
  'availability',
  'word',
] as const;

/** What some words of `q` were read as. */
export const interpretedPart = z
  .object({
    kind: z.enum(interpretedKinds),
    /** The value; the words themselves for prices, availability and words. */
    label: z.string(),
    text: z.string(),
    /** `q` without these words. */
    textWithout: z.string(),
    /** Rupees, inclusive; only of prices. */
    minPrice: rupees.optional(),
    maxPrice: rupees.optional(),
  })
  .meta({ id: 'InterpretedPart' });
export type InterpretedPart = z.infer<typeof interpretedPart>;

/** Only where `total` is 0: products that match the kept parts of `q`, best first; proposals where none is kept. */
const nearestProducts = z
  .object({ products: z.array(product), kept: z.array(interpretedPart), dropped: z.array(interpretedPart) })
  .meta({ id: 'NearestProducts' });
export type NearestProducts = z.infer<typeof nearestProducts>;

/** `total` counts all pages. */
export const productList = z.object({
  products: z.array(product),
  total: z.int().min(0),
  page: z.int().min(1).optional(),
  pages: z.int().min(0).optional(),
  /** Missing in responses to `cursor`. */
  facets: productFacets.optional(),
  /** Missing on the last page. */
  nextCursor: z.string().optional(),
  didYouMean: z.string().optional(),
  /** With `q`. Words that only have to occur are not listed. */
  interpreted: z.array(interpretedPart).optional(),
  nearest: nearestProducts.optional(),
});

export const SUGGESTIONS = 6;

export const suggestQuery = z.object({ q: z.string().trim().min(1).max(120), limit: numeric(z.int().min(1).max(10)) });
export type SuggestQuery = z.infer<typeof suggestQuery>;

export const suggestions = z.object({
  phrases: z.array(z.object({ text: z.string(), count: z.int().min(1) })),
  products: z.array(product),
  didYouMean: z.string().optional(),
});
