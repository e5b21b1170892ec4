import { useStoredPin } from '@rangavalli/web-kit/delivery/delivery-pin';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { loadGuestQuote } from '../checkout/load-checkout.js';
import css from './Cart.module.css';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { messages } from './messages.js';
import { useGuestCart } from './use-guest-cart.js';

export function GuestCart() {
  const { cart, error, reload, changes, gone } = useGuestCart();
  const pincode = useStoredPin();
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
            <LazyPart
              id="mf-checkout/guest-quote"
              load={loadGuestQuote}
              props={{ version: `${cart.count} ${cart.total}`, pincode }}
              loading={<Skeleton height="4.5rem" />}
              failed={messages.quoteFailed}
            />
            <p className={css.aside}>{messages.noAccount}</p>
          </>
        }
      />
    </>
  );
}
