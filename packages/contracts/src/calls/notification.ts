import { z } from 'zod';
import { defineCalls } from '../call.js';
import { done, email, objectId, size } from '../primitives.js';

export const notificationCalls = defineCalls('notification', {
  'POST /stock-alerts': {
    summary: 'Sends one email when a product, or one size of it, is back in stock; repeating the request adds nothing',
    role: 'public',
    idempotent: true,
    limit: 'credentials',
    /** Guests must give an email. */
    body: z.object({ productId: objectId, size, email: email.optional() }),
    response: done,
    errors: ['VALIDATION_FAILED', 'PRODUCT_NOT_FOUND', 'SIZE_UNKNOWN', 'IN_STOCK', 'UNAVAILABLE'],
  },
});
