import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { EnginePaths } from './locations.js';
import { startPostgres } from './postgres.js';
import { chownToEngine, engineCommand } from './run-as.js';

const ATTEMPTS = 100;
const INTERVAL_MS = 100;
/** Reads documents in an index's order, and counts without reading them; that of the main extension can do neither. */
export const CREATE_INDEX_METHOD = 'CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum';

export async function createTemplate(paths: EnginePaths, signal?: AbortSignal): Promise<void> {
  rmSync(paths.template, { recursive: true, force: true });
  mkdirSync(paths.template, { recursive: true, mode: 0o700 });
  chmodSync(paths.template, 0o700);
  chownToEngine(paths.template);
  const folder = path.join(paths.template, 'pg');
  const [command, args] = engineCommand(path.join(paths.wrappers, 'initdb'), [
    '-L',
    paths.share,
    '-D',
    folder,
    '-U',
    'docdb',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  await promisify(execFile)(command, args, { signal });
  appendFileSync(path.join(folder, 'postgresql.conf'), "include 'docdb.conf'\n");

  const logFile = path.join(paths.template, 'log');
  const postgres = startPostgres(folder, logFile);
  try {
    await createExtension(postgres.socketFolder, signal);
  } catch (error) {
    throw new Error(`creating the data template failed: ${readFileSync(logFile, 'utf8').slice(-2000)}`, {
      cause: error,
    });
  } finally {
    await postgres.stop();
  }
  rmSync(logFile, { force: true });
}

async function createExtension(socketFolder: string, signal?: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const client = new pg.Client({ host: socketFolder, user: 'docdb', database: 'postgres' });
    try {
      await client.connect();
      await client.query('CREATE EXTENSION documentdb CASCADE');
      await client.query(CREATE_INDEX_METHOD);
      return;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      const isStarting = /ECONN|ENOENT|starting up/.test(`${code} ${message}`);
      if (!isStarting || attempt >= ATTEMPTS) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
