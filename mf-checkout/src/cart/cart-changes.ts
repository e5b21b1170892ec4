import type { CartItem } from '@rangavalli/contracts/entities/cart';

/** Names a line of a cart: product and size together. */
export const lineKey = ({ product, size }: CartItem): string => `${product._id} ${size}`;

/** What can be done with a cart's lines, whoever keeps it. */
export interface CartChanges {
  /** How many pieces to show of a line; 0 while it is being removed. */
  shown: (item: CartItem) => number;
  /** Whether changes are on their way, so that the total is not yet what it will be. */
  changing: boolean;
  /** Why the last change of a line was refused. */
  refusal: (item: CartItem) => string | undefined;
  /** Ignored below 1 or above the stock (specification §5). */
  setQuantity: (item: CartItem, quantity: number) => void;
  /** @returns whether the line is out of the cart now */
  remove: (item: CartItem) => Promise<boolean>;
  /** Takes a removed line in again, as far as there are pieces. */
  putBack: (item: CartItem) => void;
}
