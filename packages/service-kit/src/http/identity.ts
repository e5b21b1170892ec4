import { sign, verify } from 'node:crypto';
import { role } from '@rangavalli/contracts/entities/user';
import { objectId } from '@rangavalli/contracts/primitives';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CLOCK_SKEW_MS } from '../clock-skew.js';
import type { IdentityPrivateKey, IdentityPublicKeys } from './identity-keys.js';

const identity = z.object({
  id: objectId,
  role,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  sessionId: z.string(),
  /** Until when a step-up of this session is valid, ms since 1970. */
  elevatedUntil: z.number().optional(),
});
export type Identity = z.infer<typeof identity>;

const visitor = z.object({
  /** The caller's address; of IPv6 the /64 prefix. */
  network: z.string(),
  /** A proof of work came with this request. */
  hasSolvedChallenge: z.boolean(),
});
/** Who sends a request, with or without an account. */
export type Visitor = z.infer<typeof visitor>;

/** Of a request that does not come from the gateway's routes, such as a test. */
export const UNKNOWN_VISITOR: Visitor = { network: 'unknown', hasSolvedChallenge: false };

/** The gateway strips it from external requests. */
export const IDENTITY_HEADER = 'x-rangavalli-identity';

const LIFETIME_S = 30;
/** Signed headers are reused for a part of their lifetime, so that a request in flight does not outlive its own. */
const REUSE_MS = 10_000;
const MAX_CACHED = 5_000;
const ALGORITHM = 'EdDSA';

const protectedHeader = z.object({ alg: z.literal(ALGORITHM), kid: z.string() });
const claims = z.object({
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
  identity: identity.optional(),
  visitor: visitor.optional(),
});
type Claims = z.infer<typeof claims>;

export interface Verified {
  identity?: Identity | undefined;
  visitor?: Visitor | undefined;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Signs who sends a request, for one service (compact JWS, Ed25519). Only the gateway holds the key. */
export class IdentitySigner {
  private readonly cache = new LRUCache<string, string>({ max: MAX_CACHED, ttl: REUSE_MS });

  constructor(private readonly privateKey: IdentityPrivateKey) {}

  /** @param audience name of the service */
  sign(audience: string, { identity: who, visitor: from }: Verified): string {
    const content = { aud: audience, ...(who && { identity: who }), ...(from && { visitor: from }) };
    const key = JSON.stringify(content);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const signed = this.signAt(content, Date.now());
    this.cache.set(key, signed);
    return signed;
  }

  private signAt(content: Omit<Claims, 'iat' | 'exp'>, now: number): string {
    const iat = Math.floor(now / 1000);
    const { kid, key } = this.privateKey;
    const input = `${encode({ alg: ALGORITHM, kid })}.${encode({ ...content, iat, exp: iat + LIFETIME_S })}`;
    return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
  }
}

/** Verifies identities that were signed for this service. */
export class IdentityVerifier {
  private readonly cache = new LRUCache<string, Verified>({ max: MAX_CACHED, ttl: REUSE_MS });

  /** @param audience the name of this service */
  constructor(
    private readonly audience: string,
    private readonly publicKeys: IdentityPublicKeys,
  ) {}

  /** Returns undefined when missing, forged, expired or signed for another service. */
  verify(header: unknown, now = Date.now()): Verified | undefined {
    if (typeof header !== 'string') return undefined;
    const cached = this.cache.get(header);
    if (cached) return cached;
    const signed = this.claimsOf(header);
    const seconds = now / 1000;
    if (!signed || signed.aud !== this.audience) return undefined;
    if (signed.exp <= seconds || signed.iat > seconds + CLOCK_SKEW_MS / 1_000 || signed.exp - signed.iat > LIFETIME_S)
      return undefined;
    const verified: Verified = { identity: signed.identity, visitor: signed.visitor };
    this.cache.set(header, verified, { ttl: Math.max(1, Math.min(REUSE_MS, signed.exp * 1000 - now)) });
    return verified;
  }

  private claimsOf(header: string): Claims | undefined {
    const [head = '', payload = '', signature = '', ...rest] = header.split('.');
    if (rest.length > 0) return undefined;
    try {
      const key = this.publicKeys.get(protectedHeader.parse(decode(head)).kid);
      const isSigned = key && verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
      return isSigned ? claims.parse(decode(payload)) : undefined;
    } catch {
      return undefined;
    }
  }
}
