import { z } from 'zod';
import { defineCalls } from '../call.js';
import { accountExport, consentPurpose, consentRecord } from '../entities/account-data.js';
import { done, email, instant, linkToken, ok } from '../primitives.js';

export const accountCalls = defineCalls('user', {
  'POST /users/email/verification': {
    summary: 'Send the link that confirms the email address again',
    access: 'customer',
    idempotent: true,
    limit: 'credentials',
    response: done,
    errors: ['RATE_LIMITED', 'UNAVAILABLE'],
  },
  'POST /users/email/verify': {
    summary: 'Confirm an email address with its link, which is valid once, for 24 hours',
    access: 'public',
    limit: 'credentials',
    body: z.object({ token: linkToken }),
    response: done.extend({ email }),
    errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  },
  'PUT /users/email': {
    summary: 'Change the email address once the new one is confirmed; the old one can undo it for 72 hours',
    access: 'customer',
    stepUp: true,
    limit: 'credentials',
    body: z.object({ email }),
    response: done,
    errors: ['VALIDATION_FAILED', 'EMAIL_TAKEN', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
  'POST /users/email/undo': {
    summary: 'Undo a change of the email address with the link sent to the old one; ends all sessions',
    access: 'public',
    limit: 'credentials',
    body: z.object({ token: linkToken }),
    response: done,
    errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'RATE_LIMITED'],
  },
  'GET /users/account/export': {
    summary: "Get all personal data of the caller's account",
    access: 'customer',
    stepUp: true,
    deadlineMs: 20_000,
    response: ok.extend({ export: accountExport }),
    errors: ['UNAVAILABLE'],
  },
  'GET /users/account/export/pdf': {
    summary: "Get all personal data of the caller's account as a PDF",
    access: 'customer',
    stepUp: true,
    deadlineMs: 20_000,
    produces: 'application/pdf',
    response: z.string().meta({ format: 'binary' }),
    errors: ['UNAVAILABLE'],
  },
  'POST /users/account/deletion': {
    summary: 'Request the deletion of the account; it can be cancelled until `deletesAt`, 30 days later',
    access: 'customer',
    idempotent: true,
    stepUp: true,
    response: done.extend({ deletesAt: instant }),
    errors: ['LAST_OWNER'],
  },
  'DELETE /users/account/deletion': {
    summary: 'Cancel the deletion of the account',
    access: 'customer',
    response: done,
  },
  'GET /users/consents': {
    summary: "List the caller's consent records, newest first",
    access: 'customer',
    response: ok.extend({ noticeVersion: z.string(), consents: z.array(consentRecord) }),
  },
  'PUT /users/consents': {
    summary: 'Give or withdraw a consent',
    access: 'customer',
    body: z.object({ purpose: consentPurpose, granted: z.boolean(), noticeVersion: z.iso.date() }),
    response: done.extend({ consents: z.array(consentRecord) }),
    errors: ['VALIDATION_FAILED'],
  },
});
