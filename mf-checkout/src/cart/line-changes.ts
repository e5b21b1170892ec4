import { stockOfSize } from '@rangavalli/contracts/product-stock';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { isOffered } from '../stock/size-stock.js';

/** What is different about a line since it was put into the cart, in words; missing where nothing is. */
export interface LineChanges {
  price?: string;
  stock?: string;
}

function stockWords({ product, size }: CartItem): string {
  if (!isOffered(product, size))
    return size ? `Size ${size} is no longer offered.` : 'This comes in sizes now. Please choose one.';
  const stock = stockOfSize(product, size);
  // Pieces that an open payment of one's own holds are out of stock for everybody, oneself included. Guests have none.
  const why = currentSession()
    ? 'Somebody was faster, or a payment that you have begun is keeping them for you.'
    : 'Somebody was faster.';
  return stock === 0 ? `None in stock right now. ${why}` : `Only ${stock} in stock right now. ${why}`;
}

/** Pieces that a line can have now; none of a size that is not offered any more. */
export const stockOfLine = ({ product, size }: CartItem): number =>
  isOffered(product, size) ? stockOfSize(product, size) : 0;

/** Compares a line with its product of today. @param quantity pieces, as shown */
export function lineChanges(item: CartItem, quantity = item.quantity): LineChanges {
  const { product, addedPrice } = item;
  const moved = addedPrice !== undefined && addedPrice !== product.price;
  return {
    ...(moved
      ? {
          price: `The price ${addedPrice < product.price ? 'went up' : 'came down'} from ${formatRupees(addedPrice)} to ${formatRupees(product.price)} since you added it.`,
        }
      : {}),
    ...(quantity > stockOfLine(item) ? { stock: stockWords(item) } : {}),
  };
}

/** The changes of all lines in a sentence for the foot of a cart; undefined when there are none. */
export function changesInCart(items: readonly CartItem[]): string | undefined {
  const all = items.map((item) => lineChanges(item));
  const prices = all.filter(({ price }) => price).length;
  const short = all.filter(({ stock }) => stock).length;
  const parts = [
    ...(prices > 0 ? [prices === 1 ? '1 price has changed' : `${prices} prices have changed`] : []),
    ...(short > 0 ? [short === 1 ? '1 item is short in stock' : `${short} items are short in stock`] : []),
  ];
  return parts.length > 0
    ? `Please look before you pay: ${parts.join(' and ')} since you added ${items.length === 1 ? 'it' : 'them'}.`
    : undefined;
}
