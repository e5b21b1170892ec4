import type { ReactNode } from 'react';
import { useSession } from '@rangavalli/web-kit/session';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { SignInPrompt } from '../sign-in/SignInPrompt.js';
import { CartContent } from './CartContent.js';
import { CartError } from './CartError.js';
import { CartSkeleton } from './CartSkeleton.js';
import { useCart } from './use-cart.js';

/** /cart. */
export function CartPage() {
  const session = useSession();
  const view = useCart();
  const { cart, error, reload } = view;

  let content: ReactNode = <CartSkeleton />;
  if (!session) content = <SignInPrompt text="Your cart is kept with your account." />;
  else if (cart?.items.length === 0) {
    content = (
      <EmptyState title="Your cart is empty">
        <ButtonLink to="/">Browse Products</ButtonLink>
      </EmptyState>
    );
  } else if (cart) content = <CartContent cart={cart} view={view} />;
  else if (error) content = <CartError error={error} onRetry={reload} />;
  return <Page title="Cart">{content}</Page>;
}
