import { readCatalogue } from './catalogue.js';
import { readAccount, readConfig } from './config.js';
import { upload } from './image-host.js';
import { seed } from './seed.js';

const log = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const account = readAccount(config);
  if (config.DEMO_PRODUCTS === 'off') log('skipped: DEMO_PRODUCTS is off');
  else if (!account) log('skipped: SEED_ACCOUNT is not set; `npm run secrets` adds it to .env');
  else await seed({ apiUrl: config.API_URL, dataDir: config.DATA_DIR, account }, readCatalogue(), upload, log);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
