import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.js';
import { badRequest, unauthorized } from './errors.js';

/** The fields of a form. A field sent as `name[]` is a list under `name`. */
export type Fields = Record<string, string | string[]>;

type Algorithm = 'sha1' | 'sha256';

const UNSIGNED_FIELDS = new Set(['file', 'api_key', 'resource_type', 'cloud_name', 'signature']);
const SIGNATURE_TTL_MS = 60 * 60 * 1000;

/** Version 2 escapes `&` in values, so that no value passes for another field. */
function stringToSign(fields: Fields, version: 1 | 2): string {
  return Object.entries(fields)
    .filter(([name, value]) => !UNSIGNED_FIELDS.has(name) && value.length > 0)
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
 * Verifies that the account signed the fields within the last hour, with either hash and either string format.
 * @throws {CloudinaryError} 401 for an unknown key or wrong signature, 400 for missing or stale fields
 */
export function verifySignature(fields: Fields, config: Config): void {
  const { api_key: key, signature, timestamp } = fields;
  if (typeof signature !== 'string' || !signature) throw badRequest('Missing required parameter - signature');
  if (typeof key !== 'string' || !key) throw badRequest('Missing required parameter - api_key');
  if (typeof timestamp !== 'string' || !timestamp) throw badRequest('Missing required parameter - timestamp');
  if (!equalSecrets(key, config.CLOUDINARY_API_KEY)) throw unauthorized(`Unknown API key ${key}`);
  const algorithm = signature.length === 64 ? 'sha256' : 'sha1';
  const isValid = ([2, 1] as const).some((version) =>
    equalSecrets(signature, sign(fields, config.CLOUDINARY_API_SECRET, algorithm, version)),
  );
  if (!isValid) throw unauthorized(`Invalid Signature ${signature}. String to sign - '${stringToSign(fields, 2)}'.`);
  const signedAt = Number(timestamp) * 1000;
  if (!Number.isSafeInteger(signedAt)) throw badRequest(`Invalid timestamp ${timestamp}`);
  if (Date.now() - signedAt > SIGNATURE_TTL_MS) {
    throw badRequest(`Stale request - reported time is ${timestamp} which is more than 1 hour ago`);
  }
}

/** Compares in constant time; hashing gives inputs of different lengths one length. */
export function equalSecrets(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
