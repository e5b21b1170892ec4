import { z } from 'zod';
import { defineCalls } from '../call.js';
import { cart, mergeNote } from '../entities/cart.js';
import { objectId, ok, quantity, size } from '../primitives.js';

const response = ok.extend({ cart });
const line = z.object({ productId: objectId, size });
/** What a guest put aside in the browser; the browser may keep lines whose product is long gone. */
const guestLines = z.array(line.extend({ quantity })).max(100);
const stockErrors = [
  'VALIDATION_FAILED',
  'SIZE_REQUIRED',
  'SIZE_UNKNOWN',
  'PRODUCT_NOT_FOUND',
  'OUT_OF_STOCK',
  'INSUFFICIENT_STOCK',
] as const;

/** Calls that the cart service owns. */
export const cartCalls = defineCalls({
  'GET /cart': {
    summary: "The caller's cart",
    source: '§7',
    service: 'cart',
    role: 'customer',
    idempotent: true,
    response,
    errors: ['UNAVAILABLE'],
  },
  'POST /cart/add': {
    summary: 'Put pieces of a product into the cart; a line of the same product and size grows',
    source: '§7',
    service: 'cart',
    role: 'customer',
    idempotent: false,
    body: line.extend({ quantity }),
    response: response.extend({ message: z.string() }),
    errors: stockErrors,
  },
  'PUT /cart/update': {
    summary: "Set a line's quantity",
    source: '§7',
    service: 'cart',
    role: 'customer',
    idempotent: true,
    body: line.extend({ quantity }),
    response,
    errors: [...stockErrors, 'CART_LINE_NOT_FOUND'],
  },
  'DELETE /cart/remove': {
    summary: 'Take a line out of the cart',
    source: '§7',
    service: 'cart',
    role: 'customer',
    idempotent: true,
    body: line,
    response,
    errors: ['VALIDATION_FAILED'],
  },
  'POST /cart/preview': {
    summary:
      "A guest's cart, which the browser keeps, at today's prices; lines whose product is gone are left out. Nothing is stored",
    source: 'added',
    service: 'cart',
    role: 'public',
    idempotent: true,
    body: z.object({ lines: guestLines }),
    response,
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'POST /cart/merge': {
    summary:
      "Put a guest's cart into the customer's after login: pieces are added up, up to what is there. The same mergeId a second time changes nothing",
    source: 'added',
    service: 'cart',
    role: 'customer',
    idempotent: true,
    body: z.object({ mergeId: z.uuid(), lines: guestLines }),
    response: response.extend({ notes: z.array(mergeNote) }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
});
