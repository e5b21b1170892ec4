import { posters } from '@rangavalli/loom/posters';
import { upload } from './image-host.js';
import { openingStock } from './products/opening-stock.js';
import { seed } from './seed.js';
import { readSettings } from './settings.js';

try {
  await seed(
    readSettings(process.env),
    { products: openingStock, posters },
    { upload, say: (line) => process.stdout.write(`${line}\n`) },
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
