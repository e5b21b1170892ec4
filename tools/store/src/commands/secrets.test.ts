import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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

it('writes a new file when something is added, also behind a link, and none otherwise', () => {
  addSecrets(file, false);
  const before = readFileSync(file, 'utf8').replace(/^DATA_KEY=.*\n/m, '');
  writeFileSync(file, before);
  const [other, link] = [path.join(folder, 'same-file'), path.join(folder, 'link')];
  linkSync(file, other);
  symlinkSync(file, link);
  addSecrets(link, false);
  expect(readFileSync(other, 'utf8')).toBe(before);
  expect(readFileSync(file, 'utf8')).toContain('DATA_KEY=');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  utimesSync(file, 0, 0);
  addSecrets(link, false);
  expect(statSync(file).mtimeMs).toBe(0);
});

describe('without one line of an .env with stand-ins', () => {
  let before: Record<string, string | undefined>;
  let lines: string[];
  beforeEach(() => {
    addSecrets(file, false);
    before = variables();
    lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
  });

  /** Values that cannot be random. */
  const FIXED =
    /^(COMPOSE_PROFILES|STAND_INS|MEDIA_URL|PUSH_HOSTS|RAZORPAY_CHECKOUT_URL|CLOUDINARY_|[A-Z_]*TEMPLATES$)/;
  const PAIRS = [
    ['IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEYS'],
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ];

  it('adds it again, and replaces no other one but the key that belongs to it', () => {
    for (const line of lines) {
      const [name = ''] = line.split('=');
      if (/_API_URL$|^RELEASE_SIGNING_KEY$/.test(name)) continue;
      writeFileSync(file, lines.filter((other) => other !== line).join(''));
      const pair = PAIRS.find(([missing]) => missing === name) ?? [name];
      expect([name, addSecrets(file, false).toSorted()]).toEqual([name, pair.toSorted()]);
      const after = variables();
      expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
      expect(Object.keys(after).filter((key) => after[key] !== before[key] && !pair.includes(key))).toEqual([]);
      if (FIXED.test(name)) expect(after[name]).toBe(before[name]);
      expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(lines.length + 1);
      expect(addSecrets(file, false)).toEqual([]);
    }
  });

  it('makes a new pair of identity keys for a missing private one', () => {
    writeFileSync(file, lines.filter((line) => !line.startsWith('IDENTITY_PRIVATE_KEY=')).join(''));
    addSecrets(file, false);
    const { IDENTITY_PRIVATE_KEY = '', IDENTITY_PUBLIC_KEYS = '' } = variables();
    const { kid, x } = JSON.parse(IDENTITY_PRIVATE_KEY) as { kid: string; x: string };
    expect(JSON.parse(IDENTITY_PUBLIC_KEYS)).toEqual({ keys: [expect.objectContaining({ kid, x })] });
  });

  it.each([
    ['RAZORPAY_API_URL', /^RAZORPAY_/],
    ['SHIPROCKET_API_URL', /^SHIPROCKET_/],
    ['MSG91_API_URL', /^(MSG91_|SMS_)/],
  ])('takes the account for one of the shop without %s, and adds nothing of the stand-in', (address, names) => {
    const kept = lines.filter((line) => !names.test(line) || /_(KEY|KEY_ID|EMAIL)=/.test(line));
    writeFileSync(file, kept.filter((line) => !line.startsWith(`${address}=`)).join(''));
    expect(addSecrets(file, false)).toEqual([]);
  });
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
