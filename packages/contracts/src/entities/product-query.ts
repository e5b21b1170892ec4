import { z } from 'zod';
import { rupees } from '../primitives.js';
import { category, product, sareeType } from './product.js';

const MAX_CHOICES = 30;
/** Between two choices stands a comma without a space behind it: 'Mulberry silk, tested zari' is one fabric. */
const BETWEEN = /,(?=\S)/;

/** Several choices: the parameter repeated, or its values with commas between them. Nothing means no choice. */
const choices = <T extends z.ZodType<unknown, string>>(one: T) =>
  z
    .union([z.string().max(2000), z.array(z.string().max(200)).max(MAX_CHOICES)])
    .transform((told) =>
      [
        ...new Set(
          [told]
            .flat()
            .flatMap((text) => text.split(BETWEEN))
            .map((text) => text.trim()),
        ),
      ].filter(Boolean),
    )
    .pipe(z.array(one).max(MAX_CHOICES))
    .optional();

/** One value as an address carries it; the empty text means that nothing was told. */
const told = <T extends z.ZodType<unknown, string>>(value: T) =>
  z
    .union([z.string().trim().max(200), z.number(), z.boolean()])
    .transform((text) => (text === '' ? undefined : String(text)))
    .pipe(value.optional())
    .optional();

const numeric = <T extends z.ZodType<unknown, number>>(value: T) =>
  told(z.string().transform(Number).pipe(z.number('must be a number')).pipe(value));
const label = z.string().max(160);

export const productSorts = ['newest', 'price-asc', 'price-desc', 'name'] as const;
export type ProductSort = (typeof productSorts)[number];
/** Products on a page, unless told. */
export const PAGE_SIZE = 24;

/**
 * Which products a list is asked for. Choices within one parameter are alternatives; parameters narrow each other.
 * Letter case makes no difference. Prices in rupees, both ends included.
 */
export const productQuery = z
  .object({
    category: choices(category),
    sareeType: choices(sareeType),
    tag: choices(label),
    size: choices(label),
    weave: choices(label),
    /** A family of colours ('Red') or a colour just as a product names it. */
    colour: choices(label),
    fabric: choices(label),
    occasion: choices(label),
    minPrice: numeric(rupees),
    maxPrice: numeric(rupees),
    /** Whether it can be bought; beside `size`, whether it can be bought in one of those sizes. */
    inStock: told(z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')),
    /**
     * Words, each of which must occur in what is written about the product. A word that no product has is taken for the
     * nearest one that some have. Newest first means: those that have the words in their name or labels first, then those
     * that have them anywhere, then those with words that begin so, then the rest, newest first in each.
     */
    q: told(z.string().max(120)),
    sort: told(z.enum(productSorts)),
    page: numeric(z.int().min(1).max(10_000)),
    limit: numeric(z.int().min(1).max(100)),
    /** The `nextCursor` of an answer, instead of `page`: what comes behind it, also when products were added or left meanwhile. */
    cursor: told(z.string().max(1_000)),
  })
  .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
    path: ['maxPrice'],
    message: 'must not be below minPrice',
  })
  .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
    path: ['cursor'],
    message: 'not beside page',
  });
export type ProductQuery = z.infer<typeof productQuery>;

const counted = z.array(z.object({ value: z.string(), count: z.int().min(1) }));

/**
 * How many products each further choice would show: counted among those that pass all other parameters, so that
 * a second choice of the same kind can be offered beside the first. Most frequent first; sizes as they are worn.
 */
export const productFacets = z
  .object({
    weave: counted,
    colour: counted,
    fabric: counted,
    occasion: counted,
    size: counted,
    /** Bands of rupees, both ends included; the last has no `max`. */
    price: z.array(z.object({ min: rupees, max: rupees.optional(), count: z.int().min(1) })),
    availability: z.object({ inStock: z.int().min(0), outOfStock: z.int().min(0) }),
  })
  .meta({ id: 'ProductFacets' });
export type ProductFacets = z.infer<typeof productFacets>;

/** A list of products: all of them, or with any parameter a page, with `total` for all pages. */
export const productList = z.object({
  products: z.array(product),
  total: z.int().min(0),
  page: z.int().min(1).optional(),
  pages: z.int().min(0).optional(),
  /** Not behind a cursor. */
  facets: productFacets.optional(),
  /** Given back as `cursor` it brings the next page; not there on the last. */
  nextCursor: z.string().optional(),
  /** The words as they were understood, when no product has one of them as it was typed. */
  didYouMean: z.string().optional(),
});

/** Suggestions of each kind, unless told. */
export const SUGGESTIONS = 6;

/** What is typed so far. */
export const suggestQuery = z.object({ q: z.string().trim().min(1).max(120), limit: numeric(z.int().min(1).max(10)) });
export type SuggestQuery = z.infer<typeof suggestQuery>;

/** What could be meant: texts to search for, with how many products each finds, and products. Best first. */
export const suggestions = z.object({
  phrases: z.array(z.object({ text: z.string(), count: z.int().min(1) })),
  products: z.array(product),
  didYouMean: z.string().optional(),
});
