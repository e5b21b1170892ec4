import { z } from 'zod';
import { role } from './user.js';
import { email, instant, pageQuery } from '../primitives.js';

export const auditSubjects = ['product', 'order', 'user', 'payment', 'invitation', 'settings', 'event'] as const;

/** Services that publish audit entries. */
export const auditedServices = ['catalog', 'order', 'payment', 'user', 'notification', 'fulfilment'] as const;
export type AuditedService = (typeof auditedServices)[number];

/** The service that owns an action, by its first part. Entries of any other service are rejected. */
export const auditOwners = {
  product: 'catalog',
  stock: 'catalog',
  image: 'catalog',
  order: 'order',
  hold: 'order',
  payment: 'payment',
  refund: 'payment',
  delivery: 'payment',
  settings: 'payment',
  user: 'user',
  staff: 'user',
  invitation: 'user',
  session: 'user',
  security: 'user',
  account: 'user',
  event: 'notification',
  shipping: 'fulfilment',
} as const satisfies Record<string, AuditedService>;
export type AuditActionName = `${keyof typeof auditOwners}.${string}`;

const actionsOf = (names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})\\.[a-z][\\w.-]{0,60}$`);
const ACTION = actionsOf(Object.keys(auditOwners));
/** Older consumers reject these names in the events of the other services. */
const isOfFulfilment = ([, owner]: [string, AuditedService]): boolean => owner === 'fulfilment';
const ownedByOthers = Object.entries(auditOwners).filter((entry) => !isOfFulfilment(entry));
const ownedByFulfilment = Object.entries(auditOwners).filter(isOfFulfilment);

/** Undefined for an unknown action. */
export const ownerOfAction = (action: string): AuditedService | undefined =>
  ACTION.test(action) ? auditOwners[action.split('.')[0] as keyof typeof auditOwners] : undefined;

/** Money in rupees. Omitted: no value. */
const auditChange = z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() });

/** `system`: the shop itself, without an id. */
const auditActor = z.object({
  id: z.string().optional(),
  name: z.string(),
  role: z.enum([...role.options, 'system']),
  email: email.optional(),
});

/** `action`: `product.created`, `stock.changed`, `order.status`, `user.role`. */
export const auditFacts = z.object({
  at: instant,
  actor: auditActor,
  action: z.string().regex(actionsOf(ownedByOthers.map(([name]) => name)), 'This action is not known.'),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  label: z.string().optional(),
  changes: z.array(auditChange).max(60),
});
export type AuditFacts = z.infer<typeof auditFacts>;

export const fulfilmentAuditFacts = auditFacts.extend({
  action: z.string().regex(actionsOf(ownedByFulfilment.map(([name]) => name)), 'This action is not known.'),
});

/** `hash`: SHA-256 over the entry and the hash of the previous one; `sequence` begins with 1 and has no gaps. */
export const auditEntry = auditFacts
  .extend({
    action: z.string().regex(ACTION, 'This action is not known.'),
    _id: z.string(),
    service: z.enum(auditedServices),
    sequence: z.int().min(1),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditVerification = z
  .object({
    isValid: z.boolean(),
    entries: z.int().min(0),
    verifiedAt: instant,
    /** To be noted elsewhere: it proves that no later verification saw a rewritten chain. */
    lastHash: z.string().optional(),
    firstInvalid: z.object({ sequence: z.int(), reason: z.string() }).optional(),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.infer<typeof auditVerification>;

export const auditQuery = pageQuery.extend({
  subject: z.enum(auditSubjects).optional(),
  subjectId: z.string().trim().max(60).optional(),
  q: z.string().trim().max(120).optional(),
});
