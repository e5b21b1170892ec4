import {
  type AuditedService,
  auditedServices,
  type AuditFacts,
  auditSubjects,
} from '@rangavalli/contracts/entities/audit';
import { Schema } from 'mongoose';

export const AUDIT_ENTRY = 'AuditEntry';
export const AUDIT_HEAD = 'AuditHead';

/** Written once, never changed, and deleted by `AuditRetention` only. */
export interface AuditRecord extends Omit<AuditFacts, 'at'> {
  /** Id of the event, so that a redelivered event adds no second entry. */
  _id: string;
  service: AuditedService;
  at: Date;
  /** Begins with 1 and has no gaps. */
  sequence: number;
  /** SHA-256 of the entry and of the previous entry's hash. */
  hash: string;
  words: string[];
}

/** The highest sequence number that was ever written: reveals entries that were deleted at the end. */
interface LastAuditRecord {
  _id: 'head';
  sequence: number;
}

/** The last entry that was deleted because of its age: the chain begins after it. */
export interface TrimmedAuditRecord {
  _id: 'trimmed';
  sequence: number;
  hash: string;
}

export type AuditHeadRecord = LastAuditRecord | TrimmedAuditRecord;

export const auditEntrySchema = new Schema<AuditRecord>(
  {
    _id: String,
    service: { type: String, enum: auditedServices, required: true },
    at: { type: Date, required: true },
    actor: { _id: false, id: String, name: String, role: String, email: String },
    action: { type: String, required: true },
    subject: { type: String, enum: auditSubjects, required: true },
    subjectId: { type: String, required: true },
    label: String,
    changes: [{ _id: false, field: String, from: String, to: String }],
    sequence: { type: Number, required: true },
    hash: { type: String, required: true },
    words: [String],
  },
  { collection: 'audit_entries', versionKey: false },
);
// Entries from before the chain have none.
auditEntrySchema.index({ sequence: 1 }, { unique: true, partialFilterExpression: { sequence: { $gt: 0 } } });
auditEntrySchema.index({ at: -1, _id: -1 });
auditEntrySchema.index({ subject: 1, at: -1, _id: -1 });
auditEntrySchema.index({ subjectId: 1, at: -1, _id: -1 });
auditEntrySchema.index({ words: 1, at: -1, _id: -1 });
auditEntrySchema.pre(
  [
    'updateOne',
    'updateMany',
    'replaceOne',
    'findOneAndUpdate',
    'findOneAndReplace',
    'findOneAndDelete',
    'deleteOne',
    'deleteMany',
  ],
  () => {
    throw new Error('The audit log is append-only');
  },
);

export const auditHeadSchema = new Schema<AuditHeadRecord>(
  { _id: String, sequence: { type: Number, required: true }, hash: String },
  { collection: 'audit_heads', versionKey: false },
);
