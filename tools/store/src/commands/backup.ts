import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { print, step } from '@rangavalli/build-kit/command/report';
import { type Entry, writeArchive } from '../backup/archive.js';
import { addBackupKey, backupKeyFile, readBackupKeys } from '../backup/backup-keys.js';
import { DATABASES, withDatabase } from '../backup/databases.js';
import { dataPaths, ROOT } from '../paths.js';
import { readSettings, type StoreSettings } from '../settings.js';
import { secretsOf } from '../setup/secrets.js';

async function* readEntries(settings: StoreSettings): AsyncGenerator<Entry> {
  const paths = dataPaths(settings.DATA_DIR);
  for (const database of DATABASES) {
    yield* await withDatabase(database, settings, paths, async (db) => {
      // In alphabetical order: products before the archive of their stock entries, as the catalog reads them.
      const names = (await db.listCollections({}, { nameOnly: true }).toArray())
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('system.'))
        .sort();
      const entries: Entry[] = [];
      for (const collection of names)
        for await (const document of db.collection(collection).find().sort({ _id: 1 }))
          entries.push({ database, collection, document });
      return entries;
    });
  }
}

export async function backupCommand([given]: string[]): Promise<void> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const keyFile = backupKeyFile(settings, paths);
  if (!settings.BACKUP_KEY_FILE && !existsSync(keyFile)) {
    addBackupKey(keyFile);
    print(`Created the key of your backups: ${keyFile}`);
    print('Copy it to another place: without it, no backup can be restored.');
  }
  const [key] = readBackupKeys(keyFile);
  const startedAt = new Date();
  const { dataKey, dataKeyPrevious } = secretsOf(paths);
  const manifest = { startedAt, dataKeys: { dataKey, dataKeyPrevious } };
  const name = `${startedAt.toISOString().replaceAll(':', '-')}.backup`;
  const file = path.resolve(ROOT, given ?? path.join(settings.DATA_DIR, 'backups', name));
  mkdirSync(path.dirname(file), { recursive: true });
  await step('backup', async (note) => {
    note(`${await writeArchive(file, manifest, readEntries(settings), key)} documents`);
  });
  print(file);
}
