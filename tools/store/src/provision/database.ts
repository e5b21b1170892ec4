import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram, isDebian } from '@rangavalli/database/engine/apt';
import { isProvisioned, provisionEngine } from '@rangavalli/database/engine/provision';
import { Refusal } from '../report.js';

const exec = promisify(execFile);
const MEMORY_SERVER = 'mongodb-memory-server-core@11.3.0';

/** What stores the data: a MongoDB that runs already, the engine of `tools/database`, or a `mongod`. */
export type DatabaseChoice =
  | { kind: 'external'; uri: string; why: string }
  | { kind: 'documentdb'; why: string }
  | { kind: 'mongod'; program: string; why: string };

/** In the order of the list; says in `why` which one was taken. Throws a Refusal with what can be done. */
export async function provisionDatabase(
  uri: string | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<DatabaseChoice> {
  if (uri) return { kind: 'external', uri, why: 'MONGODB_URI' };
  const mongod = findProgram('mongod');
  if (mongod) return { kind: 'mongod', program: mongod, why: `${mongod} on the PATH` };
  let failure = '';
  if (isProvisioned() || isDebian()) {
    try {
      const fetched = !isProvisioned();
      await provisionEngine({ log, signal });
      return {
        kind: 'documentdb',
        why: `DocumentDB ${fetched ? 'from Debian’s packages' : 'unpacked before'}; no MONGODB_URI, no mongod on the PATH`,
      };
    } catch (error) {
      signal?.throwIfAborted();
      failure = error instanceof Error ? error.message : String(error);
      log(`DocumentDB could not be had: ${failure}`);
    }
  }
  try {
    log('mongod by mongodb-memory-server');
    return {
      kind: 'mongod',
      program: await fetchMongod(signal),
      why: 'mongod fetched by mongodb-memory-server; no MONGODB_URI, no mongod on the PATH',
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new Refusal(`The store needs a MongoDB and none could be had (${error instanceof Error ? error.message : String(error)}). One of:
  - MONGODB_URI=mongodb://host:27017 npm start   for one that runs already
  - put mongod (MongoDB 6 or newer) on the PATH
  - on Debian: run the first start as root, or with sudo that asks no password`);
  }
}

/** Installs mongodb-memory-server beside the project's cache, and lets it fetch the server once. */
async function fetchMongod(signal?: AbortSignal): Promise<string> {
  const folder = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'rangavalli/mongod');
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await exec(npm, ['install', '--no-audit', '--no-fund', '--save-exact', MEMORY_SERVER], { cwd: folder, signal });
  const module = createRequire(manifest)('mongodb-memory-server-core') as {
    MongoBinary: { getPath(options: { downloadDir: string }): Promise<string> };
  };
  return module.MongoBinary.getPath({ downloadDir: folder });
}
