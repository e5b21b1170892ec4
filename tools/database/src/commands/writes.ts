import type { Document } from 'bson';
import type { CommandContext, Handler } from '../gateway/context.js';
import { duplicateKeyError, type FailedStatement } from '../gateway/duplicate-key.js';
import { documentBytes, type EngineRow } from '../gateway/engine-calls.js';
import { Code, codeOfError, codeOfPacked, CommandError, sqlDetails } from '../gateway/errors.js';
import { decode, decodeExact, documents, elementsWithout, encode, join } from '../wire/bson.js';
import { run } from './pass-through.js';

type WriteKind = 'insert' | 'update' | 'delete';
/** Field of the command that holds its statements. */
export const STATEMENTS = { insert: 'documents', update: 'updates', delete: 'deletes' } as const;

const write =
  (kind: WriteKind): Handler =>
  async (context) => {
    const { database, message } = context;
    const { result, success } = await run(
      context,
      kind,
      [database, message.body, message.sequences.get(STATEMENTS[kind]) ?? null],
      didNothingForConflict,
    );
    const bytes = documentBytes(result);
    if (!bytes) throw new CommandError(1, `${kind}: the engine gave no answer`);
    return success ? bytes : withMongoErrors(context, bytes, kind);
  };

/** A write of one statement that lost a conflict: nothing was done. Of several, those before it are; the client is told then. */
function didNothingForConflict({ result, success }: Partial<EngineRow>): boolean {
  const bytes = success ? null : documentBytes(result);
  if (!bytes) return false;
  const { n, writeErrors = [] } = decodeExact(bytes) as { n?: number; writeErrors?: Document[] };
  return (
    Number(n ?? 0) === 0 &&
    writeErrors.length > 0 &&
    writeErrors.every(({ code }) => (codeOfPacked(Number(code)) ?? Number(code)) === Code.writeConflict)
  );
}

/** Translates the write errors of an answer; inside a transaction any of them ends it. */
async function withMongoErrors(context: CommandContext, bytes: Buffer, kind: WriteKind): Promise<Buffer> {
  const answer = decodeExact(bytes);
  for (const error of (answer['writeErrors'] ?? []) as Document[]) {
    const engineCode = Number(error['code']);
    const code = codeOfPacked(engineCode) ?? engineCode;
    error['code'] = code;
    if (context.transaction) await context.gateway.transactions.abort(context.sessionId);
    if (code === Code.duplicateKey) {
      const statement = failedStatement(context, kind, Number(error['index']));
      Object.assign(error, await duplicateKeyError(context, String(error['errmsg']), statement));
    } else if (context.transaction && (code === Code.writeConflict || code === Code.lockTimeout)) {
      throw new CommandError(Code.writeConflict, `Write conflict: ${String(error['errmsg'])}`);
    }
  }
  answer['ok'] = 1;
  return encode(answer);
}

function failedStatement(
  { message, argument }: CommandContext,
  kind: WriteKind,
  index: number,
): FailedStatement | null {
  const sequence = message.sequences.get(STATEMENTS[kind]);
  const bytes = sequence && [...documents(sequence)][index];
  const statement = bytes ? decode(bytes) : (argument(STATEMENTS[kind]) as Document[] | undefined)?.[index];
  if (!statement) return null;
  return kind === 'insert' ? { document: statement } : { filter: statement['q'] as Document, update: statement['u'] };
}

async function findAndModify(context: CommandContext): Promise<Buffer> {
  const { database, message, fields, argument } = context;
  // the engine doesn't know `hint` here; it only steers the plan
  const body = fields.has('hint') ? join(elementsWithout(message.body, 'hint')) : message.body;
  try {
    const bytes = documentBytes((await run(context, 'findAndModify', [database, body])).result);
    if (!bytes) throw new CommandError(1, 'findAndModify: the engine gave no answer');
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
