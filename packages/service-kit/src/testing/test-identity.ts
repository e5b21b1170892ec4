import { randomUUID } from 'node:crypto';
import { type Identity, IDENTITY_HEADER, IdentitySigner, type Visitor } from '../http/identity.js';
import { createIdentityKeys, identityPrivateKey } from '../http/identity-keys.js';

const keys = createIdentityKeys();

/** For services under test and processes that a test starts. */
export const TEST_IDENTITY_ENV = { IDENTITY_PUBLIC_KEYS: keys.publicKeys };
/** For a gateway under test. */
export const TEST_GATEWAY_ENV = { IDENTITY_PRIVATE_KEY: keys.privateKey };

const signer = new IdentitySigner(identityPrivateKey.parse(keys.privateKey));
const ELEVATION_MS = 600_000;
const elevatedUntil = Date.now() + ELEVATION_MS;
const visitor: Visitor = { network: '192.0.2.1', hasSolvedChallenge: false };

export const buildIdentity = (overrides: Partial<Identity> & Pick<Identity, 'id'>): Identity => ({
  role: 'user',
  name: 'Asha Rao',
  email: 'asha@example.com',
  emailVerified: true,
  sessionId: randomUUID(),
  ...overrides,
});

/** Rights are elevated unless `identity.elevatedUntil` is given. */
export function signTestIdentity(service: string, identity?: Identity, from: Partial<Visitor> = {}): string {
  return signer.sign(service, {
    ...(identity && { identity: { elevatedUntil, ...identity } }),
    visitor: { ...visitor, ...from },
  });
}

export const testIdentityHeader = (
  service: string,
  identity?: Identity,
  from?: Partial<Visitor>,
): Record<string, string> => ({ [IDENTITY_HEADER]: signTestIdentity(service, identity, from) });
