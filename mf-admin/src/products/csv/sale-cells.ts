import type { Product } from '@rangavalli/contracts/entities/product';
import { INDIA_OFFSET } from '@rangavalli/contracts/india-time';
import { toIndianTime } from '@rangavalli/web-kit/format/india-time';
import { messages } from './messages.js';

type Sale = NonNullable<Product['sale']>;

/** Times are in India: `2026-12-01 10:00`. */
export const saleColumns = ['salePrice', 'saleFrom', 'saleUntil'] as const;
export type SaleColumn = (typeof saleColumns)[number];
type SaleCells = Partial<Record<SaleColumn, string>>;

const AMOUNT = /^\d+(\.\d{1,2})?$/;
/** A date alone begins at midnight. */
const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/;
const DAY_END = '23:59';

const timeCell = (instant: string | undefined): string => toIndianTime(instant)?.replace('T', ' ') ?? '';

export const saleCellsOf = ({ sale }: Product): Record<SaleColumn, string> => ({
  salePrice: sale ? String(sale.price) : '',
  saleFrom: timeCell(sale?.from),
  saleUntil: timeCell(sale?.until),
});

/** Returns a time in India as an instant; undefined when it is invalid. */
function toInstant(cell: string, time: string): string | undefined {
  const [, day, hour = time] = TIME.exec(cell) ?? [];
  const parsed = day ? new Date(`${day}T${hour}${INDIA_OFFSET}`) : undefined;
  if (!parsed || Number.isNaN(parsed.getTime())) return undefined;
  const instant = parsed.toISOString();
  // `Date` takes 31 February for a day in March.
  return toIndianTime(instant)?.slice(0, 10) === day ? instant : undefined;
}

interface SaleRow {
  errors: string[];
  /** `null` ends the sale; missing when the row does not change it. */
  sale?: Sale | null;
}

/**
 * Reads the sale of a row; columns that the file does not have keep their values, and an empty price ends the sale.
 * @param price of the row or of the product, rupees
 */
export function readSaleCells(cells: SaleCells, product: Product | undefined, price: number | undefined): SaleRow {
  const current = product ? saleCellsOf(product) : { salePrice: '', saleFrom: '', saleUntil: '' };
  const isEntered = saleColumns.some((column) => cells[column] !== undefined);
  const { salePrice, saleFrom, saleUntil } = { ...current, ...(isEntered ? cells : {}) };
  const isChanged = saleColumns.some((column) => (cells[column] ?? current[column]) !== current[column]);
  if (!salePrice) {
    // Without a price column, dates alone begin no sale.
    if (isChanged && (cells.saleFrom || cells.saleUntil)) return { errors: [messages.saleWithoutPrice] };
    return { errors: [], ...(isChanged ? { sale: null } : {}) };
  }
  const amount = Number(salePrice);
  if (!AMOUNT.test(salePrice) || amount <= 0) return { errors: [messages.salePrice(salePrice)] };
  const [from, until] = [saleFrom && toInstant(saleFrom, '00:00'), saleUntil && toInstant(saleUntil, DAY_END)];
  const errors = [
    ...(price !== undefined && amount >= price ? [messages.saleNotLower(salePrice, price)] : []),
    ...(from === undefined ? [messages.saleTime('saleFrom', saleFrom)] : []),
    ...(until === undefined ? [messages.saleTime('saleUntil', saleUntil)] : []),
    ...(from && until && until <= from ? [messages.saleEndsEarly] : []),
  ];
  if (errors.length > 0 || !isChanged) return { errors };
  return { errors, sale: { price: amount, ...(from ? { from } : {}), ...(until ? { until } : {}) } };
}

export const describeSale = (sale: Sale | null): string =>
  sale ? messages.saleTo(String(sale.price), timeCell(sale.from), timeCell(sale.until)) : messages.saleEnds;
