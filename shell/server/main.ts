import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellApp } from './app.js';
import { readConfig } from './config.js';
import { RegistryReader } from './releases/registry-reader.js';
import { ReleaseVerifier } from './releases/release-signature.js';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
const config = readConfig(process.env);
const releases = new ReleaseVerifier(config.RELEASE_PUBLIC_KEYS);
const app = await shellApp(join(import.meta.dirname, '../client'), new RegistryReader(config.remotes, releases), {
  publicUrl: config.PUBLIC_URL,
  api: config.API_URL === undefined ? undefined : { url: config.API_URL, key: config.SHELL_API_KEY },
  pageCacheBytes: config.PAGE_CACHE_BYTES,
  rollbackWindowDays: config.ROLLBACK_WINDOW_DAYS,
  pageModule: join(import.meta.dirname, '../page/page.cjs'),
  hasDesign: config.NODE_ENV !== 'production',
  version: config.RELEASE_VERSION ?? manifest.version,
  hasWorker: config.SERVICE_WORKER === 'on',
});
console.log(`listening on ${await app.listen({ port: config.PORT, host: config.HOST })}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
