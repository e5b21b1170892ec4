import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import type { RunningDatabase } from './database.js';
import { endOf, stopChild } from './process-identity.js';

const START_TIMEOUT_MS = 30_000;
const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const NOT_YET_INITIALIZED = 94;
const KEY_BYTES = 96;

interface MongodOptions {
  dataDir: string;
  port: number;
  /** Of the user `admin`, who creates the others; without it, clients need no user. */
  adminPassword?: string | undefined;
}

export async function startMongod(
  program: string,
  { dataDir, port, adminPassword }: MongodOptions,
): Promise<RunningDatabase> {
  const folder = path.join(path.resolve(dataDir), 'mongod');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = path.join(folder, 'mongod.log');
  const network = ['--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'];
  // The members of a replica set authenticate to each other by the key file, which also switches users on.
  const access = adminPassword ? ['--keyFile', writeKeyFile(folder)] : [];
  const args = ['--dbpath', folder, ...network, ...access, '--logpath', log, '--logappend'];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const ended = endOf(child);
  const stop = (): Promise<void> => stopChild(child, ended, 'SIGTERM');
  const failedStart = ended.then((reason) =>
    Promise.reject(new Error(`mongod ended while it started (${reason}), see ${log}`)),
  );
  try {
    await Promise.race([becomePrimary(port, adminPassword), failedStart]);
  } catch (error) {
    await stop();
    throw error;
  }
  failedStart.catch(() => undefined); // later ends are reported by `ended`
  return { uri: `mongodb://127.0.0.1:${port}`, enginePid: child.pid ?? 0, ended, stop };
}

function writeKeyFile(folder: string): string {
  const file = path.join(folder, 'replica-set.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
  return file;
}

async function becomePrimary(port: number, adminPassword: string | undefined): Promise<void> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  const initiate = { replSetInitiate: { _id: 'rs0', members } };
  if (adminPassword && !(await hasAdmin(port, adminPassword))) {
    // Until the first user exists, mongod lets clients of this machine initiate the set and create that user.
    await withAdmin(port, undefined, async (admin) => {
      await admin.command(initiate).catch(ignore(ALREADY_INITIALIZED));
      await waitUntilPrimary(admin);
      await admin.command({ createUser: 'admin', pwd: adminPassword, roles: [{ role: 'root', db: 'admin' }] });
    });
  }
  await withAdmin(port, adminPassword, async (admin) => {
    await admin.command({ replSetGetStatus: 1 }).catch(async (error: unknown) => {
      ignore(NOT_YET_INITIALIZED)(error);
      await admin.command(initiate);
    });
    // The data may have been created under another port.
    const { config } = (await admin.command({ replSetGetConfig: 1 })) as unknown as {
      config: { version: number; members: { host: string }[] };
    };
    const [member] = config.members;
    if (member && member.host !== `127.0.0.1:${port}`) {
      member.host = `127.0.0.1:${port}`;
      await admin.command({ replSetReconfig: { ...config, version: config.version + 1 }, force: true });
    }
    await waitUntilPrimary(admin);
  });
}

const ignore =
  (code: number) =>
  (error: unknown): void => {
    if (!(error instanceof MongoServerError) || error.code !== code) throw error;
  };

async function hasAdmin(port: number, password: string): Promise<boolean> {
  try {
    await withAdmin(port, password, (admin) => admin.command({ ping: 1 }));
    return true;
  } catch (error) {
    ignore(AUTHENTICATION_FAILED)(error);
    return false;
  }
}

async function withAdmin(
  port: number,
  password: string | undefined,
  run: (admin: Db) => Promise<unknown>,
): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: START_TIMEOUT_MS,
    ...(password ? { auth: { username: 'admin', password }, authSource: 'admin' } : {}),
  });
  await run(client.db('admin')).finally(() => client.close());
}

async function waitUntilPrimary(admin: Db): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ;) {
    if ((await admin.command({ hello: 1 }))['isWritablePrimary'] === true) return;
    if (Date.now() > deadline) throw new Error('mongod did not become primary within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
