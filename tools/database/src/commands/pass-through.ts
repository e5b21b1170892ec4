import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext, Handler } from '../gateway/context.js';
import { callEngine, documentBytes, type EngineCall, type EngineRow } from '../gateway/engine-calls.js';
import { Code, codeOfError } from '../gateway/errors.js';

const MAX_RETRIES = 50;
const RETRY_DELAY_STEP_MS = 8;
const MAX_RETRY_DELAY_MS = 250;

type Row = Partial<EngineRow>;

/**
 * Runs an engine call. Outside of transactions, a call that PostgreSQL aborted (deadlock, serialisation failure) is
 * retried, as MongoDB does, one per collection: concurrent inserts under one unique key would deadlock again and again.
 */
export async function run(
  { transaction, gateway, database, collection }: CommandContext,
  call: EngineCall,
  values: unknown[],
  isConflict: (row: Row) => boolean = () => false,
): Promise<Row> {
  if (transaction?.client) return callEngine(transaction.client, call, values);
  const attempt = async (isLast = false): Promise<Row | null> => {
    try {
      const row = await callEngine(gateway.pool, call, values);
      return isLast || !isConflict(row) ? row : null;
    } catch (error) {
      if (isLast || codeOfError(error) !== Code.writeConflict) throw error;
      return null;
    }
  };
  const retry = async (): Promise<Row> => {
    for (let count = 1; ; count++) {
      const row = await attempt(count === MAX_RETRIES);
      if (row) return row;
      await sleep(Math.min(RETRY_DELAY_STEP_MS * count, MAX_RETRY_DELAY_MS));
    }
  };
  return (await attempt()) ?? gateway.conflictRetries.run(`${database}.${collection ?? ''}`, retry);
}

export const databaseAndBody = (context: CommandContext): unknown[] => [context.database, context.message.body];

export const passThrough =
  (call: EngineCall, values: (context: CommandContext) => unknown[] = databaseAndBody): Handler =>
  async (context) =>
    documentBytes((await run(context, call, values(context))).result) ?? { ok: 1 };
