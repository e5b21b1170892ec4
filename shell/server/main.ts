import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remotes } from '@rangavalli/contracts/fragments';
import { addressVariable } from '@rangavalli/contracts/slices';
import { shellApp } from './app.js';
import { readConfig } from './config.js';
import { RegistryReader } from './registry.js';

const own = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };
const config = readConfig(process.env);
const addresses = Object.entries(remotes).map(([name, { slice }]) => [name, config[addressVariable(slice)]] as const);
const registry = new RegistryReader(Object.fromEntries(addresses.filter(([, address]) => address)));
const app = await shellApp(join(import.meta.dirname, '../client'), registry, {
  publicUrl: config.PUBLIC_URL,
  apiUrl: config.API_URL,
  pageModule: join(import.meta.dirname, '../page/page.cjs'),
  design: config.NODE_ENV !== 'production',
  version: config.RELEASE_VERSION ?? own.version,
  worker: config.SERVICE_WORKER === 'on',
});
console.log(`listening on ${await app.listen({ port: config.PORT, host: config.HOST })}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
