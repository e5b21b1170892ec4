import type { Cart } from '@rangavalli/contracts/entities/cart';
import type { Product } from '@rangavalli/contracts/entities/product';
import { paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import type { LineRecord } from './cart.schema.js';

/** A cart as shoppers see it, without products that are gone; the total in rupees, the count in pieces. */
export function view(lines: readonly LineRecord[], products: ReadonlyMap<string, Product>): Cart {
  const items = lines.flatMap(({ productId, size, quantity, unitPaise }) => {
    const product = products.get(productId);
    return product
      ? [{ product, size, quantity, ...(unitPaise === undefined ? {} : { addedPrice: paiseToRupees(unitPaise) }) }]
      : [];
  });
  const totalPaise = items.reduce((sum, { product, quantity }) => sum + rupeesToPaise(product.price) * quantity, 0);
  return { items, total: paiseToRupees(totalPaise), count: items.reduce((sum, { quantity }) => sum + quantity, 0) };
}
