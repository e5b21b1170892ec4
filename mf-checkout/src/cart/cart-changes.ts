import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';

type Line = Pick<CartItem, 'size' | 'personalisation'> & { productId: string };

/** Returns what names an item's line in calls. */
export const lineOf = ({ product, size, personalisation }: CartItem): Line => ({
  productId: product._id,
  size,
  ...(personalisation ? { personalisation } : {}),
});

export const lineKey = (item: CartItem): string => lineKeyOf(lineOf(item));

/** Changes of a cart's lines; the same for guests and customers. */
export interface CartChanges {
  /** The quantity to show of a line; 0 while it is being removed. */
  shown: (item: CartItem) => number;
  /** Whether changes are pending, so that the total is not final. */
  changing: boolean;
  refusal: (item: CartItem) => string | undefined;
  /** Ignored below 1 or above the stock (specification §5). */
  setQuantity: (item: CartItem, quantity: number) => void;
  remove: (item: CartItem) => Promise<boolean>;
  restore: (item: CartItem) => void;
}
