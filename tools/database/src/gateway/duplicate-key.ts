// Duplicate-key errors (11000) as MongoDB gives them: with keyPattern and keyValue, which mongoose and the
// services read.
import type { Document } from 'bson';
import type { CommandContext } from './context.js';
import { Code } from './errors.js';

/** The statement that failed: an inserted document, or the filter and update of a write. */
export type FailedStatement = { document: Document } | { filter: Document; update: unknown };

/** `code`, `errmsg`, and where the index is known `keyPattern` and `keyValue`. */
export async function duplicateKeyError(
  context: CommandContext,
  engineMessage: string,
  statement: FailedStatement | null,
  constraint?: string,
): Promise<Document> {
  const { database, collection = '', gateway } = context;
  const name = await indexName(context, engineMessage, constraint);
  const keyPattern = name ? await gateway.indexKeys.of(database, collection, name) : null;
  const start = `E11000 duplicate key error collection: ${database}.${collection} index: ${name ?? 'unknown'}`;
  if (!keyPattern) return { code: Code.duplicateKey, errmsg: `${start} dup key: {}` };
  const keyValue: Document = {};
  for (const path of Object.keys(keyPattern)) keyValue[path] = (statement ? valueAt(path, statement) : null) ?? null;
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  return { code: Code.duplicateKey, errmsg: `${start} dup key: { ${shown.join(', ')} }`, keyPattern, keyValue };
}

async function indexName({ gateway }: CommandContext, message: string, constraint = ''): Promise<string | null> {
  const byNumber = /^documents_rum_index_(\d+)/.exec(constraint)?.[1];
  if (byNumber) {
    const name = await gateway.indexKeys.nameOf(byNumber).catch(() => null);
    if (name) return name;
  }
  if (constraint.startsWith('collection_pk')) return '_id_';
  return /[Ii]ndex '([^']+)'/.exec(message)?.[1] ?? /index: (\S+)/.exec(message)?.[1] ?? null;
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return '_bsontype' in value && value._bsontype === 'ObjectId'
    ? `ObjectId('${String(value)}')`
    : JSON.stringify(value);
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (inner: unknown, key) => (inner === null || typeof inner !== 'object' ? undefined : (inner as Document)[key]),
      value,
    );

function valueAt(path: string, statement: FailedStatement): unknown {
  if ('document' in statement) return at(statement.document, path);
  const { filter, update } = statement;
  const fromUpdate =
    typeof update === 'object' && update !== null && !Array.isArray(update) ? valueSetBy(update, path) : undefined;
  if (fromUpdate !== undefined) return fromUpdate;
  const asked: unknown = filter[path] ?? at(filter, path);
  const operator = typeof asked === 'object' && asked !== null ? Object.keys(asked)[0] : undefined;
  return operator?.startsWith('$') ? (asked as Document)['$eq'] : asked;
}

function valueSetBy(update: Document, path: string): unknown {
  if (!Object.keys(update).some((key) => key.startsWith('$'))) return at(update, path);
  for (const operator of ['$set', '$setOnInsert']) {
    const set: unknown = update[operator];
    if (typeof set !== 'object' || set === null) continue;
    const value = (set as Document)[path] ?? at(set, path);
    if (value !== undefined) return value;
  }
  return undefined;
}
