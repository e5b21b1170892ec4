import { Long, type Document } from 'bson';
import type { CommandContext } from '../gateway/context.js';
import { Code, codeOfError, CommandError, sqlDetails } from '../gateway/errors.js';
import { decode, decodeExact, documents, encode, scan, valueOf } from '../wire/bson.js';
import { STATEMENTS, writeCommands } from './writes.js';

type Kind = keyof typeof STATEMENTS;
const COMMON = ['let', 'bypassDocumentValidation', 'comment', 'writeConcern'];
const truthy = (value: unknown): boolean =>
  Boolean(typeof value === 'object' && value !== null ? value.valueOf() : value);

/** Executes each operation as a single statement, because the engine has no bulkWrite command yet. */
export async function bulkWrite(context: CommandContext): Promise<Document> {
  const operations = readDocuments(context, 'ops');
  const namespaces = readDocuments(context, 'nsInfo').map((info) => String(info['ns']));
  const ordered = context.argument('ordered') !== false;
  const errorsOnly = context.argument('errorsOnly') === true;
  const common = Object.fromEntries(
    COMMON.filter((name) => context.fields.has(name)).map((name) => [name, context.argument(name)]),
  );
  const totals = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
  const results: Document[] = [];

  for (const [idx, operation] of operations.entries()) {
    const { kind, database, collection, statement } = readOperation(operation, namespaces);
    const response = await runOne(context, kind, { database, collection, statement, common });
    const error = (response['writeErrors'] as Document[] | undefined)?.[0];
    if (error) {
      totals.nErrors++;
      const { code, errmsg, keyPattern, keyValue } = error;
      results.push({
        ok: 0,
        idx,
        code,
        errmsg,
        n: 0,
        nModified: kind === 'update' ? 0 : undefined,
        keyPattern,
        keyValue,
      });
      if (ordered || context.transaction) break;
    } else {
      const result = { ok: 1, idx, ...addToTotals(kind, response, totals) };
      if (!errorsOnly) results.push(result);
    }
  }
  return { cursor: { id: Long.ZERO, firstBatch: results, ns: 'admin.$cmd.bulkWrite' }, ...totals, ok: 1 };
}

function readDocuments({ message, fields }: CommandContext, name: string): Document[] {
  const sequence = message.sequences.get(name);
  if (sequence) return [...documents(sequence)].map(decodeExact);
  const field = fields.get(name);
  return field
    ? Object.values<Document>(decodeExact(message.body.subarray(field.offset, field.offset + field.length)))
    : [];
}

function readOperation(
  operation: Document,
  namespaces: string[],
): { kind: Kind; database: string; collection: string; statement: Document } {
  const kind = Object.keys(operation)[0] as Kind;
  const namespace = namespaces[Number(operation[kind])];
  if (namespace === undefined) throw new CommandError(Code.badValue, 'BulkWrite ops entry has an invalid nsInfo index');
  const dot = namespace.indexOf('.');
  const { [kind]: _namespace, filter, updateMods, multi, document, ...rest } = operation;
  const statements: Record<Kind, () => Document> = {
    insert: () => document as Document,
    update: () => ({ q: filter, u: updateMods, multi: truthy(multi), ...rest }),
    delete: () => ({ q: filter, limit: truthy(multi) ? 0 : 1, ...rest }),
  };
  return {
    kind,
    database: namespace.slice(0, dot),
    collection: namespace.slice(dot + 1),
    statement: statements[kind](),
  };
}

async function runOne(
  context: CommandContext,
  kind: Kind,
  {
    database,
    collection,
    statement,
    common,
  }: { database: string; collection: string; statement: Document; common: Document },
): Promise<Document> {
  const body = encode({ [kind]: collection, ...common, [STATEMENTS[kind]]: [statement] });
  const fields = scan(body);
  const single: CommandContext = {
    ...context,
    command: kind,
    database,
    collection,
    fields,
    message: { ...context.message, body, sequences: new Map() },
    argument: (name) => valueOf(body, fields.get(name)),
  };
  try {
    const response = await writeCommands[kind]?.(single);
    return Buffer.isBuffer(response) ? decode(response) : (response ?? {});
  } catch (error) {
    const { code, message } = sqlDetails(error);
    if (context.transaction || (!code && !(error instanceof CommandError))) throw error;
    return { n: 0, writeErrors: [{ code: codeOfError(error), errmsg: message }] };
  }
}

function addToTotals(kind: Kind, response: Document, totals: Record<string, number>): Document {
  const add = (name: string, by: unknown): void => void (totals[name] = (totals[name] ?? 0) + Number(by));
  const { n } = response;
  if (kind === 'insert') add('nInserted', n);
  if (kind === 'delete') add('nDeleted', n);
  if (kind !== 'update') return { n };
  add('nModified', response['nModified']);
  const upserted = (response['upserted'] as { _id: unknown }[] | undefined)?.[0];
  if (upserted) add('nUpserted', 1);
  else add('nMatched', n);
  return { n, nModified: response['nModified'], upserted: upserted && { _id: upserted._id } };
}
