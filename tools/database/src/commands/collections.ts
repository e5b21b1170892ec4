// Collections and their indexes.
import type { Document } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { documentBytes } from '../gateway/engine-calls.js';
import { codeOfPacked, CommandError } from '../gateway/errors.js';
import { decode, decodeExact, encode } from '../wire/bson.js';
import { databaseAndBody, passThrough, run } from './pass-through.js';

const forgetIndexes = ({ gateway, database, collection = '' }: CommandContext): void =>
  gateway.indexKeys.forgetCollection(database, collection);

/** Throws the refusal that an index command's answer may carry. */
function refuseFailed(answer: Document): void {
  if (answer['ok'] === undefined || Number(answer['ok']) === 1) return;
  const code = Number(answer['code'] ?? 1);
  throw new CommandError(codeOfPacked(code) ?? code, String(answer['errmsg']));
}

async function createIndexes(context: CommandContext): Promise<Document> {
  forgetIndexes(context);
  const bytes = documentBytes((await run(context, 'createIndexes', databaseAndBody(context))).result);
  const answer = bytes ? decode(bytes) : {};
  const shard = (answer['raw']?.['defaultShard'] ?? answer) as Document;
  refuseFailed(shard);
  const { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, note } = shard;
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, note: note || undefined, ok: 1 };
}

async function dropIndexes(context: CommandContext): Promise<Document> {
  forgetIndexes(context);
  const bytes = documentBytes((await run(context, 'dropIndexes', databaseAndBody(context))).retval);
  const answer = bytes ? decode(bytes) : { ok: 1 };
  refuseFailed(answer);
  return answer;
}

async function listIndexes({ gateway, database, message, transaction }: CommandContext): Promise<Buffer> {
  const answer = decodeExact(await gateway.cursors.firstPage('listIndexes', database, message.body, { transaction }));
  // the engine's own note; a driver would send it back when it copies an index
  for (const index of (answer['cursor'] as { firstBatch: Document[] }).firstBatch) delete index['storageEngine'];
  return encode(answer);
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
    forgetIndexes(context);
    const { result } = await run(context, 'drop', [context.database, context.collection]);
    return result ? { nIndexesWas: 1, ns: `${context.database}.${context.collection}`, ok: 1 } : { ok: 1 };
  },
  dropdatabase: async (context) => {
    context.gateway.indexKeys.forgetDatabase(context.database);
    await run(context, 'dropDatabase', [context.database]);
    return { dropped: context.database, ok: 1 };
  },
};
