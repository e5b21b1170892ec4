import { z } from 'zod';
import { defineCalls } from '../call.js';
import { auditEntry, auditQuery, auditVerification } from '../entities/audit.js';
import { done, instant, ok, pageInfo, pageQuery } from '../primitives.js';

const deadLetter = z
  .object({
    sequence: z.int(),
    time: instant,
    service: z.string(),
    subject: z.string(),
    attempts: z.int(),
    error: z.string(),
    event: z.string(),
  })
  .meta({ id: 'DeadLetter' });

export const operationsCalls = defineCalls('notification', {
  'GET /operations/audit': {
    summary: 'Lists audit entries, newest first: who changed which product, stock, order or role, and how',
    access: 'audit.read',
    query: auditQuery,
    response: ok.extend({ entries: z.array(auditEntry), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /operations/audit/verification': {
    summary: 'Verify the hash chain of the audit log from its first entry',
    access: 'audit.read',
    deadlineMs: 30_000,
    response: ok.extend({ verification: auditVerification }),
    errors: ['UNAVAILABLE'],
  },
  'GET /operations/dead-letters': {
    summary: 'Lists the events that a handler of any service rejected, oldest first',
    access: 'operations.read',
    query: pageQuery,
    response: ok.extend({ deadLetters: z.array(deadLetter), ...pageInfo }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'POST /operations/dead-letters/{sequence}/replay': {
    summary: 'Publishes a dead letter again to all its consumers, whose handlers are idempotent',
    access: 'operations.write',
    idempotent: true,
    params: z.object({ sequence: z.string().regex(/^\d{1,15}$/, 'Enter a number.') }),
    response: done,
    errors: ['DEAD_LETTER_NOT_FOUND', 'UNAVAILABLE'],
  },
});
