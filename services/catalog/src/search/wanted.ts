import type { ProductQuery } from '@rangavalli/contracts/entities/product-query';
import { rupeesToPaise } from '@rangavalli/service-kit/money';
import type { Wanted } from './search-engine.js';

const paise = (rupees: number | undefined): number | undefined =>
  rupees === undefined ? undefined : rupeesToPaise(rupees);

/** Whether a query asks for a page at all: without any parameter the call answers every product (specification §7). */
export const asksForPage = (query: ProductQuery): boolean =>
  Object.values(query).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** A query as an engine is asked it. Rupees become paise here (rule 1). */
export function wantedOf({
  minPrice,
  maxPrice,
  sort = 'newest',
  page: _page,
  limit: _limit,
  cursor: _cursor,
  ...rest
}: ProductQuery): Wanted {
  return { ...rest, sort, minPaise: paise(minPrice), maxPaise: paise(maxPrice) };
}
