import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Schema } from 'mongoose';

export const CODE_VALID_MINUTES = 10;
export const MAX_CODE_ATTEMPTS = 5;
/** Of one checkout. */
const MAX_CODES = 5;
const RESEND_AFTER_MS = 30_000;
const CODE_LENGTH = 6;
const HASH_BYTES = 32;
/** About 10 ms: few attempts are made, but six digits could be guessed from a quick hash. */
const COST = { N: 4_096 };

/** The code that confirms an order paid on delivery; stored in the order until it is placed. */
export interface ConfirmationCode {
  hash: string;
  salt: string;
  sentAt: Date;
  expiresAt: Date;
  /** With this code; an attempt counts before it is compared. */
  attempts: number;
  /** Codes sent for this checkout, this one included. */
  sent: number;
  /** The phone number that got the code by SMS. */
  phone?: string;
}

const requiredString = { type: String, required: true };
const requiredNumber = { type: Number, required: true };
const requiredDate = { type: Date, required: true };

export const confirmationCodeSchema = new Schema<ConfirmationCode>(
  {
    hash: requiredString,
    salt: requiredString,
    sentAt: requiredDate,
    expiresAt: requiredDate,
    attempts: requiredNumber,
    sent: requiredNumber,
    phone: String,
  },
  { _id: false },
);

const derive = promisify((code: string, salt: string, done: (error: Error | null, key: Buffer) => void): void =>
  scrypt(code, salt, HASH_BYTES, COST, done),
);

/** Creates the next code of a checkout. @returns the digits, which are sent, and what is stored */
export async function createCode(
  previous: ConfirmationCode | undefined,
  now: Date,
): Promise<{ digits: string; code: ConfirmationCode }> {
  const digits = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const salt = randomBytes(16).toString('base64url');
  const hash = (await derive(digits, salt)).toString('base64url');
  const expiresAt = new Date(now.getTime() + CODE_VALID_MINUTES * 60_000);
  return { digits, code: { hash, salt, sentAt: now, expiresAt, attempts: 0, sent: (previous?.sent ?? 0) + 1 } };
}

/** Compares in constant time. */
export async function matchesCode({ hash, salt }: ConfirmationCode, digits: string): Promise<boolean> {
  return timingSafeEqual(await derive(digits, salt), Buffer.from(hash, 'base64url'));
}

export const isCodeUsable = ({ attempts, expiresAt }: ConfirmationCode, now: Date): boolean =>
  attempts < MAX_CODE_ATTEMPTS && expiresAt > now;

/** Returns when the next code may be sent; undefined after the last one. */
export const resendAtOf = ({ sent, sentAt }: ConfirmationCode): Date | undefined =>
  sent < MAX_CODES ? new Date(sentAt.getTime() + RESEND_AFTER_MS) : undefined;
