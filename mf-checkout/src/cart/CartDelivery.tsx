import { useMemo } from 'react';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { loadDeliveryCheck } from '../checkout/load-checkout.js';
import { deliveryItems } from '../delivery/delivery-items.js';
import css from './Cart.module.css';
import { messages } from './messages.js';

/** When the whole cart arrives; the quote above has the charge. Its place is reserved. */
export function CartDelivery({ cart }: { cart: Cart }) {
  const props = useMemo(() => ({ items: deliveryItems(cart) }), [cart]);
  return (
    <div className={css.delivery}>
      <LazyPart id="mf-checkout/delivery" load={loadDeliveryCheck} props={props} failed={messages.deliveryFailed} />
    </div>
  );
}
