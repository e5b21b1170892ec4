// What MongoDB answers, asked of the engine: each file of this folder is a part of that list. Runs against
// TEST_MONGODB_URI (which may be a real MongoDB), or against a database started for the file.
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

/** A document of any shape with any kind of id. */
export interface Item extends Document {
  _id?: Document | string | number | null;
}
export type Items = Collection<Item>;

/** Two ids in ascending order. */
export const OBJECT_IDS = [new ObjectId('650000000000000000000001'), new ObjectId('650000000000000000000002')] as const;

const START_MS = 120_000;
let current: Db | undefined;
let collections = 0;

/** Address of a database for a test file, and how to give it back. */
export async function aDatabase(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_MONGODB_URI'];
  if (given) return { uri: given, stop: async () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'database-test-'));
  const database = await startDatabase({ dataDir: folder, port: await getPort(), log: () => undefined });
  const stop = async (): Promise<void> => {
    await database.stop();
    rmSync(folder, { recursive: true });
  };
  return { uri: database.uri, stop };
}

/** Gives the tests of a file a database of their own. */
export function databaseFor(name: string): () => Db {
  let client: MongoClient;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const database = await aDatabase();
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

/** A test on a collection of its own: what `run` gives, as JSON, is `wanted` to the letter. */
export function check(name: string, run: (items: Items) => Promise<unknown>, wanted: unknown): void {
  it(name, async () => {
    const items = database().collection<Item>(`c${collections++}`);
    expect(JSON.stringify(await run(items))).toBe(JSON.stringify(wanted));
  });
}

/** The first document that a filter finds. */
export async function first(items: Items, filter: Document = {}, options: FindOptions = {}): Promise<Document> {
  const document = await items.findOne(filter, options);
  if (!document) throw new Error('nothing found');
  return document;
}

/** MongoDB's number of an error. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Ids of the documents that a filter finds. */
export const found =
  (filter: Document, documents: Item[]) =>
  async (items: Items): Promise<unknown> => {
    await items.insertMany(documents);
    return (await items.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  };

/** Ids in the order of a sort. */
export const sorted =
  (documents: Item[], sort: Sort) =>
  async (items: Items): Promise<unknown> => {
    await items.insertMany(documents);
    return (await items.find().sort(sort).toArray()).map(({ _id }) => _id);
  };

/** What is picked of a document after an update. */
export const updated =
  (document: Item, filter: Document, update: Document, options: UpdateOptions, pick: (document: Document) => unknown) =>
  async (items: Items): Promise<unknown> => {
    await items.insertOne(document);
    await items.updateOne(filter, update, options);
    return pick((await items.findOne({ _id: document._id ?? null })) ?? {});
  };

/** Result of a pipeline. */
export const aggregated =
  (documents: Item[], pipeline: Document[]) =>
  async (items: Items): Promise<Document[]> => {
    await items.insertMany(documents);
    return items.aggregate(pipeline).toArray();
  };
