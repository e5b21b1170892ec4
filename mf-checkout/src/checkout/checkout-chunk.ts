export { DeliveryCheck } from '@rangavalli/web-kit/ui/DeliveryCheck';
export { CheckoutPage } from './CheckoutPage.js';
