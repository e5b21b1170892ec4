import type { AuditFacts } from '@rangavalli/contracts/entities/audit';
import type { Envelope } from '@rangavalli/contracts/events';
import { email } from '@rangavalli/contracts/primitives';
import type { Identity } from '../http/identity.js';
import { createEvent } from './envelope.js';

/** One field as people read it, money in rupees; '' and undefined: there was, or is, nothing. */
export interface FieldChange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** What somebody did, as its service tells it. */
export type AuditAction = Pick<AuditFacts, 'action' | 'subject' | 'subjectId'> & {
  label?: string | undefined;
  changes: readonly FieldChange[];
};

/** Longer texts are cut to so many characters. */
const TEXT = 120;
/** Of two long texts that begin alike so much is shown before they part. */
const BEFORE = 30;
/** The contract's limit on `changes`. */
const CHANGES = 60;
const CUT = '…';

/**
 * The event by which a change comes into the audit log: who did what, from what to what. Put it into the outbox in
 * the same guarded write as the change (rules 5 and 6), with `from` as that write replaces it. Fields that did not
 * change are left out.
 * @param by whoever made the call, or `system` for what the shop does by itself
 */
export function createAuditEvent(
  by: Identity | 'system',
  { action, subject, subjectId, label, changes }: AuditAction,
): Envelope<'audit.recorded'> {
  const changed = changes.flatMap(({ field, from = '', to = '' }) =>
    from === to ? [] : [{ field, ...shown(from, to) }],
  );
  return createEvent('audit.recorded', {
    at: new Date().toISOString(),
    actor: actorOf(by),
    action,
    subject,
    subjectId,
    ...(label ? { label: cut(Array.from(label)) } : {}),
    changes: changed.slice(0, CHANGES),
  });
}

function actorOf(by: Identity | 'system'): AuditFacts['actor'] {
  if (by === 'system') return { name: 'system', role: 'system' };
  const address = email.safeParse(by.email).data;
  return { id: by.id, name: by.name, role: by.role, ...(address ? { email: address } : {}) };
}

/** Both sides in `TEXT` characters each; where long texts begin alike, the part in which they differ. */
function shown(from: string, to: string): { from?: string; to?: string } {
  const [before, after] = [Array.from(from), Array.from(to)];
  const parting = before.findIndex((sign, place) => sign !== after[place]);
  const alike = parting < 0 ? before.length : parting;
  const start = Math.max(before.length, after.length) <= TEXT || alike < TEXT / 2 ? 0 : alike - BEFORE;
  return { ...(from ? { from: cut(before, start) } : {}), ...(to ? { to: cut(after, start) } : {}) };
}

function cut(signs: readonly string[], start = 0): string {
  const part = (start > 0 ? [CUT] : []).concat(signs.slice(start));
  return part.length <= TEXT ? part.join('') : [...part.slice(0, TEXT - 1), CUT].join('');
}
