import { ObjectId, type Document } from 'bson';
import type { CommandContext } from './context.js';
import { Code } from './errors.js';

export type FailedStatement = { document: Document } | { filter: Document; update: unknown };

/** Returns error 11000, with the `keyPattern` and `keyValue` that mongoose reads where the index is known. */
export async function duplicateKeyError(
  context: CommandContext,
  engineMessage: string,
  statement: FailedStatement | null,
  constraint?: string,
): Promise<Document> {
  const { database, collection = '', gateway } = context;
  const name = await findIndexName(context, engineMessage, constraint);
  const keyPattern = name ? await gateway.indexKeys.of(database, collection, name) : null;
  const start = `E11000 duplicate key error collection: ${database}.${collection} index: ${name ?? 'unknown'}`;
  if (!keyPattern) return { code: Code.duplicateKey, errmsg: `${start} dup key: {}` };
  const keyValue: Document = {};
  for (const path of Object.keys(keyPattern)) keyValue[path] = (statement ? valueAt(path, statement) : null) ?? null;
  const pairs = Object.entries(keyValue).map(([path, value]) => `${path}: ${format(value)}`);
  return { code: Code.duplicateKey, errmsg: `${start} dup key: { ${pairs.join(', ')} }`, keyPattern, keyValue };
}

async function findIndexName({ gateway }: CommandContext, message: string, constraint = ''): Promise<string | null> {
  const byNumber = /^documents_rum_index_(\d+)/.exec(constraint)?.[1];
  if (byNumber) {
    const name = await gateway.indexKeys.nameOf(byNumber).catch(() => null);
    if (name) return name;
  }
  if (constraint.startsWith('collection_pk')) return '_id_';
  return /[Ii]ndex '([^']+)'/.exec(message)?.[1] ?? /index: (\S+)/.exec(message)?.[1] ?? null;
}

function format(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return value instanceof ObjectId ? `ObjectId('${value.toHexString()}')` : JSON.stringify(value);
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
  const condition: unknown = filter[path] ?? at(filter, path);
  const operator = typeof condition === 'object' && condition !== null ? Object.keys(condition)[0] : undefined;
  return operator?.startsWith('$') ? (condition as Document)['$eq'] : condition;
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
