import { z } from 'zod';
import { defineCalls } from '../call.js';
import { done, email, linkToken, objectId, size } from '../primitives.js';

export const notificationCalls = defineCalls('notification', {
  'POST /stock-alerts': {
    summary: 'Request one email when a product or size is back in stock; an unverified address confirms it by a link',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    challenge: true,
    /** Guests must give an email. */
    body: z.object({ productId: objectId, size, email: email.optional() }),
    response: done,
    errors: [
      'VALIDATION_FAILED',
      'PRODUCT_NOT_FOUND',
      'SIZE_UNKNOWN',
      'IN_STOCK',
      'CHALLENGE_REQUIRED',
      'RATE_LIMITED',
      'UNAVAILABLE',
    ],
  },
  'POST /stock-alerts/confirm': {
    summary: 'Confirm a stock alert with the link of its email, valid for 24 hours',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    body: z.object({ token: linkToken }),
    response: done,
    errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'RATE_LIMITED'],
  },
  'POST /stock-alerts/cancel': {
    summary: 'Cancel a stock alert with the link of its email',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    body: z.object({ token: linkToken }),
    response: done,
    errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'RATE_LIMITED'],
  },
});
