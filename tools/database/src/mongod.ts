import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import type { RunningDatabase } from './database.js';
import { endOf, stopChild } from './process-identity.js';

const START_TIMEOUT_MS = 30_000;
const NOT_YET_INITIALIZED = 94;

export async function startMongod(
  program: string,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<RunningDatabase> {
  const folder = path.join(path.resolve(dataDir), 'mongod');
  mkdirSync(folder, { recursive: true });
  const log = path.join(folder, 'mongod.log');
  const network = ['--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'];
  const args = ['--dbpath', folder, ...network, '--logpath', log, '--logappend'];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const ended = endOf(child);
  const stop = (): Promise<void> => stopChild(child, ended, 'SIGTERM');
  const failedStart = ended.then((reason) =>
    Promise.reject(new Error(`mongod ended while it started (${reason}), see ${log}`)),
  );
  try {
    await Promise.race([becomePrimary(port), failedStart]);
  } catch (error) {
    await stop();
    throw error;
  }
  failedStart.catch(() => undefined); // later ends are reported by `ended`
  return { uri: `mongodb://127.0.0.1:${port}`, enginePid: child.pid ?? 0, ended, stop };
}

async function becomePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: START_TIMEOUT_MS,
  });
  try {
    const admin = client.db('admin');
    await admin.command({ replSetGetStatus: 1 }).catch((error: unknown) => {
      if (!(error instanceof MongoServerError) || error.code !== NOT_YET_INITIALIZED) throw error;
      return admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
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
    for (const deadline = Date.now() + START_TIMEOUT_MS; ;) {
      if ((await admin.command({ hello: 1 }))['isWritablePrimary'] === true) return;
      if (Date.now() > deadline) throw new Error('mongod did not become primary within 30 s');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await client.close();
  }
}
