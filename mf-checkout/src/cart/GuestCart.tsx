import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from './Cart.module.css';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { messages } from './messages.js';
import { useGuestCart } from './use-guest-cart.js';

export function GuestCart() {
  const { cart, error, reload, changes, gone } = useGuestCart();
  if (!cart) return error ? <CartError error={error} onRetry={reload} /> : <CartSkeleton />;
  return (
    <>
      {gone.length > 0 && (
        <p role="status" className={css.notice}>
          {messages.unavailable(gone)}
        </p>
      )}
      <CartContent
        cart={cart}
        changes={changes}
        onward={
          <>
            <ButtonLink to="/checkout" wide>
              Proceed to Checkout
            </ButtonLink>
            <p className={css.aside}>{messages.noAccount}</p>
          </>
        }
      />
    </>
  );
}
