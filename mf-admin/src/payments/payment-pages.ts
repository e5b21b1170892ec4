/** In one file: a payment is opened from the list. */
export { PaymentDetailPage } from './PaymentDetailPage.js';
export { PaymentsPage } from './PaymentsPage.js';
