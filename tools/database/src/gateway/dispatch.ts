// From a parsed message to the bytes of its answer: finds the handler, applies transactions and retryable
// writes, turns whatever is thrown into MongoDB's error document.
import type { Document } from 'bson';
import { COMMANDS } from '../commands/commands.js';
import { encode } from '../wire/bson.js';
import type { CommandContext } from './context.js';
import { duplicateKeyError } from './duplicate-key.js';
import { Code, codeName, codeOfError, CommandError, sqlDetails } from './errors.js';

const IN_TRANSACTION = new Set([
  'find',
  'aggregate',
  'insert',
  'update',
  'delete',
  'findandmodify',
  'distinct',
  'getmore',
  'killcursors',
  'committransaction',
  'aborttransaction',
  'create',
  'createindexes',
  'bulkwrite',
]);
const ENDS_TRANSACTION = new Set(['committransaction', 'aborttransaction']);
/** Errors after which a driver may run the whole transaction again. */
const TRANSIENT: ReadonlySet<number> = new Set([
  Code.writeConflict,
  Code.noSuchTransaction,
  Code.shutdown,
  Code.hostUnreachable,
]);

/** As which kind a command is counted; all others are `command`. */
const COUNTED: Readonly<Record<string, keyof CommandContext['gateway']['opcounters']>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'delete',
  getmore: 'getmore',
};

/** Executes one command; never rejects. */
export async function dispatch(context: CommandContext): Promise<Buffer> {
  const name = context.command.toLowerCase();
  context.gateway.opcounters[COUNTED[name] ?? 'command'] += 1;
  const inTransaction = context.operationNumber !== null && context.argument('autocommit') === false;
  try {
    return await execute(context, name, inTransaction);
  } catch (error) {
    return encode(await errorAnswer(context, name, inTransaction, error));
  }
}

async function execute(context: CommandContext, name: string, inTransaction: boolean): Promise<Buffer> {
  const handler = COMMANDS[name];
  if (!handler) throw new CommandError(Code.commandNotFound, `no such command: '${context.command}'`);
  if (!context.database && name !== 'hello' && name !== 'ismaster') {
    throw new CommandError(Code.missingDatabase, 'OP_MSG requests require a $db argument');
  }
  if (inTransaction) await joinTransaction(context, name);
  else refuseSnapshotRead(context);

  const { sessionId, operationNumber, gateway } = context;
  const run = async (): Promise<Buffer> => {
    const answer = await handler(context);
    return Buffer.isBuffer(answer) ? answer : encode(answer);
  };
  if (inTransaction || operationNumber === null) return run();
  const recorded = gateway.retries.find(sessionId, operationNumber);
  if (recorded) return recorded;
  const answer = run();
  gateway.retries.keep(sessionId, operationNumber, answer);
  return answer;
}

function refuseSnapshotRead({ fields, argument }: CommandContext): void {
  const concern = fields.has('readConcern') ? (argument('readConcern') as Document | null) : null;
  if (concern?.['level'] === 'snapshot') {
    throw new CommandError(Code.snapshotUnavailable, 'snapshot reads outside a transaction are not supported');
  }
}

async function joinTransaction(context: CommandContext, name: string): Promise<void> {
  if (ENDS_TRANSACTION.has(name)) return;
  if (!IN_TRANSACTION.has(name)) {
    throw new CommandError(Code.notInTransaction, `Cannot run '${context.command}' in a multi-document transaction.`);
  }
  const { transactions } = context.gateway;
  const number = context.operationNumber ?? '';
  context.transaction = context.argument('startTransaction')
    ? await transactions.begin(context.sessionId, number)
    : transactions.current(context.sessionId, number);
}

async function errorAnswer(
  context: CommandContext,
  name: string,
  inTransaction: boolean,
  error: unknown,
): Promise<Document> {
  let code = codeOfError(error);
  const { message, constraint, code: sqlstate } = sqlDetails(error);
  if (context.gateway.options.debug) console.error(`${context.command}: ${code} ${sqlstate ?? ''} ${message}`);
  const answer: Document = { ok: 0, errmsg: message || 'internal error' };
  if (error instanceof CommandError) Object.assign(answer, error.fields);
  else if (code === Code.duplicateKey && context.collection) {
    Object.assign(answer, await duplicateKeyError(context, message, null, constraint));
  }
  if (inTransaction) {
    if (context.transaction) await context.gateway.transactions.abort(context.sessionId);
    if (code === Code.lockTimeout) code = Code.writeConflict;
    if (TRANSIENT.has(code) && name !== 'aborttransaction') answer['errorLabels'] = ['TransientTransactionError'];
  }
  return { ...answer, code, codeName: codeName(code) };
}
