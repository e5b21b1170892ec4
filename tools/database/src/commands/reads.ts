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

const EMPTY_DOCUMENT_BYTES = 5;

/** Without a filter the engine counts from outdated statistics, so a filter that matches everything is added. */
function exactCount({ database, fields, message }: CommandContext): unknown[] {
  const query = fields.get('query');
  if (query && query.length > EMPTY_DOCUMENT_BYTES) return [database, message.body];
  const matchAll = encode({ query: { _id: { $gte: new MinKey() } } });
  return [database, join([...elementsWithout(message.body, 'query'), matchAll.subarray(4, matchAll.length - 1)])];
}

async function killCursors({ gateway, database, argument }: CommandContext): Promise<Record<string, unknown>> {
  const cursorsKilled: Long[] = [];
  const cursorsNotFound: Long[] = [];
  for (const id of (argument('cursors') ?? []) as unknown[]) {
    const killed = await gateway.cursors.kill(String(id), database);
    (killed ? cursorsKilled : cursorsNotFound).push(Long.fromString(String(id)));
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

export const readCommands: Record<string, Handler> = {
  find: firstPage('find'),
  aggregate: firstPage('aggregate'),
  getmore: ({ gateway, database, argument, message, transaction }) =>
    gateway.cursors.nextPage(String(argument('getMore')), database, message.body, transaction),
  killcursors: killCursors,
  count: passThrough('count', exactCount),
  distinct: passThrough('distinct'),
};
