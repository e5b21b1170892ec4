import { createHash } from 'node:crypto';
import type { AuditVerification } from '@rangavalli/contracts/entities/audit';
import type { Model } from 'mongoose';
import type { AuditHeadRecord, AuditRecord, TrimmedAuditRecord } from './audit-entry.schema.js';

/** Hash before the first entry. */
export const GENESIS_HASH = '0'.repeat(64);

type Hashed = Omit<AuditRecord, 'hash' | 'words'>;

/** Returns the hash of an entry, which depends on all entries before it. The order of fields is part of the format. */
export function hashEntry(previousHash: string, entry: Hashed): string {
  const { _id, service, sequence, at, actor, action, subject, subjectId, label, changes } = entry;
  const content = [
    previousHash,
    sequence,
    _id,
    service,
    at.toISOString(),
    [actor.id ?? null, actor.name, actor.role, actor.email ?? null],
    action,
    subject,
    subjectId,
    label ?? null,
    changes.map(({ field, from, to }) => [field, from ?? null, to ?? null]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

interface ChainModels {
  entries: Model<AuditRecord>;
  heads: Model<AuditHeadRecord>;
}

/** Recomputes the chain from the first entry that is kept. Reads in batches: the log is long. */
export async function verifyChain({ entries, heads }: ChainModels): Promise<AuditVerification> {
  const verifiedAt = new Date().toISOString();
  // Read first: entries that are added meanwhile are verified too.
  const head = await heads.findById('head').lean<AuditHeadRecord>();
  const trimmed = await heads.findById('trimmed').lean<TrimmedAuditRecord>();
  const start = trimmed?.sequence ?? 0;
  let sequence = start;
  let lastHash = trimmed?.hash ?? GENESIS_HASH;
  const result = (firstInvalid?: AuditVerification['firstInvalid']): AuditVerification => ({
    isValid: firstInvalid === undefined,
    entries: sequence - start,
    verifiedAt,
    ...(sequence > start ? { lastHash } : {}),
    ...(firstInvalid ? { firstInvalid } : {}),
  });
  const cursor = entries
    .find({ sequence: { $gt: start } })
    .sort({ sequence: 1 })
    .lean<AuditRecord[]>()
    .cursor();
  for await (const entry of cursor as AsyncIterable<AuditRecord>) {
    const expected = sequence + 1;
    if (entry.sequence !== expected) return result({ sequence: expected, reason: 'the entry is missing' });
    const hash = hashEntry(lastHash, entry);
    if (hash !== entry.hash) return result({ sequence: expected, reason: 'the entry does not match its hash' });
    sequence = expected;
    lastHash = hash;
  }
  if (head && head.sequence > sequence)
    return result({ sequence: sequence + 1, reason: 'the entries at the end are missing' });
  return result();
}
