// `npm run backup [file]`: all five databases of a running store into one file.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Entry, writeArchive } from './backup/archive.js';
import { DATABASES, withDatabase } from './backup/databases.js';
import { dataPaths, ROOT } from './paths.js';
import { explain, say, step } from './report.js';
import { readSettings, type StoreSettings } from './settings.js';

/** Every document of every database, in the order that `DATABASES` gives reasons for. */
async function* everything(settings: StoreSettings): AsyncGenerator<Entry> {
  const paths = dataPaths(settings.DATA_DIR);
  for (const database of DATABASES) {
    // Names in order: products before the archive of their stock entries, as the catalog itself reads them.
    const found = await withDatabase(database, settings, paths, async (db) => {
      const names = (await db.listCollections({}, { nameOnly: true }).toArray())
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('system.'))
        .sort();
      const entries: Entry[] = [];
      for (const collection of names)
        for await (const document of db.collection(collection).find().sort({ _id: 1 }))
          entries.push({ database, collection, document });
      return entries;
    });
    yield* found;
  }
}

try {
  const settings = readSettings();
  const startedAt = new Date();
  const [given] = process.argv.slice(process.argv.indexOf('backup') + 1);
  const file = path.resolve(
    ROOT,
    given ?? path.join(settings.DATA_DIR, 'backups', `${startedAt.toISOString().replaceAll(':', '-')}.gz`),
  );
  mkdirSync(path.dirname(file), { recursive: true });
  await step('backup', async (note) => note(`${await writeArchive(file, startedAt, everything(settings))} documents`));
  say(file);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
