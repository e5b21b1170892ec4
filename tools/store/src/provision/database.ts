import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import { findProgram, isDebian } from '@rangavalli/database/engine/apt';
import { isProvisioned, provisionEngine } from '@rangavalli/database/engine/provision';
import { cacheFolder } from '../paths.js';

const exec = promisify(execFile);
const MEMORY_SERVER = 'mongodb-memory-server-core@11.3.0';

export type DatabaseChoice =
  | { kind: 'external'; uri: string; why: string }
  | { kind: 'documentdb'; why: string }
  | { kind: 'mongod'; program: string; why: string };

export async function provisionDatabase(
  uri: string | undefined,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<DatabaseChoice> {
  if (uri) return { kind: 'external', uri, why: 'MONGODB_URI' };
  const mongod = findProgram('mongod');
  if (mongod) return { kind: 'mongod', program: mongod, why: `${mongod} on the PATH` };
  if (isProvisioned() || isDebian()) {
    try {
      const why = isProvisioned() ? 'DocumentDB from the cache' : "DocumentDB from Debian's packages";
      await provisionEngine({ log, signal });
      return { kind: 'documentdb', why };
    } catch (error) {
      signal?.throwIfAborted();
      log(`DocumentDB could not be installed: ${messageOf(error)}`);
    }
  }
  try {
    log('downloading mongod with mongodb-memory-server');
    return { kind: 'mongod', program: await fetchMongod(signal), why: 'mongod from mongodb-memory-server' };
  } catch (error) {
    signal?.throwIfAborted();
    throw new Refusal(`The store needs MongoDB and could not install it (${messageOf(error)}). Do one of the following:
  - MONGODB_URI=mongodb://host:27017 npm start   for a running server
  - put mongod (MongoDB 6 or newer) on the PATH
  - on Debian: run the first start as root, or with sudo without a password`);
  }
}

async function fetchMongod(signal?: AbortSignal): Promise<string> {
  const folder = cacheFolder('mongod');
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
