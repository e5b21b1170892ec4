import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.js';
import { badRequest, unauthorized } from './errors.js';

/** A form's fields. A field sent as `name[]` is a list under `name`. */
export type Fields = Record<string, string | string[]>;

type Algorithm = 'sha1' | 'sha256';

/** Fields that Cloudinary leaves out of what is signed. */
const UNSIGNED = new Set(['file', 'api_key', 'resource_type', 'cloud_name', 'signature']);
const VALID_MS = 60 * 60 * 1000;

/**
 * What is signed, sorted by name and joined as a query.
 * @param version 1: values as they are; 2: `&` in a value escaped, so that no value passes for another field
 */
export function stringToSign(fields: Fields, version: 1 | 2): string {
  return Object.entries(fields)
    .filter(([name, value]) => !UNSIGNED.has(name) && value.length > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`)
    .map((pair) => (version === 2 ? pair.replaceAll('&', '%26') : pair))
    .join('&');
}

export function sign(fields: Fields, secret: string, algorithm: Algorithm = 'sha1', version: 1 | 2 = 2): string {
  return createHash(algorithm)
    .update(stringToSign(fields, version) + secret)
    .digest('hex');
}

/**
 * Lets only requests through that were signed with the account's secret within the last hour.
 * Both hash algorithms and both ways of joining are taken, as Cloudinary does.
 * @param now milliseconds
 * @throws {CloudinaryError} 401 unknown key or wrong signature, 400 what is missing or stale
 */
export function verifySignature(fields: Fields, config: Config, now = Date.now()): void {
  const { api_key: key, signature, timestamp } = fields;
  if (typeof signature !== 'string' || !signature) throw badRequest('Missing required parameter - signature');
  if (typeof key !== 'string' || !key) throw badRequest('Missing required parameter - api_key');
  if (typeof timestamp !== 'string' || !timestamp) throw badRequest('Missing required parameter - timestamp');
  if (!equalSecrets(key, config.CLOUDINARY_API_KEY)) throw unauthorized(`Unknown API key ${key}`);
  const algorithm = signature.length === 64 ? 'sha256' : 'sha1';
  const right = ([2, 1] as const).some((version) =>
    equalSecrets(signature, sign(fields, config.CLOUDINARY_API_SECRET, algorithm, version)),
  );
  if (!right) throw unauthorized(`Invalid Signature ${signature}. String to sign - '${stringToSign(fields, 2)}'.`);
  const signedAt = Number(timestamp) * 1000;
  if (!Number.isSafeInteger(signedAt)) throw badRequest(`Invalid timestamp ${timestamp}`);
  if (now - signedAt > VALID_MS) {
    throw badRequest(`Stale request - reported time is ${timestamp} which is more than 1 hour ago`);
  }
}

/** Compares without telling by its duration how much was right. */
export function equalSecrets(left: string, right: string): boolean {
  // Digests have one length, whatever the inputs' lengths.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
