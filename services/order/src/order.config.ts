import { serviceConfig } from '@rangavalli/service-kit/config';
import { z } from 'zod';

export const orderConfig = serviceConfig.extend({
  /** How long a checkout holds its stock, seconds. */
  HOLD_TTL_S: z.coerce.number().int().min(1).max(86_400).default(900),
  /** Pause between two sweeps for orders whose `dueAt` has passed, ms. */
  SWEEP_MS: z.coerce.number().int().min(50).default(1_000),
  /** Wait of the `payment.captured` event for the browser's verify call, ms from the capture. */
  CAPTURE_HEAD_START_MS: z.coerce.number().int().min(0).max(5_000).default(500),
});

export type OrderConfig = z.infer<typeof orderConfig>;
