import type { ReactNode } from 'react';
import { useSession } from '@rangavalli/web-kit/session/session';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { CartError } from '../cart/CartError.js';
import { useCart } from '../cart/use-cart.js';
import { MergeNotes } from '../guest-cart/MergeNotes.js';
import { SignInPrompt } from '../sign-in/SignInPrompt.js';
import { CheckoutForm } from './CheckoutForm.js';
import { CheckoutSkeleton } from './CheckoutSkeleton.js';
import { messages } from './messages.js';
import { PaymentProblem } from './PaymentProblem.js';
import { usePayment } from './use-payment.js';

/** /checkout: loading, empty, or the form (specification §4), with a payment problem above it. */
export function CheckoutPage() {
  const session = useSession();
  const { cart, error, reload } = useCart();
  const payment = usePayment(reload);

  let content: ReactNode = <CheckoutSkeleton />;
  if (!session) content = <SignInPrompt text={messages.loginText} />;
  else if (cart && cart.items.length > 0) content = <CheckoutForm cart={cart} payment={payment} user={session.user} />;
  else if (cart) {
    content = (
      <EmptyState title="Your cart is empty">
        <ButtonLink to="/">Continue Shopping</ButtonLink>
      </EmptyState>
    );
  } else if (error) content = <CartError error={error} onRetry={reload} />;
  return (
    <Page title="Checkout">
      {payment.problem && <PaymentProblem problem={payment.problem} onCheckAgain={() => void payment.checkAgain()} />}
      {session && cart && <MergeNotes onRetry={reload} />}
      {content}
    </Page>
  );
}
