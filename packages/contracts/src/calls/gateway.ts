import { z } from 'zod';
import { defineCalls } from '../call.js';
import { browserReport } from '../entities/browser-report.js';
import { challenge } from '../entities/challenge.js';
import { cspReports } from '../entities/csp-report.js';
import { deadLetterCount, systemSlice } from '../entities/system.js';
import { instant, ok } from '../primitives.js';

export const gatewayCalls = defineCalls('gateway', {
  'GET /config': {
    summary: 'Get the configuration of the frontends: public payment key, script and upload URLs',
    access: 'public',
    response: ok.extend({
      razorpay: z.object({ keyId: z.string(), checkoutUrl: z.string() }),
      cloudinary: z.object({ uploadUrl: z.string(), folder: z.string() }),
    }),
  },
  'GET /challenge': {
    summary: 'Get a proof-of-work challenge, valid once, for ten minutes',
    access: 'public',
    response: ok.extend({ challenge }),
    errors: ['RATE_LIMITED'],
  },
  'POST /csp-reports': {
    summary: 'Receive the reports of browsers about violations of the content security policy',
    access: 'public',
    idempotent: true,
    accepts: ['application/csp-report', 'application/reports+json', 'application/json'],
    body: cspReports,
    response: ok,
    errors: ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
  },
  'POST /browser-reports': {
    summary: 'Receive page speed and script errors of browsers, without personal data',
    access: 'public',
    body: browserReport,
    response: ok,
    errors: ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
  },
  'GET /system': {
    summary: 'Get the processes, releases, health and backlog of every slice; no response in 1.5 s counts as down',
    access: 'operations.read',
    availableInOutage: true,
    response: ok.extend({
      readAt: instant,
      slices: z.array(systemSlice),
      deadLetters: z.array(deadLetterCount).optional(),
    }),
  },
});
