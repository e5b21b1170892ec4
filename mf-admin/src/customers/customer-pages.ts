/** In one file: a customer is opened from the list. */
export { CustomerDetailPage } from './CustomerDetailPage.js';
export { CustomersPage } from './CustomersPage.js';
