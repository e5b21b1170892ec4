import { startDatabase, type RunningDatabase } from './database.js';
import { startMongod } from './mongod.js';
import { readSettings } from './settings.js';

const log = (line: string): void => console.error(`database: ${line}`);
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort(new Error(signal)));

async function start(): Promise<RunningDatabase> {
  const settings = readSettings(process.env);
  const { PORT: port, DATA_DIR: dataDir } = settings;
  if (settings.ENGINE === 'mongod') return startMongod(settings.MONGOD ?? 'mongod', { dataDir, port });
  return startDatabase({
    dataDir,
    port,
    log,
    signal: stopping.signal,
    durable: settings.DURABLE === 'on',
    gateway: { ttlSeconds: settings.TTL_SECONDS, debug: settings.DEBUG === 'on' },
  });
}

try {
  const database = await start();
  console.log(`ready ${database.uri}`);
  const reason = await Promise.race([
    database.ended,
    new Promise<null>((resolve) => {
      if (stopping.signal.aborted) resolve(null);
      stopping.signal.addEventListener('abort', () => resolve(null));
    }),
  ]);
  if (reason !== null) log(`the engine ended (${reason})`);
  await database.stop();
  process.exit(reason === null ? 0 : 1);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
