import { useEffect, useRef, type ReactNode } from 'react';
import type { Cart } from '@rangavalli/contracts/entities/cart';
import { useSession } from '@rangavalli/web-kit/session/session';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { CartError } from '../cart/CartError.js';
import { EmptyCart } from '../cart/EmptyCart.js';
import { useCart } from '../cart/use-cart.js';
import { useGuestCart } from '../cart/use-guest-cart.js';
import { MergeNotes } from '../guest-cart/MergeNotes.js';
import { SignInPrompt } from '../sign-in/SignInPrompt.js';
import { CheckoutForm } from './CheckoutForm.js';
import { CheckoutSkeleton } from './CheckoutSkeleton.js';
import { loadFormDraft, storeFormDraft } from './form-draft.js';
import { messages } from './messages.js';
import { PaymentProblem } from './PaymentProblem.js';
import { usePayment } from './use-payment.js';

/** /checkout of customers and guests: loading, empty, or the form (specification §4). */
export function CheckoutPage() {
  const session = useSession();
  const customer = useCart();
  const guest = useGuestCart(!session);
  const { cart, error, reload } = session ? customer : guest;
  const payment = usePayment(reload);
  // The form of a guest who has confirmed the email stays while the customer's cart loads.
  const previous = useRef<Cart>(undefined);
  useEffect(() => {
    if (guest.cart) previous.current = guest.cart;
  }, [guest.cart]);
  const shown = cart ?? previous.current;
  const hadSession = useRef(false);
  useEffect(() => {
    if (session) hadSession.current = true;
  }, [session]);
  const owner = session?.owner;
  useEffect(() => {
    if (owner === undefined || cart?.items.length !== 0) return;
    // The webhook may have placed the order: its messages are not for the next one.
    const draft = loadFormDraft(owner, '');
    if (draft) storeFormDraft(draft);
  }, [owner, cart]);

  let content: ReactNode = <CheckoutSkeleton />;
  if (!session && hadSession.current) content = <SignInPrompt text={messages.loginText} />;
  else if (shown && shown.items.length > 0)
    content = <CheckoutForm cart={shown} payment={payment} session={session} isReady={cart !== undefined} />;
  else if (cart) {
    content = (
      <EmptyCart text={session && messages.alreadyPaid}>
        {session && (
          <ButtonLink to="/user/orders" look="secondary">
            {messages.myOrders}
          </ButtonLink>
        )}
        <ButtonLink to="/">Continue Shopping</ButtonLink>
      </EmptyCart>
    );
  } else if (error) content = undefined;
  return (
    <Page title="Checkout">
      {payment.problem && <PaymentProblem problem={payment.problem} onCheckAgain={() => void payment.checkAgain()} />}
      {!cart && error && <CartError error={error} onRetry={reload} />}
      {session && cart && <MergeNotes onRetry={reload} />}
      {content}
    </Page>
  );
}
