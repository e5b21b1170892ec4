// Verifies the hash chain of the audit log in the database of MONGODB_URI. Exit code 1: it was changed.
import mongoose from 'mongoose';
import { verifyChain } from './audit-chain.js';
import {
  AUDIT_ENTRY,
  AUDIT_HEAD,
  auditEntrySchema,
  type AuditHeadRecord,
  auditHeadSchema,
  type AuditRecord,
} from './audit-entry.schema.js';

const uri = process.env['MONGODB_URI'];
if (!uri) throw new Error('MONGODB_URI is missing: the database of the notification service');
const connection = await mongoose.createConnection(uri, { autoIndex: false }).asPromise();
try {
  const verification = await verifyChain({
    entries: connection.model<AuditRecord>(AUDIT_ENTRY, auditEntrySchema),
    heads: connection.model<AuditHeadRecord>(AUDIT_HEAD, auditHeadSchema),
  });
  console.log(JSON.stringify(verification, undefined, 2));
  process.exitCode = verification.isValid ? 0 : 1;
} finally {
  await connection.close();
}
