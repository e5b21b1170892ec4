const load = () => import('./checkout-chunk.js');

export const loadCheckout = async () => ({ default: (await load()).CheckoutPage });

/** In the same chunk, because the checkout has it too. */
export const loadCouponBox = async () => (await load()).CouponBox;

export const loadGuestQuote = async () => (await load()).GuestQuote;

/** In the same chunk: the checkout follows the cart and shows the promise too. */
export const loadDeliveryCheck = async () => (await load()).DeliveryCheck;

/** In the same chunk: who reads offers goes on to the cart. */
export const loadOffers = async () => (await load()).OffersPage;

/** In the same chunk, which is loaded when an order is placed. */
export const loadConfirmation = async () => (await load()).OrderConfirmation;
