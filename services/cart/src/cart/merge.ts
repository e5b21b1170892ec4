import type { CartLine, CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { LineRecord } from './cart.schema.js';
import { checkedKey, checkSize, combineLines, isLine, type LineKey, maxQuantity, setQuantity } from './lines.js';

export interface MergeResult {
  lines: LineRecord[];
  notes: MergeNote[];
}

/**
 * Adds a guest's lines to a customer's as far as the stock goes, with a note for each reduced line.
 * @param products the guest's products that exist, by id
 */
export function mergeLines(
  current: readonly LineRecord[],
  guest: readonly CartLine[],
  products: ReadonlyMap<string, CatalogProduct>,
): MergeResult {
  let lines = [...current];
  const notes: MergeNote[] = [];
  for (const { quantity: wanted, ...key } of combineLines(guest)) {
    const product = products.get(key.productId);
    const result = addAvailable(lines, key, wanted, product);
    lines = result.lines;
    if (!result.refusal) continue;
    const { code, message } = result.refusal;
    notes.push({ ...key, ...(product ? { name: product.name } : {}), wanted, taken: result.taken, code, message });
  }
  return { lines, notes };
}

function addAvailable(
  lines: LineRecord[],
  entered: LineKey,
  wanted: number,
  product: CatalogProduct | undefined,
): { lines: LineRecord[]; taken: number; refusal?: AppError } {
  try {
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    checkSize(product, entered.size);
    const key = checkedKey(product, entered);
    const inCart = lines.find(isLine(key))?.quantity ?? 0;
    const taken = Math.max(0, Math.min(wanted, maxQuantity(lines, key, product) - inCart));
    const next = taken > 0 ? setQuantity(lines, key, inCart + taken, product) : lines;
    if (taken === wanted) return { lines: next, taken };
    const isSoldOut = stockOfSize(product, key.size) === 0;
    return { lines: next, taken, refusal: new AppError(isSoldOut ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK') };
  } catch (error) {
    if (error instanceof AppError) return { lines, taken: 0, refusal: error };
    throw error;
  }
}
