import { serviceConfig } from '@rangavalli/service-kit/config';
import type { ServiceDefinition } from '@rangavalli/service-kit/service';
import { z } from 'zod';
import { OrderModule } from './order.module.js';

/** What the order service reads from its environment. */
export const orderConfig = serviceConfig.extend({
  /** How long the pieces of a checkout stay off the shelf for its customer, s. */
  HOLD_TTL_S: z.coerce.number().int().min(1).max(86_400).default(900),
  /** How often orders whose time has come are looked for, ms. */
  SWEEP_MS: z.coerce.number().int().min(50).default(1_000),
  /** News of captured money are left to the page that has the proof for so long after it was captured, ms: both at once would only be in each other's way. */
  CAPTURE_HEAD_START_MS: z.coerce.number().int().min(0).max(5_000).default(500),
});

export type OrderConfig = z.infer<typeof orderConfig>;

/** The order service: the order's life from checkout to delivery. */
export const orderService: ServiceDefinition<typeof orderConfig> = {
  name: 'order',
  config: orderConfig,
  module: OrderModule,
};
