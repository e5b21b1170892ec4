import { z } from 'zod';
import { defineCalls } from '../call.js';
import { cart, cartCoupon, mergeNote } from '../entities/cart.js';
import { couponCode } from '../entities/offer.js';
import { indianPin } from '../entities/delivery.js';
import { personalisation } from '../entities/personalisation.js';
import { quote } from '../entities/quote.js';
import { paymentMethods } from '../payment-methods.js';
import { objectId, ok, quantity, size } from '../primitives.js';

const response = ok.extend({ cart });
/** `quote`: what an order of the cart costs; missing while the order service is unavailable. */
const quoted = response.extend({ quote: quote.optional(), coupon: cartCoupon.optional() });
/** Personalisation in any order; the same values are the same line. */
const line = z.object({ productId: objectId, size, personalisation: personalisation.optional() });
/** Products may have been deleted since. */
const guestLines = z.array(line.extend({ quantity })).max(100);
const stockErrors = [
  'VALIDATION_FAILED',
  'SIZE_REQUIRED',
  'SIZE_UNKNOWN',
  'PRODUCT_NOT_FOUND',
  'OUT_OF_STOCK',
  'INSUFFICIENT_STOCK',
  'PERSONALISATION_INVALID',
] as const;

export const cartCalls = defineCalls('cart', {
  'GET /cart': {
    summary: "The caller's cart",
    source: '§7',
    access: 'customer',
    /** `method`: the quote has the fee for cash on delivery. `pincode`: it has the shipping charge of that PIN code. */
    query: z.object({ method: z.enum(paymentMethods).optional(), pincode: indianPin.optional() }),
    response: quoted,
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'PUT /cart/coupon': {
    summary: 'Enter a coupon; a cart has one. A refusal has the reason and changes nothing',
    access: 'customer',
    body: z.object({ code: couponCode }),
    response: quoted,
    errors: [
      'VALIDATION_FAILED',
      'CART_EMPTY',
      'COUPON_UNKNOWN',
      'COUPON_EXPIRED',
      'COUPON_NOT_STARTED',
      'COUPON_USED_UP',
      'COUPON_USED_BY_YOU',
      'COUPON_MINIMUM',
      'COUPON_NOT_APPLICABLE',
      'COUPON_FIRST_ORDER',
      'COUPON_GROUP',
      'COUPON_NOT_COMBINABLE',
      'UNAVAILABLE',
    ],
  },
  'DELETE /cart/coupon': {
    summary: 'Remove the coupon from the cart',
    access: 'customer',
    response: quoted,
    errors: ['UNAVAILABLE'],
  },
  'POST /cart/add': {
    summary: 'Add a product to the cart; adds to the quantity of an existing line',
    source: '§7',
    access: 'customer',
    body: line.extend({ quantity }),
    response: response.extend({ message: z.string() }),
    errors: stockErrors,
  },
  'PUT /cart/update': {
    summary: "Set a line's quantity",
    source: '§7',
    access: 'customer',
    body: line.extend({ quantity }),
    response,
    errors: [...stockErrors, 'CART_LINE_NOT_FOUND'],
  },
  'DELETE /cart/remove': {
    summary: 'Remove a line from the cart',
    source: '§7',
    access: 'customer',
    body: line,
    response,
    errors: ['VALIDATION_FAILED'],
  },
  'POST /cart/preview': {
    summary: "Price a guest's cart at current prices, without deleted products. Stores nothing",
    access: 'public',
    idempotent: true,
    /** `withQuote`: the response has the quote, with the shipping charge of the PIN code. */
    body: z.object({ lines: guestLines, withQuote: z.boolean().optional(), pincode: indianPin.optional() }),
    response: response.extend({ quote: quote.optional() }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'POST /cart/merge': {
    summary: "Merge a guest's cart into the customer's after login, limited to available stock. Idempotent by mergeId",
    access: 'customer',
    idempotent: true,
    body: z.object({ mergeId: z.uuid(), lines: guestLines }),
    response: response.extend({ notes: z.array(mergeNote) }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
});
