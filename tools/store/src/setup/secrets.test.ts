import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { dataPaths } from '../paths.js';
import { readJson, writeJson } from './json-file.js';
import { secretsOf } from './secrets.js';

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
    expect(new Set(natsUsers.map((user) => secrets.nats[user])).size).toBe(natsUsers.length);
  });

  it('adds missing secrets and keeps the others', () => {
    const paths = dataPaths(folder);
    const { nats, ...earlier } = secretsOf(paths);
    writeJson(paths.secrets, earlier);
    const now = secretsOf(paths);
    expect(now).toMatchObject(earlier);
    expect(Object.keys(now.nats)).toEqual(Object.keys(nats));
    expect(readJson(paths.secrets)).toEqual(now);
  });
});
