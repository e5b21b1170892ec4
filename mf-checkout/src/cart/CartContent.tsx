import type { Cart } from '@rangavalli/contracts/entities/cart';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Price } from '@rangavalli/web-kit/ui/Price';
import css from './Cart.module.css';
import { CartLine } from './CartLine.js';
import { changesInCart } from './line-changes.js';
import type { CartView } from './use-cart.js';
import { lineKey, useCartChanges } from './use-cart-changes.js';

/** A cart with something in it. The total is the server's, at today's prices. */
export function CartContent({ cart, view }: { cart: Cart; view: CartView }) {
  const changes = useCartChanges(view);
  const changed = changesInCart(cart.items);
  return (
    <div className={css.columns}>
      <ul className={css.lines} aria-label="Items">
        {cart.items.map((item) => (
          <CartLine
            key={lineKey(item)}
            item={item}
            quantity={changes.shown(item)}
            refusal={changes.refusal(item)}
            onQuantity={(quantity) => changes.setQuantity(item, quantity)}
            onRemove={() => changes.remove(item)}
          />
        ))}
      </ul>
      <Card className={css.summary}>
        <div className={css.total} aria-live="polite" aria-busy={changes.changing}>
          <span>Total</span>
          <Price rupees={cart.total} large />
        </div>
        {changed && <p className={css.change}>{changed}</p>}
        <ButtonLink to="/checkout" wide>
          Proceed to Checkout
        </ButtonLink>
      </Card>
    </div>
  );
}
