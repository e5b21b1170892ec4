import type { ProductQuery } from '@rangavalli/contracts/entities/product-query';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import type { QueryFilter } from 'mongoose';
import type { ProductRecord } from '../products/product.schema.js';
import { familyPattern } from './colour-families.js';

type Filter = QueryFilter<ProductRecord>;

/** What can be narrowed with a count beside each choice. */
export const dimensions = ['weave', 'colour', 'fabric', 'occasion', 'size', 'price', 'availability'] as const;
export type Dimension = (typeof dimensions)[number];

/** A query taken apart: what it is about, and how each dimension narrows it. */
export interface ProductFilter {
  scope: Filter[];
  narrowed: Partial<Record<Dimension, Filter>>;
  /** The sizes asked for, as a condition on one size. */
  sizes: ReturnType<typeof oneOf> | undefined;
  inStock: boolean | undefined;
}

/** What is written about a product, for its search. */
const searched = ['name', 'tags', 'weave', 'colour', 'fabric', 'description', 'occasion', 'category', 'sareeType'] as const;
const MAX_WORDS = 8;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Hyphens, underscores and spaces are the same between the words of a label: 'ikat-elegance' is 'Ikat Elegance'. */
const labelPattern = (text: string): string => text.split(/[\s_-]+/).filter(Boolean).map(escaped).join(String.raw`[\s_-]+`);
/** Text from outside reaches the database inside these patterns only, never as an operator. */
const matching = (pattern: string) => ({ $regex: pattern, $options: 'i' });
const oneOf = (labels: readonly string[]) => matching(`^(?:${labels.map(labelPattern).join('|')})$`);

const colourPattern = (colour: string): string => familyPattern(colour) ?? `^${labelPattern(colour)}$`;

/** 'Sarees' finds what is called a saree. */
const singular = (word: string): string => (word.length > 3 && /[^s]s$/i.test(word) ? word.slice(0, -1) : word);

function wordFilters(search: string): Filter[] {
  const words = search.split(/[\s_-]+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => ({ $or: searched.map((field) => ({ [field]: matching(escaped(singular(word))) })) }));
}

const told = <T>(choices: readonly T[] | undefined): choices is readonly T[] => choices !== undefined && choices.length > 0;

/** Whether a query asks for a page at all: without any parameter the call answers every product (specification §7). */
export const asksForPage = (query: ProductQuery): boolean => Object.values(query).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** The database's view of a query. Rupees become paise here (rule 1). */
export function filterOf(query: ProductQuery): ProductFilter {
  const { category, sareeType, tag, weave, colour, fabric, occasion, size, minPrice, maxPrice, inStock, q } = query;
  const scope: Filter[] = [{ deletedAt: null }];
  if (told(category)) scope.push({ category: { $in: category } });
  if (told(sareeType)) scope.push({ sareeType: { $in: sareeType } });
  if (told(tag)) scope.push({ tags: oneOf(tag) });
  if (q) scope.push(...wordFilters(q));
  const narrowed: ProductFilter['narrowed'] = {};
  if (told(weave)) narrowed.weave = { weave: oneOf(weave) };
  if (told(colour)) narrowed.colour = { colour: matching(colour.map(colourPattern).join('|')) };
  if (told(fabric)) narrowed.fabric = { fabric: oneOf(fabric) };
  if (told(occasion)) narrowed.occasion = { occasion: oneOf(occasion) };
  if (minPrice !== undefined || maxPrice !== undefined) {
    narrowed.price = {
      pricePaise: {
        ...(minPrice === undefined ? {} : { $gte: rupeesToPaise(minPrice) }),
        ...(maxPrice === undefined ? {} : { $lte: rupeesToPaise(maxPrice) }),
      },
    };
  }
  const sizes = told(size) ? oneOf(size) : undefined;
  if (sizes) narrowed.size = { sizes };
  if (inStock !== undefined) narrowed.availability = availabilityOf(inStock, sizes);
  return { scope, narrowed, sizes, inStock };
}

/**
 * Whether a product can be bought; beside sizes: whether it can be bought in one of them. (That it has one of them
 * is asked by the sizes' own condition.)
 */
function availabilityOf(inStock: boolean, sizes: ProductFilter['sizes']): Filter {
  if (!sizes) return { stock: inStock ? { $gt: 0 } : { $lte: 0 } };
  const there: Filter[] = [{ sizeStock: { $exists: false }, stock: { $gt: 0 } }, { sizeStock: { $elemMatch: { size: sizes, stock: { $gt: 0 } } } }];
  return inStock ? { $or: there } : { $nor: there };
}

/** All of a filter, but for the dimensions whose choices are counted. */
export const narrowedBut = (narrowed: ProductFilter['narrowed'], ...but: Dimension[]): Filter[] =>
  dimensions.flatMap((dimension) => (!but.includes(dimension) && narrowed[dimension] ? [narrowed[dimension]] : []));
