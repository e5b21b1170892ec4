import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { print, step } from '@rangavalli/build-kit/command/report';
import { writeArchive } from '../backup/archive.js';
import { addBackupKey, backupKeyFile, readBackupKeys } from '../backup/backup-keys.js';
import { readEntries } from '../backup/read-entries.js';
import { dataPaths, ROOT } from '../paths.js';
import { readSettings } from '../settings.js';
import { secretsOf } from '../setup/secrets.js';

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
    note(`${await writeArchive(file, manifest, readEntries(settings, paths), key)} documents`);
  });
  print(file);
}
