import type { Document } from 'bson';
import { authorize } from '../access/authorize.js';
import { COMMANDS } from '../commands/commands.js';
import { encode } from '../wire/bson.js';
import type { CommandContext } from './context.js';
import { duplicateKeyError } from './duplicate-key.js';
import { Code, codeName, codeOfError, CommandError, sqlDetails } from './errors.js';

const ALLOWED_IN_TRANSACTION = new Set([
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
]);
const END_TRANSACTION = new Set(['committransaction', 'aborttransaction']);
/** Errors after which drivers retry the whole transaction. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([
  Code.writeConflict,
  Code.noSuchTransaction,
  Code.shutdown,
  Code.hostUnreachable,
]);

const OPCOUNTERS: Readonly<Record<string, keyof CommandContext['gateway']['opcounters']>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'delete',
  getmore: 'getmore',
};

/** Executes a command and returns its response, or MongoDB's error document; never rejects. */
export async function dispatch(context: CommandContext): Promise<Buffer> {
  const name = context.command.toLowerCase();
  context.gateway.opcounters[OPCOUNTERS[name] ?? 'command'] += 1;
  const inTransaction = context.operationNumber !== null && context.argument('autocommit') === false;
  try {
    return await execute(context, name, inTransaction);
  } catch (error) {
    return encode(await buildErrorResponse(context, name, inTransaction, error));
  }
}

async function execute(context: CommandContext, name: string, inTransaction: boolean): Promise<Buffer> {
  const handler = COMMANDS[name];
  if (!handler) throw new CommandError(Code.commandNotFound, `no such command: '${context.command}'`);
  if (!context.database && name !== 'hello' && name !== 'ismaster') {
    throw new CommandError(Code.missingDatabase, 'OP_MSG requests require a $db argument');
  }
  authorize(context, name);
  if (inTransaction) await joinTransaction(context, name);
  else rejectSnapshotRead(context);

  const { sessionId, operationNumber, gateway } = context;
  const run = async (): Promise<Buffer> => {
    const response = await handler(context);
    return Buffer.isBuffer(response) ? response : encode(response);
  };
  if (inTransaction || operationNumber === null) return run();
  const first = gateway.retryableWrites.find(sessionId, operationNumber);
  if (first) return first;
  const response = run();
  gateway.retryableWrites.add(sessionId, operationNumber, response);
  return response;
}

function rejectSnapshotRead({ fields, argument }: CommandContext): void {
  const concern = fields.has('readConcern') ? (argument('readConcern') as Document | null) : null;
  if (concern?.['level'] === 'snapshot') {
    throw new CommandError(Code.snapshotUnavailable, 'snapshot reads outside a transaction are not supported');
  }
}

async function joinTransaction(context: CommandContext, name: string): Promise<void> {
  if (END_TRANSACTION.has(name)) return;
  if (!ALLOWED_IN_TRANSACTION.has(name)) {
    throw new CommandError(Code.notInTransaction, `Cannot run '${context.command}' in a multi-document transaction.`);
  }
  const { transactions } = context.gateway;
  const number = context.operationNumber ?? '';
  context.transaction = context.argument('startTransaction')
    ? await transactions.begin(context.sessionId, number)
    : transactions.current(context.sessionId, number);
}

async function buildErrorResponse(
  context: CommandContext,
  name: string,
  inTransaction: boolean,
  error: unknown,
): Promise<Document> {
  let code = codeOfError(error);
  const { message, constraint, code: sqlstate } = sqlDetails(error);
  if (context.gateway.options.debug) console.error(`${context.command}: ${code} ${sqlstate ?? ''} ${message}`);
  const response: Document = { ok: 0, errmsg: message || 'internal error' };
  if (error instanceof CommandError) Object.assign(response, error.fields);
  else if (code === Code.duplicateKey && context.collection) {
    Object.assign(response, await duplicateKeyError(context, message, null, constraint));
  }
  if (inTransaction) {
    if (context.transaction) await context.gateway.transactions.abort(context.sessionId);
    if (code === Code.lockTimeout) code = Code.writeConflict;
    if (TRANSIENT_CODES.has(code) && name !== 'aborttransaction')
      response['errorLabels'] = ['TransientTransactionError'];
  }
  return { ...response, code, codeName: codeName(code) };
}
