import { z } from 'zod';
import type { windowEvents } from './browser.js';

type WindowEvent = (typeof windowEvents)[keyof typeof windowEvents];

/**
 * What travels with each event on `window`, as schemas, so that two releases can be compared (`tools/release`).
 * Browsers get the types only (`browser.ts`): nothing that runs in one may import this file.
 */
export const windowEventDetails = {
  authChange: z.undefined(),
  /** `count` is the number of pieces, where the sender knows it. */
  'checkout:cart-changed': z.object({ count: z.number().optional() }),
  'shell:toast-requested': z.object({ kind: z.enum(['success', 'error', 'info']), message: z.string() }),
} as const satisfies Record<WindowEvent, z.ZodType>;
