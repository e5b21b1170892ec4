import { z } from 'zod';
import { roles, staffRoles } from '../permissions.js';
import { email, instant, objectId, orderNumber } from '../primitives.js';
import { orderStatus } from './order.js';

export type { Role, StaffRole } from '../permissions.js';

export const role = z.enum(roles);
export const staffRole = z.enum(staffRoles);

/** Specification §3 "User order summary". Rupees. */
const orderSummary = z
  .object({
    orderId: objectId,
    orderNumber,
    orderedAt: instant,
    totalAmount: z.number(),
    status: orderStatus,
  })
  .meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof orderSummary>;

export const user = z
  .object({
    _id: objectId,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Only of an account that logs in with emailed codes. */
    hasPassword: z.literal(false).optional(),
    /** A new address that awaits its confirmation. */
    pendingEmail: z.string().optional(),
    phone: z.string().optional(),
    /** `admin` for every member of staff (specification §6). */
    role: z.enum(['user', 'admin']),
    /** Only of staff. */
    staffRole: staffRole.optional(),
    createdAt: instant,
    /** Set while the account awaits its deletion. */
    deletesAt: instant.optional(),
    orders: z.array(orderSummary),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** As staff see a customer: with the ids of the groups. Lists lack `hasSecondFactor`. */
export const customer = user
  .omit({ orders: true })
  .extend({ groups: z.array(objectId).optional(), hasSecondFactor: z.literal(true).optional() })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof customer>;

/** `expiresAt`: the absolute lifetime ends, whether used or not. */
export const session = z
  .object({
    id: z.uuid(),
    device: z.string(),
    startedAt: instant,
    lastUsedAt: instant,
    expiresAt: instant,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const staffMember = z
  .object({
    _id: objectId,
    name: z.string(),
    email: z.string(),
    staffRole,
    hasSecondFactor: z.boolean(),
    lastLoginAt: instant.optional(),
    createdAt: instant,
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof staffMember>;

/** Valid for 72 hours, once. */
export const invitation = z
  .object({
    id: objectId,
    email,
    role: staffRole,
    invitedBy: z.object({ id: objectId, name: z.string() }),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;
