import { createHash } from 'node:crypto';
import { commonPasswords } from '@rangavalli/contracts/common-passwords';

const filter = Buffer.from(commonPasswords.bits, 'base64');
const size = filter.length * 8;

const DIGITS = '01234567890123456789';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const KEYBOARD = 'qwertyuiopasdfghjklzxcvbnm';
const sequences = [DIGITS, ALPHABET, KEYBOARD].flatMap((row) => [row, [...row].reverse().join('')]);
const MIN_DIFFERENT_CHARACTERS = 4;

/** Runs of the digits, the alphabet or the keyboard, and repetitions: no list has all of them. */
export const isSequence = (password: string): boolean =>
  new Set(password).size < MIN_DIFFERENT_CHARACTERS ||
  sequences.some((sequence) => sequence.includes(password.toLowerCase()));

/** Returns whether a password is in the list of common ones, in any spelling of upper and lower case. */
export function isCommonPassword(password: string): boolean {
  const digest = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest();
  const [first, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4) | 1];
  for (let index = 0; index < commonPasswords.hashes; index += 1) {
    const bit = (first + index * (step >>> 0)) % size;
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
