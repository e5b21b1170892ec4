import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const TYPE = 'release+jws';
const MAX_CACHED = 500;

const publicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().length(43),
  kid: z.string().min(1).max(60),
});

/** By `kid`. */
type ReleaseKeys = ReadonlyMap<string, KeyObject>;

/** RELEASE_PUBLIC_KEYS: a JWKS of Ed25519 public keys. */
export const releaseKeys = z.string().transform((text, context): ReleaseKeys => {
  try {
    const { keys } = z.object({ keys: z.array(publicJwk).min(1).max(10) }).parse(JSON.parse(text));
    return new Map(keys.map(({ kid, ...jwk }) => [kid, createPublicKey({ key: jwk, format: 'jwk' })]));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JWKS of Ed25519 public keys, each with a kid' });
    return z.NEVER;
  }
});

const header = z.object({ alg: z.literal('EdDSA'), typ: z.literal(TYPE), kid: z.string() });
const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Verifies releases (compact JWS); caches what it has verified. */
export class ReleaseVerifier {
  private readonly verified = new LRUCache<string, { content: unknown }>({ max: MAX_CACHED });

  /** @param keys without them, releases need no signature */
  constructor(private readonly keys?: ReleaseKeys) {}

  get isRequired(): boolean {
    return this.keys !== undefined;
  }

  /** Returns the signed content; undefined when it is missing or the signature is invalid. */
  contentOf(signed: string | undefined): unknown {
    if (signed === undefined) return undefined;
    let result = this.verified.get(signed);
    if (!result) this.verified.set(signed, (result = { content: this.verify(signed) }));
    return result.content;
  }

  private verify(signed: string): unknown {
    const [head = '', payload = '', signature = '', ...rest] = signed.split('.');
    if (rest.length > 0) return undefined;
    try {
      const key = this.keys?.get(header.parse(decode(head)).kid);
      const isValid = key && verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
      return isValid ? decode(payload) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** @throws Error when a file is not the one that was released */
export function checkIntegrity(file: string, bytes: Buffer, expected: string | undefined): void {
  const actual = `sha384-${hash('sha384', bytes, 'base64')}`;
  if (actual !== expected) throw new Error(`${file} is not the released file`);
}
