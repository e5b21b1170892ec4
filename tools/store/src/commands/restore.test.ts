import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@rangavalli/contracts/call';
import { MongoClient } from 'mongodb';
import { type Entry, writeArchive } from '../backup/archive.js';
import { addBackupKey, readBackupKeys } from '../backup/backup-keys.js';
import { requireCompleteRestore } from '../backup/unfinished-restore.js';
import { dataPaths } from '../paths.js';
import { restoreCommand } from './restore.js';

describe('npm run restore', () => {
  const env = { ...process.env };
  const folder = mkdtempSync(path.join(tmpdir(), 'restore-'));
  const paths = dataPaths(folder);
  const uri = new URL(process.env['TEST_MONGODB_URI'] ?? '');
  uri.pathname = `/test_restore_${process.pid}_${Date.now()}`;
  const client = new MongoClient(uri.toString());

  beforeAll(() => {
    addBackupKey(paths.backupKeys);
    const addresses = services.map((name) => [`${name.toUpperCase()}_MONGODB_URI`, uri.toString()]);
    Object.assign(process.env, Object.fromEntries(addresses), { DATA_DIR: folder, MONGODB_URI: uri.toString() });
    for (const name of ['BACKUP_KEY_FILE', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET']) process.env[name] = '';
  });
  afterAll(async () => {
    process.env = env;
    await client.db().dropDatabase();
    await client.close();
    rmSync(folder, { recursive: true });
  });

  async function writeBackup(...ids: string[]): Promise<string> {
    const file = path.join(folder, `${randomUUID()}.backup`);
    async function* entries(): AsyncGenerator<Entry> {
      for (const id of ids) yield { database: 'user', collection: 'things', document: { _id: id } };
    }
    await writeArchive(file, { startedAt: new Date() }, entries(), readBackupKeys(paths.backupKeys)[0]);
    return file;
  }

  it('explains how to repeat it when it fails, and lets no store start until it is completed', async () => {
    const file = await writeBackup('one', 'one');
    const sentence = `The restore of ${file} was not completed. Repeat it:\n  npm run restore -- --replace ${file}`;
    await expect(restoreCommand([file])).rejects.toThrow(sentence);
    expect(() => requireCompleteRestore(paths)).toThrow(sentence);

    await restoreCommand(['--replace', await writeBackup('one', 'two')]);
    expect(await client.db().collection('things').countDocuments()).toBe(2);
    expect(existsSync(paths.restoring)).toBe(false);
    expect(() => requireCompleteRestore(paths)).not.toThrow();
  });
});
