import { z } from 'zod';
import { instant, objectId } from '../primitives.js';
import { orderStatus } from './order.js';

export const role = z.enum(['user', 'admin']);
export type Role = z.infer<typeof role>;

/** Specification §3 "User order summary". Rupees. */
const orderSummary = z
  .object({ orderId: objectId, orderedAt: instant, totalAmount: z.number(), status: orderStatus })
  .meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof orderSummary>;

export const user = z
  .object({
    _id: objectId,
    name: z.string(),
    email: z.string(),
    phone: z.string().optional(),
    role,
    createdAt: instant,
    orders: z.array(orderSummary),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const session = z
  .object({ id: z.uuid(), device: z.string(), startedAt: instant, lastUsedAt: instant, current: z.boolean() })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
