import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccount, readConfig } from './config.js';

const folder = mkdtempSync(join(tmpdir(), 'seed-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { API_URL: 'http://gateway:3000/api/', DATA_DIR: '/data', CLOUDINARY_URL: 'cloudinary://key:secret@cloud' };
const account = { email: 'products@shop.example', password: 'a long password' };

test('the account is that of SEED_ACCOUNT, else the owner in ACCOUNTS_FILE, else none', () => {
  const file = join(folder, 'accounts.json');
  writeFileSync(file, JSON.stringify({ admin: { email: 'owner@shop.example', password: 'p' } }));
  const read = (more: NodeJS.ProcessEnv) => readAccount(readConfig({ ...env, ...more }))?.email;
  expect(read({ SEED_ACCOUNT: JSON.stringify(account), ACCOUNTS_FILE: file })).toBe('products@shop.example');
  expect(read({ SEED_ACCOUNT: '', ACCOUNTS_FILE: file })).toBe('owner@shop.example');
  expect(read({ SEED_ACCOUNT: '' })).toBeUndefined();
});

test('a wrong value is named, without the password in it', () => {
  expect(() => readConfig({ ...env, CLOUDINARY_URL: 'https://cloud' })).toThrow('CLOUDINARY_URL');
  const read = () => readAccount(readConfig({ ...env, SEED_ACCOUNT: '{"password": "secret' }));
  expect(read).toThrow('SEED_ACCOUNT');
  expect(read).not.toThrow('secret');
});
