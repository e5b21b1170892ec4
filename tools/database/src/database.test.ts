import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { MongoClient } from 'mongodb';
import { isProvisioned } from './engine/provision.js';
import { identify, isRunning, waitUntilEnded, type ProcessIdentity } from './process-identity.js';

const MAIN = path.join(import.meta.dirname, '../dist/main.js');
const WRITERS = 8;
const LONG_MS = 90_000;

/** With a real MongoDB the engine may not be unpacked. */
const withEngine = isProvisioned() ? describe : describe.skip;

withEngine('the database process', () => {
  let folder: string;
  let port: number;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'database-test-'));
    port = await getPort();
  });
  afterEach(async () => {
    if (running) await stop(running, 'SIGTERM');
    running = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(onPort = port, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, NODE_OPTIONS: '', PORT: String(onPort), DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => (output += text.toString()).includes('ready ') && resolve());
      child.stderr.on('data', (text: Buffer) => (output += text.toString()));
      child.once('exit', () => reject(new Error(output)));
    });
    return child;
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  const postmaster = (): ProcessIdentity =>
    identify(Number.parseInt(readFileSync(path.join(folder, 'pg/postmaster.pid'), 'utf8'), 10));
  const connect = (): Promise<MongoClient> =>
    new MongoClient(`mongodb://127.0.0.1:${port}`, { retryWrites: false, serverSelectionTimeoutMS: 5_000 }).connect();

  it(
    'deletes expired documents at intervals',
    async () => {
      running = await start(port, { TTL_SECONDS: '1' });
      const client = await connect();
      const codes = client.db('expiry').collection<{ _id: string; purgeAt: Date }>('codes');
      await codes.createIndex({ purgeAt: 1 }, { expireAfterSeconds: 0 });
      await codes.insertMany([
        { _id: 'expired', purgeAt: new Date(Date.now() - 1_000) },
        { _id: 'valid', purgeAt: new Date(Date.now() + 3_600_000) },
      ]);
      const deadline = Date.now() + 20_000;
      while ((await codes.countDocuments({})) > 1 && Date.now() < deadline) await sleep(100);
      expect(await codes.distinct('_id')).toEqual(['valid']);
      await client.close();
    },
    LONG_MS,
  );

  it('keeps its connections to the engine when calls fail', async () => {
    running = await start();
    const { pid } = postmaster();
    const readConnections = (): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const client = await connect();
    const users = client.db('failures').collection<{ _id: number; email: string }>('users');
    await users.createIndex({ email: 1 }, { unique: true });
    await users.insertOne({ _id: 1, email: 'a@example.com' });
    const addDuplicate = (id: number) =>
      users.findOneAndUpdate({ _id: id }, { $set: { email: 'a@example.com' } }, { upsert: true });
    await expect(addDuplicate(2)).rejects.toMatchObject({ code: 11_000 });
    const before = readConnections();
    for (const id of [3, 4, 5]) await expect(addDuplicate(id)).rejects.toMatchObject({ code: 11_000 });
    expect(readConnections()).toBe(before);
    await client.close();
  });

  /** Writes continuously until `crash` has resolved. Returns the number of acknowledged writes by writer. */
  async function writeUntil(crash: () => Promise<void>): Promise<number[]> {
    const client = await connect();
    const counters = client.db('crash').collection<{ _id: number; value: number }>('counters');
    await counters.deleteMany({});
    await counters.insertMany(Array.from({ length: WRITERS }, (_, _id) => ({ _id, value: 0 })));
    const acknowledged = Array.from({ length: WRITERS }, () => 0);
    let crashed = false;
    const writers = acknowledged.map(async (_count, _id) => {
      while (!crashed) {
        try {
          await counters.updateOne({ _id }, { $inc: { value: 1 } });
        } catch {
          return; // not acknowledged
        }
        acknowledged[_id] = (acknowledged[_id] ?? 0) + 1;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await crash();
    crashed = true;
    await Promise.all(writers);
    await client.close();
    return acknowledged;
  }

  async function expectNothingLost(acknowledged: number[]): Promise<void> {
    const client = await connect();
    const stored = await client
      .db('crash')
      .collection<{ _id: number; value: number }>('counters')
      .find()
      .sort({ _id: 1 })
      .toArray();
    await client.close();
    expect(acknowledged.reduce((sum, count) => sum + count)).toBeGreaterThan(WRITERS);
    const lost = acknowledged.map((count, i) => Math.max(0, count - (stored[i]?.value ?? 0)));
    expect(lost).toEqual(acknowledged.map(() => 0));
  }

  it(
    'exits when PostgreSQL is killed, and loses no acknowledged write',
    async () => {
      running = await start();
      const child = running;
      const acknowledged = await writeUntil(async () => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        process.kill(postmaster().pid, 'SIGKILL');
        expect(await ended).toBe(1);
      });
      running = await start();
      await expectNothingLost(acknowledged);
    },
    LONG_MS,
  );

  it(
    'starts after kill -9 with an orphaned PostgreSQL, and loses no acknowledged write',
    async () => {
      running = await start();
      const child = running;
      const acknowledged = await writeUntil(async () => void (await stop(child, 'SIGKILL')));
      running = await start();
      await expectNothingLost(acknowledged);
    },
    LONG_MS,
  );

  it(
    'stops PostgreSQL when it is stopped',
    async () => {
      const child = await start();
      const engine = postmaster();
      expect(isRunning(engine)).toBe(true);
      expect(await stop(child, 'SIGTERM')).toBe(0);
      expect(await waitUntilEnded(engine, 1_000)).toBe(true);
    },
    LONG_MS,
  );

  it(
    'fails on a data folder that another process uses',
    async () => {
      running = await start();
      await expect(start(await getPort())).rejects.toThrow(/is in use by process \d+/);
    },
    LONG_MS,
  );
});
