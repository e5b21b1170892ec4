import { readCatalogue } from './catalogue.js';
import { upload } from './image-host.js';
import { seed } from './seed.js';
import { readSettings } from './settings.js';

try {
  await seed(readSettings(process.env), readCatalogue(), upload, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
