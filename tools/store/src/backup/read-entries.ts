import type { ServiceName } from '@rangavalli/contracts/call';
import type { Db } from 'mongodb';
import type { DataPaths } from '../paths.js';
import type { StoreSettings } from '../settings.js';
import type { Entry } from './archive.js';
import { connectTo, DATABASES } from './databases.js';

/** Reads all documents of the store, one batch at a time. */
export async function* readEntries(settings: StoreSettings, paths: DataPaths): AsyncGenerator<Entry> {
  for (const database of DATABASES) {
    const client = connectTo(database, settings, paths);
    try {
      yield* readDatabase(database, client.db());
    } finally {
      await client.close();
    }
  }
}

export async function* readDatabase(database: ServiceName, db: Db): AsyncGenerator<Entry> {
  // In alphabetical order: products before the archive of their stock entries, as the catalog reads them.
  const names = (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort();
  for (const collection of names) {
    let readAt = new Date();
    const found = db.collection(collection).find().sort({ _id: 1 });
    for await (const document of found) {
      yield { database, collection, document, readAt };
      if (found.bufferedCount() === 0) readAt = new Date();
    }
  }
}
