import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { call } from '@rangavalli/web-kit/data/api';
import { lineKey } from '../cart/cart-changes.js';
import { pendingCartChanges } from '../cart/cart-queue.js';
import { awaitGuestCartMerge } from '../guest-cart/await-merge.js';

/** Returns the units of a line in the customer's cart, after merging their guest cart. */
export async function countInCart(line: Parameters<typeof lineKeyOf>[0]): Promise<number> {
  await Promise.all([awaitGuestCartMerge(), pendingCartChanges()]);
  const { cart } = await call('GET /cart');
  return cart.items.find((item) => lineKey(item) === lineKeyOf(line))?.quantity ?? 0;
}
