import type { AuditActionName } from '@rangavalli/contracts/entities/audit';
import type { Envelope } from '@rangavalli/contracts/events';
import { isStaff } from '@rangavalli/contracts/permissions';
import { createAuditEvent, type FieldChange } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { AccountRecord } from './account.schema.js';

type Person = Pick<AccountRecord, '_id' | 'name' | 'email' | 'role' | 'emailVerifiedAt'>;

/** Who did something without a session, such as logging in. */
export const actorOf = ({ _id, name, email, role, emailVerifiedAt }: Person): Identity => ({
  id: String(_id),
  name,
  email,
  role,
  emailVerified: emailVerifiedAt !== undefined,
  sessionId: '',
});

/** Returns the audit entry of what members of staff do with their own accounts; none for customers. */
export function auditOfStaff(
  account: Person,
  action: Extract<AuditActionName, `${'security' | 'account' | 'session'}.${string}`>,
  changes: readonly FieldChange[] = [],
): Envelope[] {
  if (!isStaff(account.role)) return [];
  const subjectId = String(account._id);
  return [createAuditEvent(actorOf(account), { action, subject: 'user', subjectId, label: account.name, changes })];
}
