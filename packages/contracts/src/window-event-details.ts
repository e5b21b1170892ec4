import { z } from 'zod';

/** Schemas can be compared between releases (`tools/release`). Browser code imports types only. */
export const windowEventDetails = {
  authChange: z.undefined(),
  'checkout:cart-changed': z.object({ count: z.number().optional() }),
  'shell:toast-requested': z.object({ kind: z.enum(['success', 'error', 'info']), message: z.string() }),
} as const;
