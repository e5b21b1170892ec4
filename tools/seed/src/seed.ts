import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image } from '@rangavalli/contracts/entities/product';
import type { DemoCatalogue, PictureFile } from './catalogue.js';
import { RejectedError, ShopApi } from './shop-api.js';

const MARKER = 'seeded.json';
const CONCURRENCY = 6;
const SECOND_FACTOR_CODES: readonly (string | undefined)[] = ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED'];
const SECOND_FACTOR_NOTE =
  'skipped: the account needs a second factor, which the seed does not have. Create products in the admin area; ' +
  'for the demo products, make the first start of a store without NODE_ENV=production';

interface SeedSettings {
  apiUrl: string;
  /** Gets the marker. */
  dataDir: string;
  account: { email: string; password: string };
}

/**
 * Creates the demo products of a new shop. Skips them, and logs why, where they were created before, where the shop has
 * others, and where the account cannot log in by password alone.
 */
export async function seed(
  settings: SeedSettings,
  catalogue: DemoCatalogue,
  upload: (picture: PictureFile) => Promise<Image>,
  log: (line: string) => void,
): Promise<void> {
  if (existsSync(join(settings.dataDir, MARKER))) return log('skipped: the demo products were created before');
  try {
    log(await createCatalogue(settings, catalogue, upload));
  } catch (error) {
    if (!(error instanceof RejectedError) || !SECOND_FACTOR_CODES.includes(error.code)) throw error;
    log(SECOND_FACTOR_NOTE);
  }
}

/** Can be stopped and run again: products that exist (by name) are skipped. Returns a summary. */
async function createCatalogue(
  { apiUrl, account, dataDir }: SeedSettings,
  { products, homePictures }: DemoCatalogue,
  upload: (picture: PictureFile) => Promise<Image>,
): Promise<string> {
  const started = performance.now();
  const api = new ShopApi(apiUrl);
  await api.logIn(account);
  const existing = await api.productNames();
  const demo = new Set(products.map(({ input }) => input.name));
  if (![...existing].every((name) => demo.has(name))) return 'skipped: the shop has products of its own';
  const missing = products.filter(({ input }) => !existing.has(input.name));
  await runConcurrently([
    ...homePictures.map((picture) => () => upload(picture)),
    ...missing.map(({ input, pictures }) => async () => {
      await api.create({ ...input, images: await Promise.all(pictures.map(upload)) });
    }),
  ]);
  const marker = join(dataDir, MARKER);
  const summary = { at: new Date().toISOString(), products: products.length, homePictures: homePictures.length };
  await writeFile(`${marker}.part`, `${JSON.stringify(summary, null, 2)}\n`);
  await rename(`${marker}.part`, marker);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `created ${missing.length} of ${products.length} products, ${seconds} s`;
}

/** Starts nothing after the first failure; rejects with it when the running tasks have ended. */
async function runConcurrently(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const queue = tasks.values();
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const task of queue) {
        if (failures.length > 0) return;
        await task().catch((error: unknown) => failures.push(error));
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}
