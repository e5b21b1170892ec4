import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  passkey,
  passkeyName,
  passkeyOptions,
  passkeyRegistration,
  recoveryCodes,
  secondFactor,
  stepUpProof,
  totp,
} from '../entities/second-factor.js';
import { done, instant, ok } from '../primitives.js';

const passkeyId = z.object({
  id: z
    .string()
    .max(200)
    .regex(/^[\w-]+$/, 'This is not a valid id.'),
});
/** With the first second factor of an account. */
const firstCodes = { recoveryCodes: recoveryCodes.optional() };

export const securityCalls = defineCalls('user', {
  'POST /users/step-up': {
    summary: 'Elevate the rights of this session for ten minutes with one of the proofs',
    access: 'customer',
    idempotent: true,
    limit: 'credentials',
    session: true,
    body: stepUpProof,
    response: done.extend({ elevatedUntil: instant }),
    errors: [
      'VALIDATION_FAILED',
      'WRONG_PASSWORD',
      'SECOND_FACTOR_INVALID',
      'LOGIN_CODE_INVALID',
      'PASSKEY_INVALID',
      'SESSION_ENDED',
      'RATE_LIMITED',
    ],
  },
  'POST /users/step-up/passkey/options': {
    summary: 'Start a step-up by passkey',
    access: 'customer',
    limit: 'credentials',
    response: ok.extend({ options: passkeyOptions }),
    errors: ['PASSKEY_NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /users/second-factor': {
    summary: "Get the caller's second factors",
    access: 'customer',
    response: ok.extend({ secondFactor }),
  },
  'POST /users/second-factor/totp': {
    summary: 'Start the setup of an authenticator app; confirming a code completes it',
    access: 'customer',
    stepUp: true,
    response: ok.extend({ secret: z.string(), uri: z.string() }),
    errors: ['RATE_LIMITED'],
  },
  'POST /users/second-factor/totp/confirm': {
    summary: 'Complete the setup of an authenticator app with its first code',
    access: 'customer',
    stepUp: true,
    limit: 'credentials',
    body: z.object({ totp }),
    response: done.extend(firstCodes),
    errors: ['VALIDATION_FAILED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  },
  'DELETE /users/second-factor/totp': {
    summary: 'Remove the authenticator app',
    access: 'customer',
    stepUp: true,
    response: done,
    errors: ['SECOND_FACTOR_NEEDED'],
  },
  'POST /users/second-factor/recovery-codes': {
    summary: 'Replace the recovery codes',
    access: 'customer',
    stepUp: true,
    response: done.extend({ recoveryCodes }),
    errors: ['SECOND_FACTOR_NEEDED'],
  },
  'POST /users/passkeys/options': {
    summary: 'Start the registration of a passkey',
    access: 'customer',
    stepUp: true,
    response: ok.extend({ options: passkeyOptions }),
    errors: ['PASSKEY_LIMIT'],
  },
  'POST /users/passkeys': {
    summary: 'Register a passkey',
    access: 'customer',
    stepUp: true,
    status: 201,
    body: z.object({ name: passkeyName, passkey: passkeyRegistration }),
    response: done.extend({ passkey, ...firstCodes }),
    errors: ['VALIDATION_FAILED', 'PASSKEY_INVALID', 'PASSKEY_LIMIT'],
  },
  'PATCH /users/passkeys/{id}': {
    summary: 'Rename a passkey',
    access: 'customer',
    params: passkeyId,
    body: z.object({ name: passkeyName }),
    response: done.extend({ passkey }),
    errors: ['VALIDATION_FAILED', 'PASSKEY_NOT_FOUND'],
  },
  'DELETE /users/passkeys/{id}': {
    summary: 'Remove a passkey',
    access: 'customer',
    stepUp: true,
    params: passkeyId,
    response: done,
    errors: ['PASSKEY_NOT_FOUND', 'SECOND_FACTOR_NEEDED'],
  },
});
