import { z } from 'zod';
import { defineCalls } from '../call.js';
import { deadLetterCount, systemSlice } from '../entities/system.js';
import { instant, ok } from '../primitives.js';

export const gatewayCalls = defineCalls('gateway', {
  'GET /config': {
    summary: 'Get the configuration of the frontends: public payment key, script and upload URLs',
    role: 'public',
    response: ok.extend({
      razorpay: z.object({ keyId: z.string(), checkoutUrl: z.string() }),
      cloudinary: z.object({ uploadUrl: z.string(), uploadPreset: z.string(), folder: z.string() }),
    }),
  },
  'GET /system': {
    summary: 'Get the processes, releases, health and backlog of every slice; no response in 1.5 s counts as down',
    role: 'admin',
    response: ok.extend({
      readAt: instant,
      slices: z.array(systemSlice),
      deadLetters: z.array(deadLetterCount).optional(),
    }),
  },
});
