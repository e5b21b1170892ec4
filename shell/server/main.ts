import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellApp } from './app.js';
import { readConfig } from './config.js';
import { RegistryReader } from './registry.js';

const own = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };
const config = readConfig(process.env);
const registry = new RegistryReader({
  ...(config.MF_CATALOG_URL ? { mf_catalog: config.MF_CATALOG_URL } : {}),
  ...(config.MF_CHECKOUT_URL ? { mf_checkout: config.MF_CHECKOUT_URL } : {}),
  ...(config.MF_ACCOUNT_URL ? { mf_account: config.MF_ACCOUNT_URL } : {}),
  ...(config.MF_ADMIN_URL ? { mf_admin: config.MF_ADMIN_URL } : {}),
});
const app = await shellApp(join(import.meta.dirname, '../client'), registry, {
  publicUrl: config.PUBLIC_URL,
  apiUrl: config.API_URL,
  design: config.NODE_ENV !== 'production',
  version: config.RELEASE_VERSION ?? own.version,
});
console.log(`listening on ${await app.listen({ port: config.PORT, host: config.HOST })}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
