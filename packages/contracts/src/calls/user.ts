import { z } from 'zod';
import { defineCalls } from '../call.js';
import { address, addressInput } from '../entities/address.js';
import { role, session, user } from '../entities/user.js';
import { done, email, line, objectId, ok, phone } from '../primitives.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../validation.js';

const id = z.object({ id: objectId });
const password = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH);
const knownPassword = z.string().min(1, 'required').max(PASSWORD_MAX_LENGTH);
// A union's message would be `Invalid input`.
const phoneOrNone = z
  .string()
  .trim()
  .refine((value) => value === '' || phone.safeParse(value).success, 'Please enter a valid phone number.');

const wishlist = ok.extend({ productIds: z.array(objectId) });

export const userCalls = defineCalls('user', {
  'POST /users/login': {
    summary: 'Log in. Send the token as `Authorization: Bearer`; an HttpOnly cookie renews it',
    source: '§7',
    role: 'public',
    idempotent: true,
    limit: 'credentials',
    session: true,
    body: z.object({ email, password: knownPassword }),
    response: done.extend({ token: z.string(), user }),
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  'POST /users/register': {
    summary: 'Create an account',
    source: '§7',
    role: 'public',
    limit: 'credentials',
    status: 201,
    body: z.object({ name: z.string().trim().min(1, 'required').max(120), email, password }),
    response: done,
    errors: ['VALIDATION_FAILED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  },
  'GET /users/profile': {
    summary: "Get the caller's profile and order summaries",
    source: '§7',
    role: 'customer',
    response: ok.extend({ user }),
  },
  'PUT /users/profile': {
    summary: "Update the caller's name or phone; an empty phone removes it",
    role: 'customer',
    body: z.object({ name: line(120).optional(), phone: phoneOrNone.optional() }),
    response: done.extend({ user }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /users/password': {
    summary: "Change the caller's password",
    role: 'customer',
    idempotent: false,
    limit: 'credentials',
    session: true,
    body: z.object({ currentPassword: knownPassword, newPassword: password }),
    response: done,
    errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'RATE_LIMITED'],
  },
  'POST /users/password/forgot': {
    summary: 'Request a password reset email. The response does not reveal whether the account exists',
    role: 'public',
    idempotent: true,
    limit: 'credentials',
    body: z.object({ email }),
    response: done,
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  'POST /users/password/reset': {
    summary: 'Set a new password with a reset token, which is valid once, for 30 minutes',
    role: 'public',
    limit: 'credentials',
    body: z.object({ token: z.string().trim().min(1, 'required').max(200), password }),
    response: done,
    errors: ['VALIDATION_FAILED', 'RESET_TOKEN_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/refresh': {
    summary: 'Renew the token with the refresh cookie, which is rotated; reusing a rotated cookie ends the session',
    role: 'public',
    session: true,
    response: ok.extend({ token: z.string(), user }),
    errors: ['SESSION_ENDED', 'FORBIDDEN', 'UNAVAILABLE'],
  },
  'POST /users/logout': {
    summary: 'Log out: end the session of the refresh cookie',
    role: 'public',
    idempotent: true,
    session: true,
    response: ok,
    errors: ['FORBIDDEN', 'UNAVAILABLE'],
  },
  'GET /users/sessions': {
    summary: 'List active sessions, most recent first',
    role: 'customer',
    session: true,
    response: ok.extend({ sessions: z.array(session) }),
  },
  'DELETE /users/sessions/{id}': {
    summary: 'End one of the active sessions',
    role: 'customer',
    params: z.object({ id: z.uuid() }),
    response: ok,
  },
  'PUT /users/admin/{id}/role': {
    summary: "Change a user's role; nobody changes their own",
    role: 'admin',
    params: id,
    body: z.object({ role }),
    response: done.extend({ user: user.omit({ orders: true }) }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN'],
  },
  'GET /users/jwks': {
    summary: 'Get the public keys that verify tokens (RFC 7517)',
    role: 'public',
    response: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  },
  'GET /users/admin/customers': {
    summary: 'List all customers, newest first',
    role: 'admin',
    response: ok.extend({ customers: z.array(user.omit({ orders: true })) }),
  },
  'GET /address': {
    summary: "List the caller's addresses, the default first",
    source: '§7',
    role: 'customer',
    response: ok.extend({ addresses: z.array(address) }),
  },
  'POST /address': {
    summary: 'Create an address; the first one becomes the default',
    source: '§7',
    role: 'customer',
    status: 201,
    body: addressInput,
    response: done.extend({ address }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /address/{id}': {
    summary: 'Update an address',
    source: '§7',
    role: 'customer',
    params: id,
    body: addressInput,
    response: done.extend({ address }),
    errors: ['VALIDATION_FAILED', 'ADDRESS_NOT_FOUND'],
  },
  'DELETE /address/{id}': {
    summary: 'Delete an address; the newest other one replaces a default',
    source: '§7',
    role: 'customer',
    params: id,
    response: done,
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'PATCH /address/default/{id}': {
    summary: 'Set the default address',
    source: '§7',
    role: 'customer',
    params: id,
    response: done.extend({ address }),
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'GET /wishlist': {
    summary: 'List the ids of wishlist products, newest first',
    role: 'customer',
    response: wishlist,
  },
  'PUT /wishlist/{id}': {
    summary: 'Add a product to the wishlist',
    role: 'customer',
    params: id,
    response: wishlist,
  },
  'DELETE /wishlist/{id}': {
    summary: 'Remove a product from the wishlist',
    role: 'customer',
    params: id,
    response: wishlist,
  },
});
