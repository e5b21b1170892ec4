import type { Document } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { duplicateKeyError, type FailedStatement } from '../gateway/duplicate-key.js';
import { documentBytes, type EngineRow } from '../gateway/engine-calls.js';
import { Code, codeOfError, codeOfPacked, CommandError, sqlDetails } from '../gateway/errors.js';
import {
  BsonType,
  decode,
  decodeExact,
  documents,
  elementsWithout,
  encode,
  join,
  scan,
  valueOf,
} from '../wire/bson.js';
import { run } from './pass-through.js';

type WriteKind = 'insert' | 'update' | 'delete';
const STATEMENTS = { insert: 'documents', update: 'updates', delete: 'deletes' } as const;

const write =
  (kind: WriteKind): Handler =>
  async (context) => {
    const { database, message } = context;
    const sequence = message.sequences.get(STATEMENTS[kind]) ?? null;
    const execute = () => run(context, kind, [database, message.body, sequence], isConflict);
    const upserts = kind === 'update' ? updatesOf(context).map((statement) => upsertedId(statement, 'q')) : [];
    const { result, success } = await inTurn(context, upserts, execute);
    const bytes = documentBytes(result);
    if (!bytes) throw new CommandError(1, `${kind}: the engine returned nothing`);
    return success ? bytes : withMongoErrors(context, bytes, kind);
  };

function updatesOf({ message: { body, sequences }, fields }: CommandContext): Buffer[] {
  const sequence = sequences.get('updates');
  if (sequence) return [...documents(sequence)];
  const list = fields.get('updates');
  if (!list) return [];
  const bytes = body.subarray(list.offset, list.offset + list.length);
  return [...scan(bytes).values()].map(({ offset, length }) => bytes.subarray(offset, offset + length));
}

/** The `_id` in the filter of an upsert, with its type. */
function upsertedId(statement: Buffer, filterName: 'q' | 'query'): string | undefined {
  const fields = scan(statement);
  const filter = fields.get(filterName);
  if (filter?.type !== BsonType.document || valueOf(statement, fields.get('upsert')) !== true) return undefined;
  const bytes = statement.subarray(filter.offset, filter.offset + filter.length);
  const id = scan(bytes).get('_id');
  return id && bytes.toString('hex', id.start, id.offset + id.length);
}

/**
 * Upserts of one `_id` wait for each other outside of transactions: of those that insert at the same time, the engine
 * keeps only the last, and reports success to all.
 */
function inTurn<T>(
  { gateway, transaction, database, collection }: CommandContext,
  ids: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (transaction?.client) return work();
  // Sorted, so that two commands never wait for each other.
  const sorted = [...new Set(ids.filter((id) => id !== undefined))].toSorted();
  return sorted.reduceRight<() => Promise<T>>(
    (next, id) => () => gateway.upserts.run(`${database}.${collection ?? ''}:${id}`, next),
    work,
  )();
}

/** True when nothing was written because of conflicts; a partly applied write must not be retried. */
function isConflict({ result, success }: Partial<EngineRow>): boolean {
  const bytes = success ? null : documentBytes(result);
  if (!bytes) return false;
  const { n, writeErrors = [] } = decodeExact(bytes) as { n?: unknown; writeErrors?: Document[] };
  return (
    Number(n ?? 0) === 0 &&
    writeErrors.length > 0 &&
    writeErrors.every(({ code }) => (codeOfPacked(Number(code)) ?? Number(code)) === Code.writeConflict)
  );
}

async function withMongoErrors(context: CommandContext, bytes: Buffer, kind: WriteKind): Promise<Buffer> {
  const response = decodeExact(bytes);
  for (const error of (response['writeErrors'] ?? []) as Document[]) {
    const engineCode = Number(error['code']);
    const code = codeOfPacked(engineCode) ?? engineCode;
    error['code'] = code;
    if (context.transaction) await context.gateway.transactions.abort(context.sessionId);
    if (code === Code.duplicateKey) {
      const statement = findStatement(context, kind, Number(error['index']));
      Object.assign(error, await duplicateKeyError(context, String(error['errmsg']), statement));
    } else if (context.transaction && (code === Code.writeConflict || code === Code.lockTimeout)) {
      throw new CommandError(Code.writeConflict, `Write conflict: ${String(error['errmsg'])}`);
    }
  }
  response['ok'] = 1;
  return encode(response);
}

function findStatement({ message, argument }: CommandContext, kind: WriteKind, index: number): FailedStatement | null {
  const sequence = message.sequences.get(STATEMENTS[kind]);
  const bytes = sequence && [...documents(sequence)][index];
  const statement = bytes ? decode(bytes) : (argument(STATEMENTS[kind]) as Document[] | undefined)?.[index];
  if (!statement) return null;
  return kind === 'insert' ? { document: statement } : { filter: statement['q'] as Document, update: statement['u'] };
}

async function findAndModify(context: CommandContext): Promise<Buffer> {
  const { database, message, fields, argument } = context;
  // The engine does not support `hint` here, which only affects the plan.
  const body = fields.has('hint') ? join(elementsWithout(message.body, 'hint')) : message.body;
  try {
    const execute = () => run(context, 'findAndModify', [database, body]);
    const bytes = documentBytes((await inTurn(context, [upsertedId(message.body, 'query')], execute)).result);
    if (!bytes) throw new CommandError(1, 'findAndModify: the engine returned nothing');
    return bytes;
  } catch (error) {
    if (codeOfError(error) !== Code.duplicateKey) throw error;
    const { message: text, constraint } = sqlDetails(error);
    const statement = { filter: (argument('query') ?? {}) as Document, update: argument('update') };
    const { errmsg, keyPattern, keyValue } = await duplicateKeyError(context, text, statement, constraint);
    throw new CommandError(Code.duplicateKey, String(errmsg), { keyPattern, keyValue });
  }
}

export const writeCommands: Record<string, Handler> = {
  insert: write('insert'),
  update: write('update'),
  delete: write('delete'),
  findandmodify: findAndModify,
};
