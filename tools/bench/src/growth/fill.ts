import { type Collection, type Document, MongoClient } from 'mongodb';

const DOCUMENTS_PER_INSERT = 1_000;
/** Inserts at the same time: the database has one process per connection. */
const PARALLEL_INSERTS = 3;

export async function withDatabase<T>(uri: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { maxPoolSize: PARALLEL_INSERTS + 1 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/**
 * Inserts the documents that `generate` returns for the numbers from 0. Secondary indexes are dropped meanwhile:
 * building one takes a fraction of the time of keeping it.
 */
export async function fill(
  collection: Collection,
  count: number,
  generate: (number: number) => readonly Document[],
): Promise<void> {
  const indexes = (await collection.indexes()).filter(({ name }) => name !== '_id_');
  for (const { name } of indexes) await collection.dropIndex(name ?? '');
  let next = 0;
  const insert = async (): Promise<void> => {
    while (next < count) {
      const documents: Document[] = [];
      for (; next < count && documents.length < DOCUMENTS_PER_INSERT; next += 1) documents.push(...generate(next));
      if (documents.length > 0) await collection.insertMany(documents, { ordered: false });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_INSERTS }, insert));
  if (indexes.length > 0) await collection.createIndexes(indexes.map(({ v: _version, ...index }) => index as never));
}
