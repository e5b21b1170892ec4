import { randomBytes } from 'node:crypto';
import { secondFactorProof } from '@rangavalli/contracts/entities/second-factor';
import { Types } from 'mongoose';
import { LoginTokens } from './login-tokens.js';
import { SecretBox } from './secret-box.js';
import { SharedSecret } from './shared-secret.js';

type Dependencies = ConstructorParameters<typeof SharedSecret>;
const box = new SecretBox({ DATA_KEY: randomBytes(32), DATA_KEY_PREVIOUS: undefined });
const createSharedSecret = () => {
  const secret = box.seal(randomBytes(32).toString('base64url'), 'shared secret');
  const model = { findById: () => ({ lean: async () => ({ _id: 'hmac', secret, createdAt: new Date() }) }) };
  return new SharedSecret(model as unknown as Dependencies[0], {} as Dependencies[1], box);
};
const secret = createSharedSecret();
const tokens = new LoginTokens(secret);
const account = { _id: new Types.ObjectId('65a1b2c3d4e5f60718293a4b'), sessionVersion: 3 };
const ended = { code: 'SESSION_ENDED' };

test('a login token names account and session version, and fits the contract', async () => {
  const loginToken = await tokens.issue(account);
  expect(secondFactorProof.parse({ loginToken, totp: '123456' }).loginToken).toBe(loginToken);
  expect(await tokens.verify(loginToken)).toEqual({ userId: String(account._id), version: 3 });
});

test('is refused when it was modified, signed elsewhere or for another purpose', async () => {
  const [id, version, expires, signature] = (await tokens.issue(account)).split('.');
  const payload = `${id}.${version}.${expires}`;
  for (const forged of [
    `${'a'.repeat(24)}.${version}.${expires}.${signature}`,
    `${id}.4.${expires}.${signature}`,
    `${id}.${version}.${Number(expires) + 1}.${signature}`,
    `${payload}.${await secret.sign('device', payload)}`,
    `${payload}.`,
    'rubbish',
  ])
    await expect(tokens.verify(forged)).rejects.toMatchObject(ended);
  const other = new LoginTokens(createSharedSecret());
  await expect(tokens.verify(await other.issue(account))).rejects.toMatchObject(ended);
});

test('expires after five minutes', async () => {
  const expired = `${String(account._id)}.3.${Math.floor(Date.now() / 1000) - 1}`;
  const token = `${expired}.${await secret.sign('login', expired)}`;
  await expect(tokens.verify(token)).rejects.toMatchObject(ended);
  const [, , expires] = (await tokens.issue(account)).split('.');
  const seconds = Number(expires) - Date.now() / 1000;
  expect([seconds > 295, seconds <= 300]).toEqual([true, true]);
});
