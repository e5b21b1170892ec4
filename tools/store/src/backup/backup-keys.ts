// The keys of backups: one a line, 32 bytes in base64. The first encrypts, each of them decrypts.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { DataPaths } from '../paths.js';
import type { StoreSettings } from '../settings.js';
import { replaceFile } from '../setup/replace-file.js';

export const BACKUP_KEY_BYTES = 32;
const ID_BYTES = 8;

/** Names a key in the file that it encrypted. The key cannot be computed from it. */
export const idOfKey = (key: Buffer): Buffer =>
  createHash('sha256').update('backup key').update(key).digest().subarray(0, ID_BYTES);

export const backupKeyFile = ({ BACKUP_KEY_FILE }: StoreSettings, { backupKeys }: DataPaths): string =>
  BACKUP_KEY_FILE ? path.resolve(BACKUP_KEY_FILE) : backupKeys;

/** Throws a Refusal when the file is missing, readable by others or contains no keys. */
export function readBackupKeys(file: string): [Buffer, ...Buffer[]] {
  if (!existsSync(file))
    throw new Refusal(`${file} is missing. Set BACKUP_KEY_FILE to the file with the key that encrypted the backup.`);
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Refusal(`${file} can be read by other users. Change that: chmod 600 ${file}`);
  const [first, ...others] = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'));
  if (!first || [first, ...others].some(({ length }) => length !== BACKUP_KEY_BYTES))
    throw new Refusal(`${file} must contain keys of ${BACKUP_KEY_BYTES} bytes in base64, one a line.`);
  return [first, ...others];
}

/** Adds a key that encrypts from now on; earlier backups stay readable. @returns the number of keys */
export function addBackupKey(file: string): number {
  const present = existsSync(file) ? readBackupKeys(file) : [];
  const keys = [randomBytes(BACKUP_KEY_BYTES), ...present];
  replaceFile(file, keys.map((key) => `${key.toString('base64')}\n`).join(''), 0o600);
  return keys.length;
}
