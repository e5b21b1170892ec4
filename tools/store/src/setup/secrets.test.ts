import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { dataPaths } from '../paths.js';
import { readJson, writeJson } from './json-file.js';
import {
  accountsOf,
  databaseLogin,
  databaseUsers,
  natsLogin,
  replaceDataKeys,
  saveSecrets,
  secretsOf,
} from './secrets.js';

describe('secretsOf', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('generates secrets once, readable by their owner only', () => {
    const paths = dataPaths(folder);
    const secrets = secretsOf(paths);
    expect(secretsOf(paths)).toEqual(secrets);
    expect(statSync(paths.secrets).mode & 0o077).toBe(0);
    const passwords = [...Object.values(secrets.nats), ...Object.values(secrets.database)];
    expect(new Set(passwords).size).toBe(natsUsers.length + databaseUsers.length);
  });

  it('has a data key of 32 bytes, which a restore replaces by those of the backup', () => {
    const paths = dataPaths(folder);
    const secrets = secretsOf(paths);
    expect(Buffer.from(secrets.dataKey, 'base64url')).toHaveLength(32);
    saveSecrets(paths, { ...secrets, dataKeyPrevious: 'of a rotation here' });
    replaceDataKeys(paths, { dataKey: 'of the backup' });
    expect(secretsOf(paths)).toEqual({ ...secrets, dataKey: 'of the backup' });
  });

  it.each(['nats', 'database', 'identity', 'databaseSlot', 'dataKey'] as const)(
    'adds missing secrets (%s), keeps others',
    (name) => {
      const paths = dataPaths(folder);
      const { [name]: missing, ...earlier } = secretsOf(paths);
      writeJson(paths.secrets, earlier);
      const now = secretsOf(paths);
      expect(now).toMatchObject(earlier);
      expect(Object.keys(now[name])).toEqual(Object.keys(missing));
      expect(readJson(paths.secrets)).toEqual(now);
    },
  );

  it('keeps every secret beside users that only another checkout has', () => {
    const paths = dataPaths(folder);
    const secrets = secretsOf(paths);
    const other = { nats: { ...secrets.nats, loyalty: 'n1' }, database: { ...secrets.database, loyalty: 'd1' } };
    writeJson(paths.secrets, { ...secrets, ...other });
    const { signing } = secrets.identity;
    expect(secretsOf(paths)).toMatchObject({ ...other, dataKey: secrets.dataKey, identity: { signing } });
    const { challenge: _missing, ...rest } = secrets;
    writeJson(paths.secrets, { ...rest, ...other });
    expect(secretsOf(paths)).toMatchObject({ ...rest, ...other });
    expect(readJson(paths.secrets)).toMatchObject({ ...rest, ...other });
  });

  it('completes the previous passwords of a rotation that another checkout began', () => {
    const paths = dataPaths(folder);
    const secrets = secretsOf(paths);
    const { order: _notThere, ...passwords } = secrets.nats;
    writeJson(paths.secrets, { ...secrets, natsPrevious: { slot: 'a', passwords } });
    const now = secretsOf(paths);
    expect(now).toMatchObject({ ...secrets, natsPrevious: { slot: 'a', passwords } });
    expect(now.natsPrevious?.passwords.order).toMatch(/^n/);
  });

  it.each([
    ['secrets', '{"dataKey": "abc'],
    ['secrets', '{"dataKey": 7}'],
    ['accounts', ''],
  ] as const)('refuses a damaged file (%s: %s), names it and does not replace it', (name, content) => {
    const paths = dataPaths(folder);
    const read = () => (name === 'secrets' ? secretsOf(paths) : accountsOf(paths));
    writeFileSync(paths[name], content);
    expect(read).toThrow(Refusal);
    expect(read).toThrow(`${paths[name]} is damaged`);
    expect(read).not.toThrow('abc');
    expect(readFileSync(paths[name], 'utf8')).toBe(content);
  });

  it('names users by the slot that a rotation has reached', () => {
    const secrets = secretsOf(dataPaths(folder));
    expect(natsLogin(secrets, 'order').user).toBe('order');
    expect(databaseLogin(secrets, 'order').user).toBe('order');
    const rotated = { ...secrets, natsSlot: 'b', databaseSlot: 'b' } as const;
    expect(natsLogin(rotated, 'order').user).toBe('order_b');
    expect(databaseLogin(rotated, 'order').user).toBe('order_b');
    expect(databaseLogin(rotated, 'admin').user).toBe('admin');
  });
});
