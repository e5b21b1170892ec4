import { Secret, TOTP } from 'otpauth';
import { createRecoveryCodes, createSalt, createTotpSecret, hashRecoveryCode, totpStep, totpUri } from './codes.js';

const secret = createTotpSecret();
const now = Date.UTC(2026, 2, 14, 9, 30, 10);
const present = Math.floor(now / 30_000);
const codeAt = (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });

describe('a code of an authenticator app', () => {
  test.each([-1, 0, 1])('is valid %i steps from now, and belongs to its own step', (steps) => {
    expect(totpStep(secret, codeAt(steps), now)).toBe(present + steps);
  });

  test.each([-3, -2, 2, 3])('is invalid %i steps from now', (steps) => {
    expect(totpStep(secret, codeAt(steps), now)).toBeUndefined();
  });

  test('belongs to one secret of 160 bits', () => {
    expect(totpStep(createTotpSecret(), codeAt(0), now)).toBeUndefined();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri(secret, 'meera@example.com')).toMatch(
      new RegExp(`^otpauth://totp/Rangavalli:meera(%40|@)example.com\\?.*secret=${secret}`),
    );
  });
});

describe('recovery codes', () => {
  test('are ten different ones, as the contract writes them', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
  });

  test('are hashed with the salt, whatever their spelling', async () => {
    const [salt, other] = [createSalt(), createSalt()];
    const hash = await hashRecoveryCode('k7m2p-x9q4t', salt);
    expect(await hashRecoveryCode('K7M2Px9q4t', salt)).toBe(hash);
    expect(await hashRecoveryCode('k7m2p-x9q4u', salt)).not.toBe(hash);
    expect(await hashRecoveryCode('k7m2p-x9q4t', other)).not.toBe(hash);
  });
});
