import { Long, MinKey } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { rewriteCommand } from '../gateway/rewrite.js';
import { elementsWithout, encode, join } from '../wire/bson.js';
import { passThrough } from './pass-through.js';

const firstPage =
  (call: 'find' | 'aggregate'): Handler =>
  ({ gateway, database, message, argument, transaction }) =>
    gateway.cursors.firstPage(call, database, rewriteCommand(message.body), {
      single: argument('singleBatch') === true,
      transaction,
    });

/** An empty BSON document is five bytes. */
const EMPTY_DOCUMENT = 5;

/** Without a filter the engine counts from statistics, which lag: a filter that all documents match is exact. */
function exactCount({ database, fields, message }: CommandContext): unknown[] {
  const query = fields.get('query');
  if (query && query.length > EMPTY_DOCUMENT) return [database, message.body];
  const everything = encode({ query: { _id: { $gte: new MinKey() } } });
  return [database, join([...elementsWithout(message.body, 'query'), everything.subarray(4, everything.length - 1)])];
}

async function killCursors({ gateway, argument }: CommandContext): Promise<Record<string, unknown>> {
  const cursorsKilled: Long[] = [];
  const cursorsNotFound: Long[] = [];
  for (const id of (argument('cursors') ?? []) as unknown[]) {
    const killed = await gateway.cursors.kill(String(id));
    (killed ? cursorsKilled : cursorsNotFound).push(Long.fromString(String(id)));
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

export const readCommands: Record<string, Handler> = {
  find: firstPage('find'),
  aggregate: firstPage('aggregate'),
  getmore: ({ gateway, argument, message, transaction }) =>
    gateway.cursors.nextPage(String(argument('getMore')), message.body, transaction),
  killcursors: killCursors,
  count: passThrough('count', exactCount),
  distinct: passThrough('distinct'),
};
