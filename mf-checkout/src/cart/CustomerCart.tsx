import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { MergeNotes } from '../guest-cart/MergeNotes.js';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { useCart } from './use-cart.js';
import { useCartChanges } from './use-cart-changes.js';

export function CustomerCart() {
  const view = useCart();
  const changes = useCartChanges(view);
  const { cart, error, reload } = view;
  if (!cart) return error ? <CartError error={error} onRetry={reload} /> : <CartSkeleton />;
  return (
    <>
      <MergeNotes onRetry={reload} />
      <CartContent
        cart={cart}
        changes={changes}
        onward={
          <ButtonLink to="/checkout" wide>
            Proceed to Checkout
          </ButtonLink>
        }
      />
    </>
  );
}
