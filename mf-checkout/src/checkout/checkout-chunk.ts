export { DeliveryCheck } from '@rangavalli/web-kit/ui/DeliveryCheck';
export { CouponBox } from '../coupon/CouponBox.js';
export { GuestQuote } from '../coupon/GuestQuote.js';
export { OffersPage } from '../offers/OffersPage.js';
export { OrderConfirmation } from '../payment-success/OrderConfirmation.js';
export { CheckoutPage } from './CheckoutPage.js';
