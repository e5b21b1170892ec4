export { DeliveryCheck } from '@rangavalli/web-kit/ui/DeliveryCheck';
export { CouponBox } from '../coupon/CouponBox.js';
export { CheckoutPage } from './CheckoutPage.js';
