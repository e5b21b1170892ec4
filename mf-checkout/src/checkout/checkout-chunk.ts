export { DeliveryCheck } from '@rangavalli/web-kit/ui/DeliveryCheck';
export { CouponBox } from '../coupon/CouponBox.js';
export { GuestQuote } from '../coupon/GuestQuote.js';
export { PriceBreakup } from '../coupon/PriceBreakup.js';
export { OffersPage } from '../offers/OffersPage.js';
export { CheckoutPage } from './CheckoutPage.js';
