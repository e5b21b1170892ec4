import { useRef, useState } from 'react';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { refusalWords } from './refusal-words.js';
import type { CartView } from './use-cart.js';

/** Names a line of a cart: product and size together. */
export const lineKey = ({ product, size }: CartItem): string => `${product._id} ${size}`;

function send({ product, size }: CartItem, quantity: number) {
  const line = { productId: product._id, size };
  return quantity === 0 ? call('DELETE /cart/remove', { body: line }) : call('PUT /cart/update', { body: { ...line, quantity } });
}

/**
 * Changes of the cart's lines. A new quantity is shown at once; the calls go out one after another, and of several
 * quick changes of one line only the last is sent. A failed one is told, at the line too,
 * which stays as it was.
 */
export function useCartChanges({ replace, reload }: CartView) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const latest = useRef(new Map<string, number>());
  const queue = useRef(Promise.resolve());

  const want = (item: CartItem, quantity: number) => {
    const key = lineKey(item);
    latest.current.set(key, quantity);
    setWanted(new Map(latest.current));
    setRefusals((old) => new Map([...old].filter(([refused]) => refused !== key)));
    queue.current = queue.current.then(async () => {
      if (latest.current.get(key) !== quantity) return; // Overtaken by a newer wish, or sent already.
      try {
        replace((await send(item, quantity)).cart);
      } catch (thrown) {
        const words = refusalWords(asApiError(thrown));
        toast.error(words);
        setRefusals((old) => new Map(old).set(key, words));
        reload();
      }
      if (latest.current.get(key) === quantity) {
        latest.current.delete(key);
        setWanted(new Map(latest.current));
      }
    });
  };

  return {
    /** How many pieces to show of a line; 0 while it is being removed. */
    shown: (item: CartItem): number => wanted.get(lineKey(item)) ?? item.quantity,
    changing: wanted.size > 0,
    /** Why the last change of a line was refused. */
    refusal: (item: CartItem): string | undefined => refusals.get(lineKey(item)),
    /** Ignored below 1 or above the stock (specification §5). */
    setQuantity: (item: CartItem, quantity: number) => {
      if (quantity >= 1 && quantity <= item.product.stock) want(item, quantity);
    },
    remove: (item: CartItem) => want(item, 0),
  };
}
