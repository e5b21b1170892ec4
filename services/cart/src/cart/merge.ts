import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { StockLine } from '@rangavalli/contracts/commands';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import type { Product } from '@rangavalli/contracts/entities/product';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { LineRecord } from './cart.schema.js';
import { checkSize, isLine, roomFor, summedUp, withQuantity } from './lines.js';

/** A cart's lines after a guest's were added, and what did not come along. */
export interface Merged {
  lines: LineRecord[];
  notes: MergeNote[];
}

/**
 * Adds a guest's pieces to a customer's lines, up to what is there. Nothing is refused as a whole: of a line that can't
 * be had in full as many pieces come as there are, and a note says why.
 * @param products the guest's products that exist, by id
 */
export function mergeLines(
  current: readonly LineRecord[],
  guest: readonly StockLine[],
  products: ReadonlyMap<string, Product>,
): Merged {
  let lines = [...current];
  const notes: MergeNote[] = [];
  for (const line of summedUp(guest)) {
    const product = products.get(line.productId);
    const { lines: next, taken, refusal } = addUpTo(lines, line, product);
    lines = next;
    if (refusal) {
      const { productId, size, quantity } = line;
      notes.push({
        productId,
        size,
        ...(product ? { name: product.name } : {}),
        wanted: quantity,
        taken,
        code: refusal.code,
        message: refusal.message,
      });
    }
  }
  return { lines, notes };
}

function addUpTo(
  lines: LineRecord[],
  { quantity, ...key }: StockLine,
  product: Product | undefined,
): { lines: LineRecord[]; taken: number; refusal?: AppError } {
  const inCart = lines.find(isLine(key))?.quantity ?? 0;
  try {
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    checkSize(product, key.size);
    const taken = Math.max(0, Math.min(quantity, roomFor(lines, key, product) - inCart));
    const next = taken > 0 ? withQuantity(lines, key, inCart + taken, product) : lines;
    if (taken === quantity) return { lines: next, taken };
    return {
      lines: next,
      taken,
      refusal: new AppError(stockOfSize(product, key.size) === 0 ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK'),
    };
  } catch (error) {
    if (error instanceof AppError) return { lines, taken: 0, refusal: error };
    throw error;
  }
}
