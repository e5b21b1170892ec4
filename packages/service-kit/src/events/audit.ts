import { type AuditActionName, type AuditFacts, ownerOfAction } from '@rangavalli/contracts/entities/audit';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { email } from '@rangavalli/contracts/primitives';
import type { Identity } from '../http/identity.js';
import { createEvent } from './envelope.js';

/** Formatted for people, money in rupees; '' and undefined: no value. */
export interface FieldChange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

export type AuditAction = Pick<AuditFacts, 'subject' | 'subjectId'> & {
  action: AuditActionName;
  label?: string | undefined;
  changes: readonly FieldChange[];
};

/** Without an email address: ''. */
export type AuditActor = Pick<Identity, 'id' | 'name' | 'role' | 'email'>;

const MAX_TEXT_LENGTH = 120;
const CONTEXT_LENGTH = 30;
const MAX_CHANGES = 60;
const ELLIPSIS = '…';

/**
 * Write it to the outbox in the guarded update of the change (rules 5 and 6). Unchanged fields are left out. Published
 * under the name of the service that owns the action, which NATS permits to no other service.
 * @throws Error for an action without an owner, or of the notification service, which stores its entries itself
 */
export function createAuditEvent(actor: AuditActor | 'system', action: AuditAction): Envelope<AuditEventName> {
  const owner = ownerOfAction(action.action);
  if (!owner || owner === 'notification') throw new Error(`No service publishes the audit action ${action.action}`);
  return createEvent<AuditEventName>(`audit.${owner}.recorded`, buildAuditFacts(actor, action));
}

export function buildAuditFacts(
  actor: AuditActor | 'system',
  { action, subject, subjectId, label, changes }: AuditAction,
): AuditFacts {
  const changed = changes.flatMap(({ field, from = '', to = '' }) =>
    from === to ? [] : [{ field, ...shorten(from, to) }],
  );
  return {
    at: new Date().toISOString(),
    actor: actorOf(actor),
    action,
    subject,
    subjectId,
    ...(label ? { label: truncate(Array.from(label)) } : {}),
    changes: changed.slice(0, MAX_CHANGES),
  };
}

function actorOf(actor: AuditActor | 'system'): AuditFacts['actor'] {
  if (actor === 'system') return { name: 'system', role: 'system' };
  const address = email.safeParse(actor.email).data;
  return { id: actor.id, name: actor.name, role: actor.role, ...(address ? { email: address } : {}) };
}

/** Of long texts with a common prefix, shows the part that differs. */
function shorten(from: string, to: string): { from?: string; to?: string } {
  const [before, after] = [Array.from(from), Array.from(to)];
  const difference = before.findIndex((character, index) => character !== after[index]);
  const prefix = difference < 0 ? before.length : difference;
  const isShort = Math.max(before.length, after.length) <= MAX_TEXT_LENGTH;
  const start = isShort || prefix < MAX_TEXT_LENGTH / 2 ? 0 : prefix - CONTEXT_LENGTH;
  return { ...(from ? { from: truncate(before, start) } : {}), ...(to ? { to: truncate(after, start) } : {}) };
}

function truncate(characters: readonly string[], start = 0): string {
  const rest = (start > 0 ? [ELLIPSIS] : []).concat(characters.slice(start));
  return rest.length <= MAX_TEXT_LENGTH ? rest.join('') : [...rest.slice(0, MAX_TEXT_LENGTH - 1), ELLIPSIS].join('');
}
