import type { Document } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { documentBytes } from '../gateway/engine-calls.js';
import { codeOfPacked, CommandError } from '../gateway/errors.js';
import { decode, decodeExact, encode } from '../wire/bson.js';
import { databaseAndBody, passThrough, run } from './pass-through.js';

const invalidateIndexes = ({ gateway, database, collection = '' }: CommandContext): void =>
  gateway.indexKeys.invalidateCollection(database, collection);

/** Index commands return their errors inside the result. */
function throwError(result: Document): void {
  if (result['ok'] === undefined || Number(result['ok']) === 1) return;
  const code = Number(result['code'] ?? 1);
  throw new CommandError(codeOfPacked(code) ?? code, String(result['errmsg']));
}

async function createIndexes(context: CommandContext): Promise<Document> {
  invalidateIndexes(context);
  const bytes = documentBytes((await run(context, 'createIndexes', databaseAndBody(context))).result);
  const result = bytes ? decode(bytes) : {};
  const shard = (result['raw']?.['defaultShard'] ?? result) as Document;
  throwError(shard);
  const { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, note } = shard;
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, note: note || undefined, ok: 1 };
}

async function dropIndexes(context: CommandContext): Promise<Document> {
  invalidateIndexes(context);
  const bytes = documentBytes((await run(context, 'dropIndexes', databaseAndBody(context))).retval);
  const result = bytes ? decode(bytes) : { ok: 1 };
  throwError(result);
  return result;
}

async function listIndexes({ gateway, database, message, transaction }: CommandContext): Promise<Buffer> {
  const result = decodeExact(await gateway.cursors.firstPage('listIndexes', database, message.body, { transaction }));
  // Drivers would send the engine's internal field back when they copy an index.
  for (const index of (result['cursor'] as { firstBatch: Document[] }).firstBatch) delete index['storageEngine'];
  return encode(result);
}

export const collectionCommands: Record<string, Handler> = {
  create: passThrough('create'),
  validate: passThrough('validate'),
  collmod: passThrough('collMod', ({ database, collection, message }) => [database, collection, message.body]),
  collstats: passThrough('collStats', ({ database, collection, argument }) => [
    database,
    collection,
    Number(argument('scale') ?? 1),
  ]),
  listcollections: ({ gateway, database, message, transaction }) =>
    gateway.cursors.firstPage('listCollections', database, message.body, { transaction }),
  listindexes: listIndexes,
  createindexes: createIndexes,
  dropindexes: dropIndexes,
  renamecollection: async (context) => {
    await run(context, 'renameCollection', [context.message.body]);
    return { ok: 1 };
  },
  drop: async (context) => {
    invalidateIndexes(context);
    const { result } = await run(context, 'drop', [context.database, context.collection]);
    return result ? { nIndexesWas: 1, ns: `${context.database}.${context.collection}`, ok: 1 } : { ok: 1 };
  },
  dropdatabase: async (context) => {
    context.gateway.indexKeys.invalidateDatabase(context.database);
    await run(context, 'dropDatabase', [context.database]);
    return { dropped: context.database, ok: 1 };
  },
};
