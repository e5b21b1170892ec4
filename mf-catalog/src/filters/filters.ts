import type { CallRequest } from '@rangavalli/contracts/calls';
import type { InterpretedPart, ProductSort } from '@rangavalli/contracts/entities/product-query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { messages } from './messages.js';

export type ListQuery = NonNullable<CallRequest<'GET /products/getAll'>['query']>;
/** A screen's own part of the query, which filters only narrow. */
export type Scope = Pick<ListQuery, 'category' | 'sareeType' | 'q'>;

/** Filters with several values, in the order of the panel. */
export const multiFilters = ['weave', 'colour', 'fabric', 'occasion', 'size'] as const;
export type MultiFilter = (typeof multiFilters)[number];

/** Filters, sort and page of a list; they are stored in the URL. */
export interface Filters {
  values: Record<MultiFilter | 'tag', string[]>;
  /** Rupees. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  inStock: boolean;
  /** Average stars, at least. */
  minRating: number | undefined;
  /** An ISO date, or the name of a festival. */
  arrivesBefore: string | undefined;
  pincode: string | undefined;
  sort: ProductSort;
  page: number;
}

const MAX_VALUES = 30;
export const MAX_PRICE_RUPEES = 10_000_000;

function parsePrice(text: string | null): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return value >= 0 && value <= MAX_PRICE_RUPEES ? Math.round(value * 100) / 100 : undefined;
}

/** The orders of a list, its default first: relevance needs a search text. */
export const sortsOf = ({ q }: Scope): ProductSort[] =>
  (Object.keys(messages.sorts) as ProductSort[]).filter((sort) => q !== undefined || sort !== 'relevance');

/** Reads the URL's parameters; invalid values are ignored, since people edit URLs. */
export function readFilters(search: URLSearchParams, scope: Scope = {}): Filters {
  const values = (name: string) =>
    [
      ...new Set(
        search
          .getAll(name)
          .map((value) => value.trim().slice(0, 160))
          .filter(Boolean),
      ),
    ].slice(0, MAX_VALUES);
  const [minPrice, maxPrice] = [parsePrice(search.get('minPrice')), parsePrice(search.get('maxPrice'))];
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice;
  const sorts = sortsOf(scope);
  const page = Number(search.get('page'));
  const minRating = Number(search.get('minRating'));
  return {
    values: {
      weave: values('weave'),
      colour: values('colour'),
      fabric: values('fabric'),
      occasion: values('occasion'),
      size: values('size'),
      tag: values('tag'),
    },
    minPrice: isReversed ? maxPrice : minPrice,
    maxPrice: isReversed ? minPrice : maxPrice,
    inStock: search.get('inStock') === 'true',
    minRating: Number.isInteger(minRating) && minRating >= 1 && minRating <= 5 ? minRating : undefined,
    arrivesBefore: search.get('arrivesBefore')?.trim().slice(0, 60) || undefined,
    pincode: /^[1-9]\d{5}$/.exec(search.get('pincode') ?? '')?.[0],
    sort: sorts.find((sort) => sort === search.get('sort')) ?? sorts[0] ?? 'newest',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

export const listQuery = (
  scope: Scope,
  { values, minPrice, maxPrice, inStock, minRating, arrivesBefore, pincode, sort, page }: Filters,
): ListQuery => ({
  ...scope,
  ...values,
  minPrice,
  maxPrice,
  ...(inStock ? { inStock } : {}),
  ...(minRating ? { minRating } : {}),
  ...(arrivesBefore ? { arrivesBefore, pincode } : {}),
  sort,
  page,
});

/** A change of the URL's parameters. */
export type Change = (search: URLSearchParams) => void;

const isEqual = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
export const includesValue = (values: readonly string[], value: string): boolean =>
  values.some((one) => isEqual(one, value));

export const toggleValue =
  (name: MultiFilter | 'tag', value: string): Change =>
  (search) => {
    const all = search.getAll(name);
    const others = all.filter((one) => !isEqual(one, value));
    search.delete(name);
    for (const one of others.length < all.length ? others : [...others, value]) search.append(name, one);
  };

export const setPrice =
  (min?: number, max?: number): Change =>
  (search) => {
    for (const [name, value] of Object.entries({ minPrice: min, maxPrice: max })) {
      if (value === undefined) search.delete(name);
      else search.set(name, String(value));
    }
  };

export const setInStock =
  (isOnly: boolean): Change =>
  (search) =>
    isOnly ? search.set('inStock', 'true') : search.delete('inStock');

/** `undefined` removes it. */
export const setMinRating =
  (stars: number | undefined): Change =>
  (search) =>
    stars ? search.set('minRating', String(stars)) : search.delete('minRating');

/** `undefined` removes it; the PIN code counts with a date only. */
export const setArrival =
  (before: string | undefined, pincode: string | undefined): Change =>
  (search) => {
    for (const [name, value] of Object.entries({ arrivesBefore: before, pincode: before && pincode })) {
      if (value === undefined) search.delete(name);
      else search.set(name, value);
    }
  };

export const clearFilters: Change = (search) => {
  for (const name of [
    ...multiFilters,
    'tag',
    'minPrice',
    'maxPrice',
    'inStock',
    'minRating',
    'arrivesBefore',
    'pincode',
  ])
    search.delete(name);
};

/** Returns a changed copy of the parameters, at the first page. */
export function applyChange(search: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(search);
  change(next);
  next.delete('page');
  return next;
}

/** Formats a price band in whole rupees: a band ends a paisa before the next. */
export function formatPriceBand(min = 0, max?: number): string {
  if (max === undefined) return messages.priceFrom(formatRupees(min));
  const last = formatRupees(Math.floor(max));
  return min === 0 ? messages.priceUpTo(last) : messages.priceBetween(formatRupees(min), last);
}

/** Returns how a part of the search text is shown. */
export function interpretedLabel({ kind, label, minPrice, maxPrice }: InterpretedPart): string {
  if (kind === 'price') return formatPriceBand(minPrice, maxPrice);
  if (kind === 'size') return messages.size(label);
  return kind === 'availability' ? messages.inStock : label;
}

/** Returns what the search text was read as, each part with the change that removes its words. */
export const interpretedFilters = (parts: readonly InterpretedPart[]): { label: string; remove: Change }[] =>
  parts.map((part) => ({
    label: interpretedLabel(part),
    remove: (search) => (part.textWithout ? search.set('q', part.textWithout) : search.delete('q')),
  }));

/** Returns the applied filters, each with the change that removes it. */
export function appliedFilters({
  values,
  minPrice,
  maxPrice,
  inStock,
  minRating,
  arrivesBefore,
  pincode,
}: Filters): { label: string; remove: Change }[] {
  const hasPrice = minPrice !== undefined || maxPrice !== undefined;
  return [
    ...(['tag', ...multiFilters] as const).flatMap((name) =>
      values[name].map((value) => ({
        label: name === 'size' ? messages.size(value) : value,
        remove: toggleValue(name, value),
      })),
    ),
    ...(hasPrice ? [{ label: formatPriceBand(minPrice, maxPrice), remove: setPrice() }] : []),
    ...(inStock ? [{ label: messages.inStock, remove: setInStock(false) }] : []),
    ...(minRating ? [{ label: messages.ratedFrom(minRating), remove: setMinRating(undefined) }] : []),
    ...(arrivesBefore
      ? [{ label: messages.arrivesBy(arrivesBefore, pincode), remove: setArrival(undefined, undefined) }]
      : []),
  ];
}
