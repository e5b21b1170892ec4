import { z } from 'zod';
import { defineCalls } from '../call.js';
import { deadLetterCount, systemSlice } from '../entities/system.js';
import { instant, ok } from '../primitives.js';

/** Calls that the gateway answers by itself. */
export const gatewayCalls = defineCalls({
  'GET /config': {
    summary: 'What a browser must know: the public payment key and where scripts and uploads go',
    source: 'added',
    service: 'gateway',
    role: 'public',
    idempotent: true,
    response: ok.extend({
      razorpay: z.object({ keyId: z.string(), checkoutUrl: z.string() }),
      cloudinary: z.object({ uploadUrl: z.string(), uploadPreset: z.string(), folder: z.string() }),
    }),
    errors: [],
  },
  'GET /system': {
    summary:
      'Every slice with its processes, releases and health, how far each is behind with its events, and the dead letters; what does not answer in a second and a half is told as down',
    source: 'added',
    service: 'gateway',
    role: 'admin',
    idempotent: true,
    response: ok.extend({
      readAt: instant,
      slices: z.array(systemSlice),
      /** Missing while nobody can say. */
      deadLetters: z.array(deadLetterCount).optional(),
    }),
    errors: [],
  },
});
