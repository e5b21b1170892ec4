import { z } from 'zod';
import { defineCalls } from '../call.js';
import { loginCode, passkeyAssertion, passkeyOptions, secondFactorProof } from '../entities/second-factor.js';
import { session, user } from '../entities/user.js';
import { done, email, linkToken, normalisedPhone, ok, personName, phone } from '../primitives.js';
import { knownPassword, newPassword } from './passwords.js';

// A union's message would be `Invalid input`.
const phoneOrNone = z
  .string()
  .trim()
  .refine((value) => value === '' || phone.safeParse(value).success, 'Please enter a valid phone number.');
const loggedIn = done.extend({ token: z.string(), user });

export const userCalls = defineCalls('user', {
  'POST /users/login': {
    summary: 'Log in. Send the token as `Authorization: Bearer`; an HttpOnly cookie renews it',
    source: '§7',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    session: true,
    challenge: true,
    body: z.object({ email, password: knownPassword }),
    response: loggedIn,
    errors: [
      'VALIDATION_FAILED',
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'CHALLENGE_REQUIRED',
      'RATE_LIMITED',
    ],
  },
  'POST /users/login/second-factor': {
    summary: 'Complete a login that failed with SECOND_FACTOR_REQUIRED',
    access: 'public',
    limit: 'credentials',
    session: true,
    body: secondFactorProof,
    response: loggedIn,
    errors: ['VALIDATION_FAILED', 'SESSION_ENDED', 'SECOND_FACTOR_INVALID', 'PASSKEY_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/login/passkey/options': {
    summary: 'Start a login by passkey, without email and password',
    access: 'public',
    limit: 'credentials',
    response: ok.extend({ options: passkeyOptions }),
    errors: ['RATE_LIMITED'],
  },
  'POST /users/login/passkey': {
    summary: 'Log in with a passkey, which counts as both factors',
    access: 'public',
    limit: 'credentials',
    session: true,
    body: z.object({ passkey: passkeyAssertion }),
    response: loggedIn,
    errors: ['VALIDATION_FAILED', 'PASSKEY_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/otp': {
    summary: 'Email a login code. The response does not reveal whether the account exists',
    access: 'public',
    idempotent: false,
    limit: 'credentials',
    challenge: true,
    body: z.object({ email }),
    response: done.extend({ validMinutes: z.int().min(1) }),
    errors: ['VALIDATION_FAILED', 'CHALLENGE_REQUIRED', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
  'POST /users/otp/verify': {
    summary: 'Log in with an emailed code; a new address gets an account without a password',
    access: 'public',
    limit: 'credentials',
    session: true,
    body: z.object({
      email,
      code: loginCode,
      /** Of a new account. */
      name: personName.optional(),
      phone: normalisedPhone.optional(),
      /** Version of the privacy notice that was shown; recorded as consent of a new account. */
      noticeVersion: z.iso.date().optional(),
    }),
    response: loggedIn,
    errors: [
      'VALIDATION_FAILED',
      'LOGIN_CODE_INVALID',
      'SECOND_FACTOR_REQUIRED',
      'PASSWORD_LOGIN_REQUIRED',
      'EMAIL_TAKEN',
      'RATE_LIMITED',
    ],
  },
  'POST /users/register': {
    summary: 'Create an account',
    source: '§7',
    access: 'public',
    limit: 'credentials',
    challenge: true,
    status: 201,
    body: z.object({
      name: personName,
      email,
      password: newPassword,
      /** Version of the privacy notice that was shown; recorded as consent. */
      noticeVersion: z.iso.date().optional(),
    }),
    response: done,
    errors: ['VALIDATION_FAILED', 'PASSWORD_BREACHED', 'EMAIL_TAKEN', 'CHALLENGE_REQUIRED', 'RATE_LIMITED'],
  },
  'GET /users/profile': {
    summary: "Get the caller's profile and order summaries",
    source: '§7',
    access: 'customer',
    response: ok.extend({ user }),
  },
  'PUT /users/profile': {
    summary: "Update the caller's name or phone; an empty phone removes it",
    access: 'customer',
    body: z.object({ name: personName.optional(), phone: phoneOrNone.optional() }),
    response: done.extend({ user }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /users/password': {
    summary: "Change the caller's password. Ends all sessions; `token` belongs to the new one of this browser",
    access: 'customer',
    idempotent: false,
    limit: 'credentials',
    session: true,
    body: z.object({ currentPassword: knownPassword, newPassword }),
    response: done.extend({ token: z.string() }),
    errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'PASSWORD_BREACHED', 'RATE_LIMITED'],
  },
  'POST /users/password/forgot': {
    summary: 'Request a password reset email. The response does not reveal whether the account exists',
    access: 'public',
    idempotent: true,
    limit: 'credentials',
    challenge: true,
    body: z.object({ email }),
    response: done,
    errors: ['VALIDATION_FAILED', 'CHALLENGE_REQUIRED', 'RATE_LIMITED'],
  },
  'POST /users/password/reset': {
    summary: 'Set a new password with a reset token, which is valid once, for 30 minutes',
    access: 'public',
    limit: 'credentials',
    body: z.object({ token: linkToken, password: newPassword }),
    response: done,
    errors: ['VALIDATION_FAILED', 'PASSWORD_BREACHED', 'RESET_TOKEN_INVALID', 'RATE_LIMITED'],
  },
  'POST /users/refresh': {
    summary: 'Renew the token with the refresh cookie, which is rotated; reusing a rotated cookie ends the session',
    access: 'public',
    session: true,
    response: ok.extend({ token: z.string(), user }),
    errors: ['SESSION_ENDED', 'FORBIDDEN', 'UNAVAILABLE'],
  },
  'POST /users/logout': {
    summary: 'Log out: end the session of the refresh cookie',
    access: 'public',
    idempotent: true,
    session: true,
    response: ok,
    errors: ['FORBIDDEN', 'UNAVAILABLE'],
  },
  'GET /users/sessions': {
    summary: 'List active sessions, most recent first',
    access: 'customer',
    session: true,
    response: ok.extend({ sessions: z.array(session) }),
  },
  'DELETE /users/sessions': {
    summary: "End all sessions but the caller's",
    access: 'customer',
    stepUp: true,
    response: done,
  },
  'DELETE /users/sessions/{id}': {
    summary: 'End one of the active sessions',
    access: 'customer',
    stepUp: true,
    params: z.object({ id: z.uuid() }),
    response: ok,
  },
  'GET /users/jwks': {
    summary: 'Get the public keys that verify tokens (RFC 7517)',
    access: 'public',
    response: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  },
});
