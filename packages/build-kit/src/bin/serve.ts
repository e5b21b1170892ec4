#!/usr/bin/env node
/**
 * With RELEASE_STORE serves a remote's releases, else its build. PORT (free by default), HOST (127.0.0.1), BASE_PATH
 * (`/remotes/<slice>/`).
 */
import { resolve } from 'node:path';
import { hostOf } from '../serve/static-host.js';

const port = Number(process.env['PORT'] ?? 0);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT is ${JSON.stringify(process.env['PORT'])}; it must be a whole number from 0 to 65535.`);
  process.exit(1);
}
const app = await hostOf(resolve(process.argv[2] ?? '.'), {
  store: process.env['RELEASE_STORE'],
  basePath: process.env['BASE_PATH'],
});
console.log(`listening on ${await app.listen({ port, host: process.env['HOST'] ?? '127.0.0.1' })}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
