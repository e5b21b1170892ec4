import type { CallRequest } from '@rangavalli/contracts/calls';
import type { ProductSort } from '@rangavalli/contracts/entities/product-query';
import { formatRupees } from '@rangavalli/web-kit/format/money';

/** What `GET /products/getAll` is asked. */
export type ListQuery = NonNullable<CallRequest<'GET /products/getAll'>['query']>;
/** What a screen always asks for, whatever is chosen on it. */
export type Scope = Pick<ListQuery, 'category' | 'sareeType' | 'q'>;

/** Filters of which several values may be chosen, in the order of the panel. */
export const multiple = ['weave', 'colour', 'fabric', 'occasion', 'size'] as const;
export type Multiple = (typeof multiple)[number];

export const sorts = {
  newest: 'Newest first',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  name: 'Name',
} as const satisfies Record<ProductSort, string>;

/** What is chosen on a list: all of it stands in the address, so that back, reload and a shared link keep it. */
export interface Choices {
  values: Record<Multiple | 'tag', string[]>;
  /** Rupees. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  inStock: boolean;
  sort: ProductSort;
  page: number;
}

const MOST = 30;
const HIGHEST = 10_000_000;

function priceOf(text: string | null): number | undefined {
  const value = Number(text?.trim() || Number.NaN);
  return value >= 0 && value <= HIGHEST ? Math.round(value * 100) / 100 : undefined;
}

/** Reads the address. What makes no sense there is left out: people edit addresses. */
export function readChoices(search: URLSearchParams): Choices {
  const values = (name: string) =>
    [
      ...new Set(
        search
          .getAll(name)
          .map((value) => value.trim().slice(0, 160))
          .filter(Boolean),
      ),
    ].slice(0, MOST);
  const [minPrice, maxPrice] = [priceOf(search.get('minPrice')), priceOf(search.get('maxPrice'))];
  const turned = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice;
  const sort = search.get('sort') ?? '';
  const page = Number(search.get('page'));
  return {
    values: {
      weave: values('weave'),
      colour: values('colour'),
      fabric: values('fabric'),
      occasion: values('occasion'),
      size: values('size'),
      tag: values('tag'),
    },
    minPrice: turned ? maxPrice : minPrice,
    maxPrice: turned ? minPrice : maxPrice,
    inStock: search.get('inStock') === 'true',
    sort: Object.hasOwn(sorts, sort) ? (sort as ProductSort) : 'newest',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** The call's query for a screen's scope and what is chosen there. */
export function listQuery(scope: Scope, { values, minPrice, maxPrice, inStock, sort, page }: Choices): ListQuery {
  return { ...scope, ...values, minPrice, maxPrice, ...(inStock ? { inStock } : {}), sort, page };
}

/** A change of the address. Another choice begins at the first page. */
export type Change = (search: URLSearchParams) => void;

export const toggled =
  (name: Multiple | 'tag', value: string): Change =>
  (search) => {
    const others = search.getAll(name).filter((one) => one.toLowerCase() !== value.toLowerCase());
    const had = others.length < search.getAll(name).length;
    search.delete(name);
    for (const one of had ? others : [...others, value]) search.append(name, one);
  };

export const priced =
  (min: number | undefined, max: number | undefined): Change =>
  (search) => {
    for (const [name, value] of [
      ['minPrice', min],
      ['maxPrice', max],
    ] as const) {
      if (value === undefined) search.delete(name);
      else search.set(name, String(value));
    }
  };

export const stocked =
  (only: boolean): Change =>
  (search) =>
    only ? search.set('inStock', 'true') : search.delete('inStock');

export const cleared: Change = (search) => {
  for (const name of [...multiple, 'tag', 'minPrice', 'maxPrice', 'inStock']) search.delete(name);
};

/** Makes a change in a copy. */
export function changed(search: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(search);
  change(next);
  next.delete('page');
  return next;
}

/** A band of prices in words. A band ends a paisa before the next, which nobody wants to read. */
export function priceLabel(min = 0, max?: number): string {
  if (max === undefined) return `${formatRupees(min)} and above`;
  const last = formatRupees(Math.floor(max));
  return min === 0 ? `Up to ${last}` : `${formatRupees(min)} to ${last}`;
}

/** Each choice with how to undo it. */
export function chipsOf({ values, minPrice, maxPrice, inStock }: Choices): { label: string; undo: Change }[] {
  return [
    ...(['tag', ...multiple] as const).flatMap((name) =>
      values[name].map((value) => ({ label: name === 'size' ? `Size ${value}` : value, undo: toggled(name, value) })),
    ),
    ...(minPrice === undefined && maxPrice === undefined
      ? []
      : [{ label: priceLabel(minPrice, maxPrice), undo: priced(undefined, undefined) }]),
    ...(inStock ? [{ label: 'In stock', undo: stocked(false) }] : []),
  ];
}
