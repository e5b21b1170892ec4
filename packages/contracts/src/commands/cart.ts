import { z } from 'zod';
import { couponCode } from '../entities/offer.js';
import { objectId } from '../primitives.js';
import { cartLine } from './lines.js';

/** Requests to cart. */
export const cartCommands = {
  /** Errors: PERSONALISATION_INVALID for values that do not fit their product's current fields. */
  'rpc.cart.lines.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({ lines: z.array(cartLine), coupon: couponCode.optional() }),
  },
} as const;
