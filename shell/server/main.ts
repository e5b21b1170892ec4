import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shellApp } from './app.js';
import { readConfig } from './config.js';
import { RegistryReader } from './releases/registry-reader.js';
import { ReleaseVerifier } from './releases/release-signature.js';

/** Of the package, which a release does not have. */
function packageVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** As in `service-kit/src/health/program-hash.ts`. */
function programHash(): string | undefined {
  const file = process.argv[1];
  return file?.endsWith('.cjs') ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined;
}

/** As in the services: the gateway reads the announcement and sends no more requests. */
const STOP_DELAY_MS = 200;

const stopping = new AbortController();
const config = readConfig(process.env);
const releases = new ReleaseVerifier(config.RELEASE_PUBLIC_KEYS);
const app = await shellApp(join(import.meta.dirname, '../client'), new RegistryReader(config.remotes, releases), {
  publicUrl: config.PUBLIC_URL,
  api: config.API_URL === undefined ? undefined : { url: config.API_URL, key: config.SHELL_API_KEY },
  pageCacheBytes: config.PAGE_CACHE_BYTES,
  webVitalsSample: config.WEB_VITALS_SAMPLE,
  rollbackWindowDays: config.ROLLBACK_WINDOW_DAYS,
  pageModule: join(import.meta.dirname, '../page/page.cjs'),
  hasDesign: config.NODE_ENV !== 'production',
  version: config.RELEASE_VERSION ?? packageVersion(),
  build: programHash(),
  hasWorker: config.SERVICE_WORKER === 'on',
  releaseStore: config.RELEASE_STORE,
  stopping: stopping.signal,
});
console.log(`listening on ${await app.listen({ port: config.PORT, host: config.HOST })}`);

async function stop(): Promise<void> {
  stopping.abort();
  await sleep(STOP_DELAY_MS);
  await app.close();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
