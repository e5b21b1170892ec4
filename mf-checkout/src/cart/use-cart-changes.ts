import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useEffect, useRef, useState } from 'react';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { lineKey, type CartChanges } from './cart-changes.js';
import { refusalWords } from './refusal-words.js';
import { inTurn } from './under-way.js';
import type { CartView } from './use-cart.js';

function send({ product, size }: CartItem, quantity: number) {
  const line = { productId: product._id, size };
  return quantity === 0
    ? call('DELETE /cart/remove', { body: line })
    : call('PUT /cart/update', { body: { ...line, quantity } });
}

/**
 * Changes of a customer's lines. A new quantity is shown at once; the calls go out one after another, and of several
 * quick changes of one line only the last is sent. A failed one is told, at the line too,
 * which stays as it was.
 */
export function useCartChanges({ replace, reload }: Pick<CartView, 'replace' | 'reload'>): CartChanges {
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const latest = useRef(new Map<string, number>());
  // The newest, for the calls that wait in the queue.
  const takeOver = useRef(replace);
  useEffect(() => {
    takeOver.current = replace;
  });

  const want = (item: CartItem, quantity: number): Promise<boolean> => {
    const key = lineKey(item);
    latest.current.set(key, quantity);
    setWanted(new Map(latest.current));
    setRefusals((old) => new Map([...old].filter(([refused]) => refused !== key)));
    return inTurn(async () => {
      if (latest.current.get(key) !== quantity) return false; // Overtaken by a newer wish, or sent already.
      let good = true;
      try {
        takeOver.current((await send(item, quantity)).cart);
      } catch (thrown) {
        good = false;
        const words = refusalWords(asApiError(thrown));
        toast.error(words);
        setRefusals((old) => new Map(old).set(key, words));
        reload();
      }
      if (latest.current.get(key) === quantity) {
        latest.current.delete(key);
        setWanted(new Map(latest.current));
      }
      return good;
    });
  };

  const putBack = async ({ product, size, quantity }: CartItem) => {
    try {
      const body = { productId: product._id, size, quantity: Math.min(quantity, stockOfSize(product, size)) };
      takeOver.current((await call('POST /cart/add', { body })).cart);
    } catch (thrown) {
      toast.error(refusalWords(asApiError(thrown)));
      reload();
    }
  };

  return {
    shown: (item) => wanted.get(lineKey(item)) ?? item.quantity,
    changing: wanted.size > 0,
    refusal: (item) => refusals.get(lineKey(item)),
    setQuantity: (item, quantity) => {
      if (quantity >= 1 && quantity <= stockOfSize(item.product, item.size)) void want(item, quantity);
    },
    remove: (item) => want(item, 0),
    putBack: (item) => void inTurn(() => putBack(item)),
  };
}
