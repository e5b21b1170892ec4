/** A chunk of its own: cart and confirmation do without the largest page. */
export const loadCheckout = () => import('./CheckoutPage.js');
