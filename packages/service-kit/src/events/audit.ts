import type { AuditFacts } from '@rangavalli/contracts/entities/audit';
import type { Envelope } from '@rangavalli/contracts/events';
import { email } from '@rangavalli/contracts/primitives';
import type { Identity } from '../http/identity.js';
import { createEvent } from './envelope.js';

/** Formatted for people, money in rupees; '' and undefined: no value. */
export interface FieldChange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

export type AuditAction = Pick<AuditFacts, 'action' | 'subject' | 'subjectId'> & {
  label?: string | undefined;
  changes: readonly FieldChange[];
};

const MAX_TEXT_LENGTH = 120;
const CONTEXT_LENGTH = 30;
const MAX_CHANGES = 60;
const ELLIPSIS = '…';

/** Write it to the outbox in the guarded update of the change (rules 5 and 6). Unchanged fields are left out. */
export function createAuditEvent(
  actor: Identity | 'system',
  { action, subject, subjectId, label, changes }: AuditAction,
): Envelope<'audit.recorded'> {
  const changed = changes.flatMap(({ field, from = '', to = '' }) =>
    from === to ? [] : [{ field, ...shorten(from, to) }],
  );
  return createEvent('audit.recorded', {
    at: new Date().toISOString(),
    actor: actorOf(actor),
    action,
    subject,
    subjectId,
    ...(label ? { label: truncate(Array.from(label)) } : {}),
    changes: changed.slice(0, MAX_CHANGES),
  });
}

function actorOf(actor: Identity | 'system'): AuditFacts['actor'] {
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
