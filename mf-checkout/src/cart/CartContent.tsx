import { useState, type ReactNode } from 'react';
import type { Cart, CartItem } from '@rangavalli/contracts/entities/cart';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './Cart.module.css';
import { CartDelivery } from './CartDelivery.js';
import { CartLine } from './CartLine.js';
import { lineKey, type CartChanges } from './cart-changes.js';
import { EmptyCart } from './EmptyCart.js';
import { changesInCart } from './line-changes.js';
import { messages } from './messages.js';
import { RemovedLine } from './RemovedLine.js';

interface CartContentProps {
  /** At the server's current prices. */
  cart: Cart;
  changes: CartChanges;
  onward: ReactNode;
}

/** Lists a cart's lines and total; the line removed last can be restored. */
export function CartContent({ cart, changes, onward }: CartContentProps) {
  const [removed, setRemoved] = useState<CartItem>();
  const remove = async (item: CartItem) => {
    if (await changes.remove(item)) setRemoved(item);
  };
  const changed = changesInCart(cart.items);
  return (
    <>
      {removed && (
        <RemovedLine
          key={lineKey(removed)}
          item={removed}
          onUndo={() => {
            setRemoved(undefined);
            changes.restore(removed);
          }}
        />
      )}
      {cart.items.length === 0 ? (
        <EmptyCart>
          <ButtonLink to="/">Browse Products</ButtonLink>
        </EmptyCart>
      ) : (
        <div className={css.columns}>
          <ul className={css.lines} aria-label="Items">
            {cart.items.map((item) => (
              <CartLine
                key={lineKey(item)}
                item={item}
                quantity={changes.shown(item)}
                refusal={changes.refusal(item)}
                onQuantity={(quantity) => changes.setQuantity(item, quantity)}
                onRemove={() => void remove(item)}
              />
            ))}
          </ul>
          <Card className={css.summary}>
            <div className={css.total} aria-live="polite" aria-busy={changes.changing}>
              <span>
                {messages.total} <span className={css.count}>{messages.items(cart.count)}</span>
              </span>
              <Price rupees={cart.total} large />
            </div>
            {changed && <p className={css.change}>{changed}</p>}
            {onward}
            <CartDelivery cart={cart} />
          </Card>
        </div>
      )}
    </>
  );
}
