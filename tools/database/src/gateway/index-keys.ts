import type { Document } from 'bson';
import type pg from 'pg';
import { decode, encode } from '../wire/bson.js';
import { callEngine } from './engine-calls.js';

/** Caches the key patterns of indexes, which the engine's duplicate-key errors lack. */
export class IndexKeys {
  private readonly byCollection = new Map<string, Map<string, Document>>();

  constructor(private readonly pool: pg.Pool) {}

  async of(database: string, collection: string, index: string): Promise<Document | null> {
    if (index === '_id_') return { _id: 1 };
    const cached = this.byCollection.get(`${database}.${collection}`)?.get(index);
    return cached ?? (await this.load(database, collection)).get(index) ?? null;
  }

  async nameOf(indexNumber: string): Promise<string | null> {
    const { result } = await callEngine(this.pool, 'indexName', [indexNumber]);
    return typeof result === 'string' ? result : null;
  }

  invalidateCollection(database: string, collection: string): void {
    this.byCollection.delete(`${database}.${collection}`);
  }

  invalidateDatabase(database: string): void {
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
