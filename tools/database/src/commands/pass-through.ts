import type { CommandContext, Handler } from '../gateway/context.js';
import { callEngine, documentBytes, type EngineCall, type EngineRow } from '../gateway/engine-calls.js';

/** Runs a call in the command's transaction if it has one. */
export const run = ({ transaction, gateway }: CommandContext, call: EngineCall, values: unknown[]): Promise<Partial<EngineRow>> =>
  callEngine(transaction?.client ?? gateway.pool, call, values);

/** Database and whole command body: what most calls take. */
export const databaseAndBody = (context: CommandContext): unknown[] => [context.database, context.message.body];

/** A command that the engine answers by itself. */
export const passThrough =
  (call: EngineCall, values: (context: CommandContext) => unknown[] = databaseAndBody): Handler =>
  async (context) =>
    documentBytes((await run(context, call, values(context))).result) ?? { ok: 1 };
