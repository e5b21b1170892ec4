import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext, Handler } from '../gateway/context.js';
import { Code, codeOfError } from '../gateway/errors.js';
import { callEngine, documentBytes, type EngineCall, type EngineRow } from '../gateway/engine-calls.js';

/** So often a call is begun anew after it was given up for another one's sake. */
const CONFLICTS = 50;
/** Before that it waits a while, at random and longer each time, ms: all at once they would stand in each other's way for ever. */
const PAUSE_MS = 8;
const LONGEST_PAUSE_MS = 250;

/**
 * Runs a call in the command's transaction if it has one. Outside of transactions a call that PostgreSQL gave up in
 * favour of another one (deadlock, serialisation) had no effect and is begun anew, as MongoDB does with its own
 * write conflicts; `conflicted` finds them in answers that carry their errors inside.
 */
export async function run({ transaction, gateway }: CommandContext, call: EngineCall, values: unknown[], conflicted: (row: Partial<EngineRow>) => boolean = () => false): Promise<Partial<EngineRow>> {
  if (transaction?.client) return callEngine(transaction.client, call, values);
  for (let lap = 1; ; lap++) {
    try {
      const row = await callEngine(gateway.pool, call, values);
      if (lap > CONFLICTS || !conflicted(row)) return row;
    } catch (error) {
      if (lap > CONFLICTS || codeOfError(error) !== Code.writeConflict) throw error;
    }
    await sleep(Math.random() * Math.min(PAUSE_MS * lap, LONGEST_PAUSE_MS));
  }
}

/** Database and whole command body: what most calls take. */
export const databaseAndBody = (context: CommandContext): unknown[] => [context.database, context.message.body];

/** A command that the engine answers by itself. */
export const passThrough =
  (call: EngineCall, values: (context: CommandContext) => unknown[] = databaseAndBody): Handler =>
  async (context) =>
    documentBytes((await run(context, call, values(context))).result) ?? { ok: 1 };
