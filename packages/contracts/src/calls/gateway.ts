import { z } from 'zod';
import { defineCalls } from '../call.js';
import { ok } from '../primitives.js';

/** Calls that the gateway answers by itself. */
export const gatewayCalls = defineCalls({
  'GET /config': {
    summary: 'What a browser must know: the public payment key and where scripts and uploads go',
    source: 'added', service: 'gateway', role: 'public', idempotent: true,
    answer: ok.extend({
      razorpay: z.object({ keyId: z.string(), checkoutUrl: z.string() }),
      cloudinary: z.object({ uploadUrl: z.string(), uploadPreset: z.string(), folder: z.string() }),
    }),
    errors: [],
  },
});
