import { type AuditFacts, auditSubjects } from '@rangavalli/contracts/entities/audit';
import { Schema } from 'mongoose';

export const AUDIT_ENTRY = 'AuditEntry';

/** Written once and kept for ever. */
export interface AuditRecord extends Omit<AuditFacts, 'at'> {
  /** Id of the event, so that a redelivered event adds no second entry. */
  _id: string;
  at: Date;
  words: string[];
}

export const auditEntrySchema = new Schema<AuditRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    actor: { _id: false, id: String, name: String, role: String, email: String },
    action: { type: String, required: true },
    subject: { type: String, enum: auditSubjects, required: true },
    subjectId: { type: String, required: true },
    label: String,
    changes: [{ _id: false, field: String, from: String, to: String }],
    words: [String],
  },
  { collection: 'audit_entries', versionKey: false },
);
auditEntrySchema.index({ at: -1, _id: -1 });
auditEntrySchema.index({ subject: 1, at: -1, _id: -1 });
auditEntrySchema.index({ subjectId: 1, at: -1, _id: -1 });
auditEntrySchema.index({ words: 1, at: -1 });
