import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { z } from 'zod';

const MAX_KEYS = 4;

const publicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().length(43),
  kid: z.string().min(1).max(60),
});
const privateJwk = publicJwk.extend({ d: z.string().length(43) });

export interface IdentityPrivateKey {
  kid: string;
  key: KeyObject;
}

/** By `kid`. */
export type IdentityPublicKeys = ReadonlyMap<string, KeyObject>;

const fromJson =
  <Schema extends z.ZodType, T>(schema: Schema, expected: string, build: (value: z.output<Schema>) => T) =>
  (text: string, context: z.RefinementCtx): T => {
    try {
      return build(schema.parse(JSON.parse(text)));
    } catch {
      context.addIssue({ code: 'custom', message: `must be ${expected}` });
      return z.NEVER;
    }
  };

/** Of the gateway only. */
export const identityPrivateKey = z.string().transform(
  fromJson(privateJwk, 'an Ed25519 private key as JWK with a kid', (jwk): IdentityPrivateKey => ({
    kid: jwk.kid,
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
  })),
);

/** A rotation adds the new key before the gateway signs with it, and removes the old one afterwards. */
export const identityPublicKeys = z.string().transform(
  fromJson(
    // Strict: services must not hold private keys.
    z
      .object({ keys: z.array(z.looseObject(publicJwk.shape)).min(1).max(MAX_KEYS) })
      .refine(
        ({ keys }) => keys.every((jwk) => !('d' in jwk)) && new Set(keys.map(({ kid }) => kid)).size === keys.length,
      ),
    `a JWKS of 1 to ${MAX_KEYS} Ed25519 public keys, each with a kid of its own`,
    ({ keys }): IdentityPublicKeys =>
      new Map(
        keys.map(({ kty, crv, x, kid }) => [kid, createPublicKey({ key: { kty, crv, x }, format: 'jwk' })] as const),
      ),
  ),
);

/** Creates a key pair in the form of the variables IDENTITY_PRIVATE_KEY and IDENTITY_PUBLIC_KEYS. */
export function createIdentityKeys(): { privateKey: string; publicKeys: string } {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = { kty, crv, x, kid: randomUUID() };
  return {
    privateKey: JSON.stringify({ ...publicKey, d }),
    publicKeys: JSON.stringify({ keys: [publicKey] }),
  };
}
