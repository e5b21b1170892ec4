import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useEffect, useRef, useState } from 'react';
import type { CartItem } from '@rangavalli/contracts/entities/cart';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { lineKey, lineOf, type CartChanges } from './cart-changes.js';
import { refusalMessage } from './refusal-message.js';
import { enqueueCartChange } from './cart-queue.js';
import type { CartView } from './use-cart.js';

function send(item: CartItem, quantity: number) {
  const line = lineOf(item);
  return quantity === 0
    ? call('DELETE /cart/remove', { body: line })
    : call('PUT /cart/update', { body: { ...line, quantity } });
}

/**
 * Changes a customer's lines optimistically: calls are sent one after another, and of several quick changes of one line
 * only the last. A refused change is reported at the line, which keeps its quantity.
 */
export function useCartChanges({ replace, reload }: Pick<CartView, 'replace' | 'reload'>): CartChanges {
  const [pending, setPending] = useState<ReadonlyMap<string, number>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const latest = useRef(new Map<string, number>());
  // Queued calls use the newest callback.
  const replaceCart = useRef(replace);
  useEffect(() => {
    replaceCart.current = replace;
  });

  const request = (item: CartItem, quantity: number): Promise<boolean> => {
    const key = lineKey(item);
    latest.current.set(key, quantity);
    setPending(new Map(latest.current));
    setRefusals((old) => new Map([...old].filter(([refused]) => refused !== key)));
    return enqueueCartChange(async () => {
      if (latest.current.get(key) !== quantity) return false; // Superseded, or already sent.
      let succeeded = true;
      try {
        replaceCart.current((await send(item, quantity)).cart);
      } catch (thrown) {
        succeeded = false;
        const text = refusalMessage(asApiError(thrown));
        toast.error(text);
        setRefusals((old) => new Map(old).set(key, text));
        reload();
      }
      if (latest.current.get(key) === quantity) {
        latest.current.delete(key);
        setPending(new Map(latest.current));
      }
      return succeeded;
    });
  };

  const restore = async (item: CartItem) => {
    const { product, size, quantity } = item;
    try {
      const body = { ...lineOf(item), quantity: Math.min(quantity, stockOfSize(product, size)) };
      replaceCart.current((await call('POST /cart/add', { body })).cart);
    } catch (thrown) {
      toast.error(refusalMessage(asApiError(thrown)));
      reload();
    }
  };

  return {
    shown: (item) => pending.get(lineKey(item)) ?? item.quantity,
    changing: pending.size > 0,
    refusal: (item) => refusals.get(lineKey(item)),
    setQuantity: (item, quantity) => {
      if (quantity >= 1 && quantity <= stockOfSize(item.product, item.size)) void request(item, quantity);
    },
    remove: (item) => request(item, 0),
    restore: (item) => void enqueueCartChange(() => restore(item)),
  };
}
