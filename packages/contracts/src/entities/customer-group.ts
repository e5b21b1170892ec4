import { z } from 'zod';
import { instant, line, objectId } from '../primitives.js';

export const MAX_CUSTOMER_GROUPS = 100;
export const MAX_GROUPS_OF_OFFER = 20;
export const MAX_GROUPS_OF_CUSTOMER = 20;
/** In one request. */
export const MAX_ADDED_CUSTOMERS = 500;

/** The name is unique, and customers read it when a coupon is for members only; the description is for staff. */
export const customerGroupInput = z
  .object({ name: line(60), description: line(300).optional() })
  .meta({ id: 'CustomerGroupInput' });
export type CustomerGroupInput = z.infer<typeof customerGroupInput>;

/** `customers`: the number of members, at most MAX_COUNT. */
export const customerGroup = customerGroupInput
  .extend({ _id: objectId, customers: z.int().min(0), createdAt: instant })
  .meta({ id: 'CustomerGroup' });
export type CustomerGroup = z.infer<typeof customerGroup>;
