import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  complaint,
  complaintEntry,
  complaintNumber,
  complaintReply,
  complaintsQuery,
  newComplaint,
} from '../entities/complaint.js';
import { done, ok, pageInfo } from '../primitives.js';

const one = z.object({ number: complaintNumber });
/** From the emailed link; everybody who has it may read and write. */
const token = z.object({ token: z.string().min(20).max(100) });

/** Complaints to the grievance officer (E-Commerce Rules 2020). Served by the order service. */
export const complaintCalls = defineCalls('order', {
  'POST /complaints': {
    summary: 'Make a complaint; the response has its number, and an email acknowledges it. Once per `requestId`',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    challenge: true,
    body: newComplaint,
    /** `statusPath`: the page that shows what has happened since. */
    response: done.extend({ complaint, statusPath: z.string() }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID', 'CHALLENGE_REQUIRED', 'RATE_LIMITED'],
  },
  'GET /complaints/{number}': {
    summary: 'Get a complaint by the token of its emailed link',
    access: 'public',
    limit: 'credentials',
    params: one,
    query: token,
    response: ok.extend({ complaint }),
    errors: ['VALIDATION_FAILED', 'COMPLAINT_NOT_FOUND'],
  },
  'POST /complaints/{number}/messages': {
    summary: 'Add a message to a complaint by the token of its emailed link; a resolved one is opened again',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    params: one,
    query: token,
    body: complaintReply,
    response: done.extend({ complaint }),
    errors: ['VALIDATION_FAILED', 'COMPLAINT_NOT_FOUND', 'COMPLAINT_TOO_LONG'],
  },
  'GET /complaints': {
    summary: 'List complaints, newest first',
    access: 'customers.read',
    query: complaintsQuery,
    /** Of all complaints, at most MAX_COUNT each: how many wait for a reply, and how many are late. */
    response: ok.extend({ complaints: z.array(complaintEntry), waiting: z.int(), overdue: z.int(), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /complaints/{number}/reply': {
    summary: 'Reply to a complaint by email, and close it when it is resolved. Once per `requestId`',
    access: 'customers.write',
    idempotent: true,
    params: one,
    /** `seen`: how many messages the caller saw. With more of them, the error's `details.messages` has all. */
    body: complaintReply.extend({ resolve: z.boolean().optional(), seen: z.int().min(0).max(1_000).optional() }),
    response: done.extend({ complaint: complaintEntry }),
    errors: ['VALIDATION_FAILED', 'COMPLAINT_NOT_FOUND', 'COMPLAINT_CHANGED', 'COMPLAINT_TOO_LONG'],
  },
});
