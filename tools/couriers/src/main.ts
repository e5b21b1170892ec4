import { createApp } from './app.js';
import { readConfig } from './config.js';

const config = readConfig(process.env);
const app = await createApp(config);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}

await app.listen({ port: config.PORT, host: config.HOST });
