import { z } from 'zod';
import { email, instant, pageNumber } from '../primitives.js';

export const auditSubjects = ['product', 'order', 'user', 'payment'] as const;

/** Money in rupees. Omitted: no value. */
const auditChange = z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() });

/** `system`: the shop itself, without an id. */
const auditActor = z.object({
  id: z.string().optional(),
  name: z.string(),
  role: z.enum(['admin', 'user', 'system']),
  email: email.optional(),
});

/** `action`: `product.created`, `stock.changed`, `order.status`, `user.role`. */
export const auditFacts = z.object({
  at: instant,
  actor: auditActor,
  action: z.string(),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  label: z.string().optional(),
  changes: z.array(auditChange).max(60),
});
export type AuditFacts = z.infer<typeof auditFacts>;

export const auditEntry = auditFacts.extend({ _id: z.string() }).meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z.object({
  subject: z.enum(auditSubjects).optional(),
  subjectId: z.string().trim().max(60).optional(),
  q: z.string().trim().max(120).optional(),
  page: pageNumber,
});
