import type { Document } from 'bson';
import type pg from 'pg';
import { decode, encode } from '../wire/bson.js';
import { callEngine } from './engine-calls.js';

/** Remembers the key pattern of each index, which the engine leaves out of its duplicate-key errors. */
export class IndexKeys {
  private readonly byCollection = new Map<string, Map<string, Document>>();

  constructor(private readonly pool: pg.Pool) {}

  /** Key pattern of a named index (`{sku: 1}`); `null` when there is none of that name. */
  async of(database: string, collection: string, index: string): Promise<Document | null> {
    if (index === '_id_') return { _id: 1 };
    const known = this.byCollection.get(`${database}.${collection}`)?.get(index);
    return known ?? (await this.load(database, collection)).get(index) ?? null;
  }

  /** Name of the index with this number in the engine. */
  async nameOf(indexNumber: string): Promise<string | null> {
    const { result } = await callEngine(this.pool, 'indexName', [indexNumber]);
    return typeof result === 'string' ? result : null;
  }

  forgetCollection(database: string, collection: string): void {
    this.byCollection.delete(`${database}.${collection}`);
  }

  forgetDatabase(database: string): void {
    for (const key of this.byCollection.keys()) if (key.startsWith(`${database}.`)) this.byCollection.delete(key);
  }

  private async load(database: string, collection: string): Promise<Map<string, Document>> {
    const keys = new Map<string, Document>();
    const body = encode({ listIndexes: collection, cursor: { batchSize: 1000 } });
    const { page } = await callEngine(this.pool, 'listIndexes', [database, body]).catch(() => ({ page: undefined }));
    if (page) {
      const cursor = decode(page)['cursor'] as { firstBatch: { name: string; key: Document }[] };
      for (const index of cursor.firstBatch) keys.set(index.name, index.key);
    }
    this.byCollection.set(`${database}.${collection}`, keys);
    return keys;
  }
}
