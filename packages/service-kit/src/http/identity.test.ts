import { type Identity, signIdentity, verifyIdentity } from './identity.js';

const secret = 'a secret of the store';
const asha: Identity = { id: 'a'.repeat(24), role: 'user', name: 'Asha', email: 'asha@example.com' };

describe('the signed identity', () => {
  it('is verified with the shared secret', () => {
    expect(verifyIdentity(signIdentity(asha, secret), secret)).toEqual(asha);
  });

  it('is rejected when it was modified', () => {
    const [payload, signature] = signIdentity(asha, secret).split('.') as [string, string];
    const promoted = Buffer.from(JSON.stringify({ ...asha, role: 'admin', until: Date.now() + 1000 })).toString(
      'base64url',
    );
    for (const forged of [
      `${promoted}.${signature}`,
      `${payload}.${signature.slice(1)}`,
      payload,
      '.',
      '',
      'x.y',
      undefined,
    ])
      expect(verifyIdentity(forged, secret)).toBeUndefined();
    expect(verifyIdentity(signIdentity(asha, 'another secret'), secret)).toBeUndefined();
  });

  it('expires after one minute', () => {
    const header = signIdentity(asha, secret, Date.now() - 61_000);
    expect(verifyIdentity(header, secret)).toBeUndefined();
  });
});
