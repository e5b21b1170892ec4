import { z } from 'zod';
import { email, instant } from '../primitives.js';

/** What the log is about. */
export const auditSubjects = ['product', 'order', 'user', 'payment'] as const;

/** One field of what was changed, as people read it; money in rupees. Left out: there was, or is, nothing. */
const auditChange = z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() });

/** Who did it: somebody signed in, or the shop itself (`system`, with no id). */
const auditActor = z.object({
  id: z.string().optional(),
  name: z.string(),
  role: z.enum(['admin', 'user', 'system']),
  email: email.optional(),
});

/** Something that somebody changed. `action` is `<subject>.<what>` in the past tense: `product.created`, `stock.changed`, `order.status`, `user.role`. */
export const auditFacts = z.object({
  at: instant,
  actor: auditActor,
  action: z.string(),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  /** What people call it: the product's name, the order's number. */
  label: z.string().optional(),
  changes: z.array(auditChange).max(60),
});
export type AuditFacts = z.infer<typeof auditFacts>;

export const auditEntry = auditFacts.extend({ _id: z.string() }).meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

const whole = z.coerce.number().int().min(1).max(10_000);

export const auditQuery = z.object({
  subject: z.enum(auditSubjects).optional(),
  subjectId: z.string().trim().max(60).optional(),
  /** Words of the actor's name or e-mail, or of the label. */
  q: z.string().trim().max(120).optional(),
  page: whole.optional(),
});
