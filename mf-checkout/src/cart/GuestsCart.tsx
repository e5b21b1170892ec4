import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { loginPath, SIGN_IN_MESSAGE } from '../sign-in/sign-in.js';
import css from './Cart.module.css';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { useGuestsCart } from './use-guests-cart.js';

/** What a guest has put aside in this browser. */
export function GuestsCart() {
  const { cart, error, reload, changes, gone } = useGuestsCart();
  if (!cart) return error ? <CartError error={error} onRetry={reload} /> : <CartSkeleton />;
  return (
    <>
      {gone.length > 0 && (
        <p role="status" className={css.notice}>
          No longer available, and so no longer in your cart: {gone.join(', ')}.
        </p>
      )}
      <CartContent
        cart={cart}
        changes={changes}
        onward={
          <>
            <ButtonLink to={loginPath('/checkout')} wide>
              Proceed to Checkout
            </ButtonLink>
            <p className={css.aside}>
              <strong>{SIGN_IN_MESSAGE}</strong>{' '}
              <span>Proceeding takes you to the login and on to the checkout; your cart comes along.</span>
            </p>
          </>
        }
      />
    </>
  );
}
