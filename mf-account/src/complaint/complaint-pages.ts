export { ComplaintPage } from './ComplaintPage.js';
export { ComplaintStatusPage } from './ComplaintStatusPage.js';
