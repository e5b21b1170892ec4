import { Route, Routes } from '@rangavalli/web-kit/federation/router';
import { CartPage } from './cart/CartPage.js';
import { CheckoutPage } from './checkout/CheckoutPage.js';
import { PaymentSuccessPage } from './payment-success/PaymentSuccessPage.js';

export default function CheckoutRoutes() {
  return (
    <Routes>
      <Route path="/cart" element={<CartPage />} />
      <Route path="/checkout" element={<CheckoutPage />} />
      <Route path="/payment-success" element={<PaymentSuccessPage />} />
    </Routes>
  );
}
