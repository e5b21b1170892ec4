import { UUID } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { CommandError } from '../gateway/errors.js';
import { HOST } from '../gateway/gateway.js';
import { encode } from '../wire/bson.js';
import { passThrough } from './pass-through.js';

async function endSessions(context: CommandContext): Promise<Record<string, unknown>> {
  const sessions = (context.argument(context.command) ?? []) as { id?: { toString(encoding: 'hex'): string } }[];
  for (const session of sessions) {
    const id = session.id?.toString('hex') ?? '';
    context.gateway.retryableWrites.delete(id);
    await context.gateway.transactions.endSession(id);
  }
  return { ok: 1 };
}

const EXPLAIN_FUNCTIONS: Record<string, string> = {
  find: 'find',
  aggregate: 'pipeline',
  count: 'count',
  distinct: 'distinct',
};

async function explain({ argument, gateway, database }: CommandContext): Promise<Record<string, unknown>> {
  const inner = argument('explain') as Record<string, unknown>;
  const kind = Object.keys(inner)[0] ?? '';
  const call = EXPLAIN_FUNCTIONS[kind];
  if (!call) throw new CommandError(115, `explain of ${kind} is not supported`);
  const { rows } = await gateway.pool.query<{ 'QUERY PLAN': { Plan: unknown }[] }>(
    `EXPLAIN (COSTS OFF, FORMAT JSON) SELECT document FROM documentdb_api_catalog.bson_aggregation_${call}($1, $2::bytea)`,
    [database, encode(inner)],
  );
  return {
    queryPlanner: { namespace: `${database}.${String(inner[kind])}`, winningPlan: rows[0]?.['QUERY PLAN'][0]?.Plan },
    serverInfo: { host: HOST, port: gateway.options.port, version: '8.0.0' },
    ok: 1,
  };
}

export const adminCommands: Record<string, Handler> = {
  explain,
  endsessions: endSessions,
  killsessions: endSessions,
  refreshsessions: () => ({ ok: 1 }),
  startsession: () => ({ id: { id: new UUID() }, timeoutMinutes: 30, ok: 1 }),
  killallsessions: async ({ gateway }) => {
    await gateway.transactions.abortAll();
    return { ok: 1 };
  },
  listdatabases: passThrough('listDatabases', ({ message }) => [message.body]),
  dbstats: passThrough('dbStats', ({ database, argument }) => [database, Number(argument('scale') ?? 1)]),
};
