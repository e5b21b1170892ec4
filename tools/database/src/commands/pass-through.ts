import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext, Handler } from '../gateway/context.js';
import { Code, codeOfError } from '../gateway/errors.js';
import { callEngine, documentBytes, type EngineCall, type EngineRow } from '../gateway/engine-calls.js';

/** So often a call is begun anew after it was given up for another one's sake. */
const CONFLICTS = 50;
/** Before each time after the first it waits a while, longer each time, ms: newcomers may stand in its way. */
const PAUSE_MS = 8;
const LONGEST_PAUSE_MS = 250;

type Row = Partial<EngineRow>;

/**
 * Runs a call in the command's transaction if it has one. Outside of transactions a call that PostgreSQL gave up in
 * favour of another one (deadlock, serialisation) had no effect and is begun anew, as MongoDB does with its own
 * write conflicts; `conflicted` finds them in answers that carry their errors inside. Of one collection only one is
 * begun anew at a time: a crowd of inserts under one unique key would end in the same deadlock again and again.
 */
export async function run(
  { transaction, gateway, database, collection }: CommandContext,
  call: EngineCall,
  values: unknown[],
  conflicted: (row: Row) => boolean = () => false,
): Promise<Row> {
  if (transaction?.client) return callEngine(transaction.client, call, values);
  /** `null` for a call that gave way; `lastTime`: what comes is the answer. */
  const attempt = async (lastTime = false): Promise<Row | null> => {
    try {
      const row = await callEngine(gateway.pool, call, values);
      return lastTime || !conflicted(row) ? row : null;
    } catch (error) {
      if (lastTime || codeOfError(error) !== Code.writeConflict) throw error;
      return null;
    }
  };
  const anew = async (): Promise<Row> => {
    for (let lap = 1; ; lap++) {
      const row = await attempt(lap === CONFLICTS);
      if (row) return row;
      await sleep(Math.min(PAUSE_MS * lap, LONGEST_PAUSE_MS));
    }
  };
  return (await attempt()) ?? gateway.secondTries.take(`${database}.${collection ?? ''}`, anew);
}

/** Database and whole command body: what most calls take. */
export const databaseAndBody = (context: CommandContext): unknown[] => [context.database, context.message.body];

/** A command that the engine answers by itself. */
export const passThrough =
  (call: EngineCall, values: (context: CommandContext) => unknown[] = databaseAndBody): Handler =>
  async (context) =>
    documentBytes((await run(context, call, values(context))).result) ?? { ok: 1 };
