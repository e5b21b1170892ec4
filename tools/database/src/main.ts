import { once } from 'node:events';
import { z } from 'zod';
import { startDatabase, type RunningDatabase } from './database.js';
import { startMongod } from './mongod.js';

const environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65535),
  DATA_DIR: z.string().min(1),
  /** `documentdb`: the engine of this package. `mongod`: the MongoDB server at MONGOD. */
  ENGINE: z.enum(['documentdb', 'mongod']).default('documentdb'),
  MONGOD: z.string().default('mongod'),
  /** Of the user `admin`; without it there are no users and every client may do everything. */
  ADMIN_PASSWORD: z.string().min(16).optional(),
  DURABLE: z.enum(['on', 'off']).default('on'),
  /** Interval of the sweep of expired documents. */
  TTL_SECONDS: z.coerce.number().int().min(1).default(60),
  DEBUG: z.enum(['on', 'off']).default('off'),
});

const log = (line: string): void => console.error(`database: ${line}`);
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort(new Error(signal)));

async function start(): Promise<RunningDatabase> {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}=${process.env[String(path[0])] ?? '(not set)'}: ${message}`,
    );
    throw new Error(`settings:\n  ${problems.join('\n  ')}`);
  }
  const { PORT: port, DATA_DIR: dataDir, ENGINE, MONGOD, DURABLE, TTL_SECONDS: ttlSeconds, DEBUG } = parsed.data;
  const { ADMIN_PASSWORD: adminPassword } = parsed.data;
  if (ENGINE === 'mongod') return startMongod(MONGOD, { dataDir, port, adminPassword });
  return startDatabase({
    dataDir,
    port,
    log,
    signal: stopping.signal,
    durable: DURABLE === 'on',
    ttlSeconds,
    debug: DEBUG === 'on',
    adminPassword,
  });
}

try {
  const database = await start();
  console.log(`ready ${database.uri}`);
  const stopRequested = stopping.signal.aborted ? Promise.resolve() : once(stopping.signal, 'abort');
  const reason = await Promise.race([database.ended, stopRequested.then(() => null)]);
  if (reason !== null) log(`the engine ended (${reason})`);
  await database.stop();
  process.exit(reason === null ? 0 : 1);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
