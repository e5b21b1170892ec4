import { z } from 'zod';
import { defineCalls } from '../call.js';
import { cart } from '../entities/cart.js';
import { objectId, ok, quantity, size } from '../primitives.js';

const answer = ok.extend({ cart });
const line = z.object({ productId: objectId, size });
const stockErrors = ['VALIDATION_FAILED', 'SIZE_REQUIRED', 'SIZE_UNKNOWN', 'PRODUCT_NOT_FOUND', 'OUT_OF_STOCK', 'INSUFFICIENT_STOCK'] as const;

/** Calls that the cart service owns. */
export const cartCalls = defineCalls({
  'GET /cart': {
    summary: "The caller's cart",
    source: '§7', service: 'cart', role: 'customer', idempotent: true,
    answer,
    errors: ['UNAVAILABLE'],
  },
  'POST /cart/add': {
    summary: 'Put pieces of a product into the cart; a line of the same product and size grows',
    source: '§7', service: 'cart', role: 'customer', idempotent: false,
    body: line.extend({ quantity }),
    answer: answer.extend({ message: z.string() }),
    errors: stockErrors,
  },
  'PUT /cart/update': {
    summary: "Set a line's quantity",
    source: '§7', service: 'cart', role: 'customer', idempotent: true,
    body: line.extend({ quantity }),
    answer,
    errors: [...stockErrors, 'CART_LINE_NOT_FOUND'],
  },
  'DELETE /cart/remove': {
    summary: 'Take a line out of the cart',
    source: '§7', service: 'cart', role: 'customer', idempotent: true,
    body: line,
    answer,
    errors: ['VALIDATION_FAILED'],
  },
});
