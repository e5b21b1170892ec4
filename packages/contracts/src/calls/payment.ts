import { z } from 'zod';
import { defineCalls } from '../call.js';

/** Calls that the payment service owns. */
export const paymentCalls = defineCalls({
  'POST /payments/webhook': {
    summary: 'Razorpay tells what happened to a payment; the signature over the raw body is the only credential',
    source: 'added', service: 'payment', role: 'public', idempotent: true, rawBody: true, limit: 'unlimited',
    body: z.looseObject({ event: z.string() }),
    answer: z.object({ success: z.literal(true) }),
    errors: ['PAYMENT_SIGNATURE_INVALID', 'UNAVAILABLE'],
  },
});
