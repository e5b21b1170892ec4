import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { CartPage } from './cart/CartPage.js';
import { CheckoutSkeleton } from './checkout/CheckoutSkeleton.js';
import { loadCheckout, loadOffers } from './checkout/load-checkout.js';
import { messages } from './offers/messages.js';
import { PaymentSuccessPage } from './payment-success/PaymentSuccessPage.js';

const checkout = (
  <LazyBoundary
    id="mf-checkout checkout"
    load={loadCheckout}
    loading={
      <Page title="Checkout">
        <CheckoutSkeleton />
      </Page>
    }
    failed={(retry) => <ErrorState title="The checkout could not be loaded." onRetry={retry} />}
  />
);

const offers = (
  <LazyPart
    id="mf-checkout/offers"
    load={loadOffers}
    props={{}}
    loading={<Skeleton height="20rem" />}
    failed={messages.failed}
  />
);

export default function CheckoutRoutes() {
  return (
    <Routes>
      <Route path="/cart" element={<CartPage />} />
      <Route path="/checkout" element={checkout} />
      <Route path="/offers" element={offers} />
      <Route path="/payment-success" element={<PaymentSuccessPage />} />
    </Routes>
  );
}
