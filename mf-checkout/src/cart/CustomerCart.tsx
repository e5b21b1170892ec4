import { useStoredPin } from '@rangavalli/web-kit/delivery/delivery-pin';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { loadCouponBox } from '../checkout/load-checkout.js';
import { MergeNotes } from '../guest-cart/MergeNotes.js';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { messages } from './messages.js';
import { useCart } from './use-cart.js';
import { useCartChanges } from './use-cart-changes.js';

export function CustomerCart() {
  const view = useCart();
  const changes = useCartChanges(view);
  const { cart, error, reload } = view;
  const pincode = useStoredPin();
  if (!cart) return error ? <CartError error={error} onRetry={reload} /> : <CartSkeleton />;
  return (
    <>
      <MergeNotes onRetry={reload} />
      <CartContent
        cart={cart}
        changes={changes}
        onward={
          <>
            <ButtonLink to="/checkout" wide>
              Proceed to Checkout
            </ButtonLink>
            <LazyPart
              id="mf-checkout/coupon"
              load={loadCouponBox}
              props={{ version: `${cart.count} ${cart.total}`, pincode }}
              loading={<Skeleton height="4.5rem" />}
              failed={messages.couponFailed}
            />
          </>
        }
      />
    </>
  );
}
