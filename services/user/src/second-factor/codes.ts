import { randomBytes, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { brand } from '@rangavalli/contracts/brand';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD_HASHING } from '../passwords/passwords.js';

const PERIOD_S = 30;
/** Accepted steps before and after the present one: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF_LENGTH = 5;

export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label: string = brand.name): TOTP =>
  new TOTP({ issuer: brand.name, label, digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/** Returns the `otpauth://` URI that authenticator apps scan. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns the time step of a valid code, else undefined. */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** Returns codes such as `k7m2p-x9q4t` (50 bits). */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);

const half = (): string =>
  Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

export const createSalt = (): string => randomBytes(16).toString('base64url');

/** Slow, because the codes are shorter than keys. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const hash = await hashRaw(code.toLowerCase().replaceAll('-', ''), {
    ...PASSWORD_HASHING,
    salt: Buffer.from(salt, 'base64url'),
  });
  return hash.toString('base64url');
}
