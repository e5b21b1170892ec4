// The tests of this folder check MongoDB's behaviour. They run against TEST_MONGODB_URI (a real MongoDB, for example)
// or against a database started for the file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import {
  MongoClient,
  ObjectId,
  type Collection,
  type Db,
  type Document,
  type FindOptions,
  type Sort,
  type UpdateOptions,
} from 'mongodb';
import { startDatabase } from '../database.js';

export interface Item extends Document {
  _id?: Document | string | number | null;
}
export type Items = Collection<Item>;

export const OBJECT_IDS = [new ObjectId('650000000000000000000001'), new ObjectId('650000000000000000000002')] as const;

const START_MS = 120_000;
let current: Db | undefined;
let collections = 0;

export async function startTestDatabase(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const uri = process.env['TEST_MONGODB_URI'];
  if (uri) return { uri, stop: async () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'database-test-'));
  const database = await startDatabase({ dataDir: folder, port: await getPort(), log: () => undefined });
  const stop = async (): Promise<void> => {
    await database.stop();
    rmSync(folder, { recursive: true });
  };
  return { uri: database.uri, stop };
}

export function databaseFor(name: string): () => Db {
  let client: MongoClient;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const database = await startTestDatabase();
    stop = database.stop;
    client = await new MongoClient(database.uri).connect();
    current = client.db(`conformance_${name}_${process.pid}`);
  }, START_MS);
  afterAll(async () => {
    await current?.dropDatabase();
    await client.close();
    await stop();
  });
  return database;
}

function database(): Db {
  if (!current) throw new Error('databaseFor() was not called');
  return current;
}

export function check(name: string, run: (items: Items) => Promise<unknown>, expected: unknown): void {
  it(name, async () => {
    const items = database().collection<Item>(`c${collections++}`);
    expect(JSON.stringify(await run(items))).toBe(JSON.stringify(expected));
  });
}

export async function findFirst(items: Items, filter: Document = {}, options: FindOptions = {}): Promise<Document> {
  const document = await items.findOne(filter, options);
  if (!document) throw new Error('no document found');
  return document;
}

export const errorCode = (error: unknown): unknown => (error as { code?: unknown }).code;

export const findIds =
  (filter: Document, documents: Item[]) =>
  async (items: Items): Promise<unknown> => {
    await items.insertMany(documents);
    return (await items.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  };

export const sortIds =
  (documents: Item[], sort: Sort) =>
  async (items: Items): Promise<unknown> => {
    await items.insertMany(documents);
    return (await items.find().sort(sort).toArray()).map(({ _id }) => _id);
  };

export const update =
  (document: Item, filter: Document, update: Document, options: UpdateOptions, pick: (document: Document) => unknown) =>
  async (items: Items): Promise<unknown> => {
    await items.insertOne(document);
    await items.updateOne(filter, update, options);
    return pick((await items.findOne({ _id: document._id ?? null })) ?? {});
  };

export const aggregate =
  (documents: Item[], pipeline: Document[]) =>
  async (items: Items): Promise<Document[]> => {
    await items.insertMany(documents);
    return items.aggregate(pipeline).toArray();
  };
