import { z } from 'zod';

/**
 * Details of the events on `window`, as schemas, so that two releases can be compared (`tools/release`). Code that runs
 * in a browser imports types only (`browser.ts`).
 */
export const windowEventDetails = {
  authChange: z.undefined(),
  'checkout:cart-changed': z.object({ count: z.number().optional() }),
  'shell:toast-requested': z.object({ kind: z.enum(['success', 'error', 'info']), message: z.string() }),
} as const;
