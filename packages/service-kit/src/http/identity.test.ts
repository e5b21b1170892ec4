import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import { type Identity, IdentitySigner, IdentityVerifier, type Visitor } from './identity.js';
import { createIdentityKeys, identityPrivateKey, identityPublicKeys } from './identity-keys.js';

const keys = createIdentityKeys();
const signerOf = (privateKey: string) => new IdentitySigner(identityPrivateKey.parse(privateKey));
const verifierOf = (audience: string, publicKeys = keys.publicKeys) =>
  new IdentityVerifier(audience, identityPublicKeys.parse(publicKeys));

const asha: Identity = {
  id: 'a'.repeat(24),
  role: 'user',
  name: 'Asha',
  email: 'asha@example.com',
  emailVerified: true,
  sessionId: '0b6d1c8e-0000-4000-8000-000000000000',
};
const home: Visitor = { network: '192.0.2.1', hasSolvedChallenge: false };

/** Signs any header and claims with the gateway's key, or another one. */
function forge(head: object, claims: object, privateKey = keys.privateKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(head)}.${part(claims)}`;
  const key = createPrivateKey({ key: JSON.parse(privateKey) as { kty: string }, format: 'jwk' });
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}
const { kid } = JSON.parse(keys.privateKey) as { kid: string };
const now = () => Math.floor(Date.now() / 1000);

describe('a signed identity', () => {
  test('is accepted by the service that it was signed for, and by no other', () => {
    const header = signerOf(keys.privateKey).sign('order', { identity: asha, visitor: home });
    expect(verifierOf('order').verify(header)).toEqual({ identity: asha, visitor: home });
    expect(verifierOf('payment').verify(header)).toBeUndefined();
  });

  test('of a guest has the visitor only', () => {
    expect(verifierOf('user').verify(signerOf(keys.privateKey).sign('user', { visitor: home }))).toEqual({
      visitor: home,
    });
  });

  test('expires after 30 seconds, also when it was verified before', () => {
    const verifier = verifierOf('order');
    const header = signerOf(keys.privateKey).sign('order', { identity: asha });
    expect(verifier.verify(header, Date.now() + 28_000)?.identity).toEqual(asha);
    expect(verifierOf('order').verify(header, Date.now() + 31_000)).toBeUndefined();
    const expiring = forge({ alg: 'EdDSA', kid }, { aud: 'order', iat: now() - 29, exp: now() + 1, identity: asha });
    expect(verifier.verify(expiring)?.identity).toEqual(asha);
    return new Promise((resolve) => setTimeout(resolve, 1_200)).then(() =>
      expect(verifier.verify(expiring)).toBeUndefined(),
    );
  });

  test('is refused when it was modified, is malformed or has another key or algorithm', () => {
    const header = signerOf(keys.privateKey).sign('order', { identity: asha });
    const [head, payload, signature] = header.split('.') as [string, string, string];
    const promoted = { aud: 'order', iat: now(), exp: now() + 30, identity: { ...asha, role: 'owner' } };
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const forged of [
      `${head}.${text(promoted)}.${signature}`,
      `${head}.${payload}.${signature.slice(4)}`,
      `${text({ alg: 'none', kid })}.${text(promoted)}.`,
      `${text({ alg: 'HS256', kid })}.${text(promoted)}.${signature}`,
      `${head}.${payload}`,
      `${header}.${signature}`,
      forge({ alg: 'EdDSA', kid }, promoted, createIdentityKeys().privateKey),
      forge({ alg: 'EdDSA', kid: 'unknown' }, promoted),
      forge({ alg: 'EdDSA' }, promoted),
      forge({ alg: 'EdDSA', kid }, { ...promoted, identity: { ...asha, role: 'admin' } }),
      forge({ alg: 'EdDSA', kid }, { identity: asha }),
      '..',
      '',
      'x.y.z',
      undefined,
      ['x'],
    ])
      expect(verifierOf('order').verify(forged)).toBeUndefined();
  });

  test('may neither live longer nor begin later than the gateway signs', () => {
    const of = (iat: number, exp: number) => forge({ alg: 'EdDSA', kid }, { aud: 'order', iat, exp, identity: asha });
    expect(verifierOf('order').verify(of(now(), now() + 30))?.identity).toEqual(asha);
    expect(verifierOf('order').verify(of(now(), now() + 3_600))).toBeUndefined();
    expect(verifierOf('order').verify(of(now() + 60, now() + 90))).toBeUndefined();
  });

  test('is reused for some seconds, so that a signature is not computed for each request', () => {
    const signer = signerOf(keys.privateKey);
    expect(signer.sign('order', { identity: asha })).toBe(signer.sign('order', { identity: { ...asha } }));
    expect(signer.sign('order', { identity: asha })).not.toBe(signer.sign('cart', { identity: asha }));
  });
});

describe('the keys', () => {
  test('overlap in a rotation: identities of the previous key stay valid', () => {
    const next = createIdentityKeys();
    const published = [next, keys].flatMap(({ publicKeys }) => (JSON.parse(publicKeys) as { keys: object[] }).keys);
    const verifier = verifierOf('order', JSON.stringify({ keys: published }));
    for (const { privateKey } of [keys, next])
      expect(verifier.verify(signerOf(privateKey).sign('order', { identity: asha }))?.identity).toEqual(asha);
    const header = signerOf(keys.privateKey).sign('order', { identity: asha });
    expect(verifierOf('order', next.publicKeys).verify(header)).toBeUndefined();
  });

  test('of the services are public', () => {
    const withPrivate = JSON.stringify({ keys: [JSON.parse(keys.privateKey)] });
    for (const wrong of [withPrivate, '{"keys":[]}', '{}', 'x', keys.privateKey])
      expect(identityPublicKeys.safeParse(wrong).error).toBeInstanceOf(z.ZodError);
    for (const wrong of [keys.publicKeys, '{}', 'a-shared-secret-of-the-store'])
      expect(identityPrivateKey.safeParse(wrong).error).toBeInstanceOf(z.ZodError);
  });
});
