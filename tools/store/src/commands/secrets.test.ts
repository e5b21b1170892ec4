import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { addSecrets } from './secrets.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'env-'));
  file = path.join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

const variables = () => parseEnv(readFileSync(file, 'utf8'));
const mode = () => (statSync(file).mode & 0o777).toString(8);

it('generates everything on first use, for its owner only, with stand-ins', () => {
  addSecrets(file, false);
  expect(mode()).toBe('600');
  expect(variables()).toMatchObject({
    COMPOSE_PROFILES: 'stand-ins',
    STAND_INS: 'allowed',
    RAZORPAY_API_URL: 'http://razorpay:3000',
    DATA_KEY: expect.stringMatching(/^[\w-]{43}$/) as string,
  });
  const accounts = JSON.parse(variables()['ACCOUNTS'] ?? '') as Record<string, { email: string }>;
  expect([accounts['admin']?.email, accounts['shopper']?.email]).toEqual([
    'admin@shop.example',
    'shopper@shop.example',
  ]);
});

it('replaces nothing on second use, adds what is missing, and takes rights of others away', () => {
  addSecrets(file, false);
  const before = readFileSync(file, 'utf8');
  expect(addSecrets(file, false)).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, before.replace(/^NATS_PASSWORD_ORDER=.*\n/m, ''));
  chmodSync(file, 0o644);
  expect(addSecrets(file, false)).toEqual(['NATS_PASSWORD_ORDER']);
  expect(mode()).toBe('600');
  expect(variables()).toMatchObject({ ...parseEnv(before), NATS_PASSWORD_ORDER: expect.anything() as string });
});

it('has no stand-ins where accounts are given or requested', () => {
  writeFileSync(file, 'RAZORPAY_KEY_ID=rzp_live_1');
  addSecrets(file, false);
  expect(variables()).not.toHaveProperty('STAND_INS');
  expect(variables()['RAZORPAY_KEY_ID']).toBe('rzp_live_1');
  rmSync(file);
  addSecrets(file, true);
  expect(variables()).not.toHaveProperty('RAZORPAY_KEY_ID');
});

it('completes a key pair by its private key, and leaves a public key alone', () => {
  addSecrets(file, true);
  const { IDENTITY_PRIVATE_KEY = '', IDENTITY_PUBLIC_KEYS = '', RELEASE_PUBLIC_KEYS = '' } = variables();
  writeFileSync(file, `IDENTITY_PRIVATE_KEY='${IDENTITY_PRIVATE_KEY}'\nRELEASE_PUBLIC_KEYS='${RELEASE_PUBLIC_KEYS}'\n`);
  addSecrets(file, true);
  expect(variables()).toMatchObject({ IDENTITY_PRIVATE_KEY, IDENTITY_PUBLIC_KEYS, RELEASE_PUBLIC_KEYS });
  expect(variables()).not.toHaveProperty('RELEASE_SIGNING_KEY');
});
