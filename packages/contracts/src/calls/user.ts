import { z } from 'zod';
import { defineCalls } from '../call.js';
import { address, addressInput } from '../entities/address.js';
import { auditEntry, auditQuery } from '../entities/audit.js';
import { role, session, user } from '../entities/user.js';
import { email, line, objectId, ok, phone, size } from '../primitives.js';

const id = z.object({ id: objectId });
const password = z.string().min(8, 'at least 8 characters').max(128);
// Not a union: that would answer `Invalid input` to a phone number with a fault.
const phoneOrNone = z.string().trim().refine((value) => value === '' || phone.safeParse(value).success, 'Please enter a valid phone number.');

/** Calls that the user service owns. */
export const userCalls = defineCalls({
  'POST /users/login': {
    summary: 'Log in; the token goes into the header `Authorization: Bearer`, and a cookie that scripts cannot read renews it',
    source: '§7', service: 'user', role: 'public', idempotent: true, limit: 'credentials', session: true,
    body: z.object({ email, password: z.string().min(1, 'required').max(128) }),
    answer: ok.extend({ message: z.string(), token: z.string(), user }),
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  'POST /users/register': {
    summary: 'Open an account',
    source: '§7', service: 'user', role: 'public', idempotent: false, limit: 'credentials', status: 201,
    body: z.object({ name: z.string().trim().min(1, 'required').max(120), email, password }),
    answer: ok.extend({ message: z.string() }),
    errors: ['VALIDATION_FAILED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  },
  'GET /users/profile': {
    summary: "The caller's profile with the summary of their orders",
    source: '§7', service: 'user', role: 'customer', idempotent: true,
    answer: ok.extend({ user }),
    errors: [],
  },
  'PUT /users/profile': {
    summary: "Change the caller's name or phone; what is left out stays, an empty phone takes it out",
    source: 'added', service: 'user', role: 'customer', idempotent: true,
    body: z.object({ name: line(120).optional(), phone: phoneOrNone.optional() }),
    answer: ok.extend({ message: z.string(), user }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /users/password': {
    summary: "Change the caller's password, given the one they have",
    source: 'added', service: 'user', role: 'customer', idempotent: false, limit: 'credentials', session: true,
    body: z.object({ currentPassword: z.string().min(1, 'required').max(128), newPassword: password }),
    answer: ok.extend({ message: z.string() }),
    errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'RATE_LIMITED'],
  },
  'POST /users/password/forgot': {
    summary: 'Ask for a letter with a link that sets a new password; the answer is the same whether there is an account or not',
    source: 'added', service: 'user', role: 'public', idempotent: true, limit: 'credentials',
    body: z.object({ email }),
    answer: ok.extend({ message: z.string() }),
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  'POST /users/password/reset': {
    summary: 'Set a new password by the token of such a letter; a token is good once, for 30 minutes',
    source: 'added', service: 'user', role: 'public', idempotent: false, limit: 'credentials',
    body: z.object({ token: z.string().trim().min(1, 'required').max(200), password }),
    answer: ok.extend({ message: z.string() }),
    errors: ['VALIDATION_FAILED', 'RESET_TOKEN_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/refresh': {
    summary: 'A new token by the refresh cookie, which is replaced; a replaced cookie that comes again ends its session',
    source: 'added', service: 'user', role: 'public', idempotent: false, session: true,
    answer: ok.extend({ token: z.string(), user }),
    errors: ['SESSION_ENDED', 'FORBIDDEN', 'UNAVAILABLE'],
  },
  'POST /users/logout': {
    summary: 'End the session of the refresh cookie; ending it twice is fine',
    source: 'added', service: 'user', role: 'public', idempotent: true, session: true,
    answer: ok,
    errors: ['FORBIDDEN', 'UNAVAILABLE'],
  },
  'GET /users/sessions': {
    summary: "Where the caller is logged in, the latest first",
    source: 'added', service: 'user', role: 'customer', idempotent: true, session: true,
    answer: ok.extend({ sessions: z.array(session) }),
    errors: [],
  },
  'DELETE /users/sessions/{id}': {
    summary: 'Log out one of the places where the caller is logged in',
    source: 'added', service: 'user', role: 'customer', idempotent: true,
    params: z.object({ id: z.uuid() }),
    answer: ok,
    errors: [],
  },
  'PUT /users/admin/{id}/role': {
    summary: 'Make somebody an admin, or a customer again; nobody changes their own role',
    source: 'added', service: 'user', role: 'admin', idempotent: true,
    params: id,
    body: z.object({ role }),
    answer: ok.extend({ message: z.string(), user: user.omit({ orders: true }) }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN'],
  },
  'GET /audit': {
    summary: 'Who changed which product, stock, order or role, when, from what to what; newest first',
    source: 'added', service: 'user', role: 'admin', idempotent: true,
    query: auditQuery,
    answer: ok.extend({ entries: z.array(auditEntry), total: z.int(), page: z.int(), pages: z.int() }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /users/jwks': {
    summary: 'Public keys with which tokens are checked (RFC 7517)',
    source: 'added', service: 'user', role: 'public', idempotent: true,
    answer: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
    errors: [],
  },
  'GET /users/admin/customers': {
    summary: 'Every customer, newest first',
    source: 'added', service: 'user', role: 'admin', idempotent: true,
    answer: ok.extend({ customers: z.array(user.omit({ orders: true })) }),
    errors: [],
  },
  'GET /address': {
    summary: "The caller's addresses, the default one first",
    source: '§7', service: 'user', role: 'customer', idempotent: true,
    answer: ok.extend({ addresses: z.array(address) }),
    errors: [],
  },
  'POST /address': {
    summary: 'Save an address; the first one becomes the default',
    source: '§7', service: 'user', role: 'customer', idempotent: false, status: 201,
    body: addressInput,
    answer: ok.extend({ message: z.string(), address }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /address/{id}': {
    summary: 'Change an address',
    source: '§7', service: 'user', role: 'customer', idempotent: true,
    params: id,
    body: addressInput,
    answer: ok.extend({ message: z.string(), address }),
    errors: ['VALIDATION_FAILED', 'ADDRESS_NOT_FOUND'],
  },
  'DELETE /address/{id}': {
    summary: 'Delete an address; if it was the default, the newest other one becomes it',
    source: '§7', service: 'user', role: 'customer', idempotent: true,
    params: id,
    answer: ok.extend({ message: z.string() }),
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'PATCH /address/default/{id}': {
    summary: 'Make an address the default',
    source: '§7', service: 'user', role: 'customer', idempotent: true,
    params: id,
    answer: ok.extend({ message: z.string(), address }),
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'GET /wishlist': {
    summary: 'Ids of the products that the caller wishes for, newest first',
    source: 'added', service: 'user', role: 'customer', idempotent: true,
    answer: ok.extend({ productIds: z.array(objectId) }),
    errors: [],
  },
  'PUT /wishlist/{id}': {
    summary: 'Wish for a product',
    source: 'added', service: 'user', role: 'customer', idempotent: true,
    params: id,
    answer: ok.extend({ productIds: z.array(objectId) }),
    errors: [],
  },
  'DELETE /wishlist/{id}': {
    summary: 'Stop wishing for a product',
    source: 'added', service: 'user', role: 'customer', idempotent: true,
    params: id,
    answer: ok.extend({ productIds: z.array(objectId) }),
    errors: [],
  },
  'POST /stock-alerts': {
    summary: 'Write once, by e-mail, when a product (or one size of it) can be bought again; asking twice is asking once',
    source: 'added', service: 'user', role: 'public', idempotent: true, limit: 'credentials',
    /** Without `email` the letter goes to the account of the caller; a guest has to give one. */
    body: z.object({ productId: objectId, size, email: email.optional() }),
    answer: ok.extend({ message: z.string() }),
    errors: ['VALIDATION_FAILED', 'PRODUCT_NOT_FOUND', 'SIZE_UNKNOWN', 'IN_STOCK', 'UNAVAILABLE'],
  },
});
