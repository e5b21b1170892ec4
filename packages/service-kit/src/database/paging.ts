import { createHash } from 'node:crypto';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { Error as MongooseError, type Model, type ProjectionType, type QueryFilter } from 'mongoose';
import { AppError } from '../app-error.js';

/** A filter, and the name of the index that finds its matches. */
export interface IndexedFilter<T> {
  filter: QueryFilter<T>;
  index: string;
}

interface PageQuery<T> {
  filter: QueryFilter<T>;
  /** Identifies the list in its cursors. The filter, unless this is set for one that may change between two pages. */
  name?: readonly (string | undefined)[] | undefined;
  projection?: ProjectionType<T>;
  /** Ends with a unique field. By id, the newest first. */
  sort?: Record<string, 1 | -1>;
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  /**
   * Name of the index that has the order of the list, after the fields that equal a value in the filter; or the
   * filter's alternatives with theirs.
   */
  index?: string | readonly IndexedFilter<T>[] | undefined;
  /** How many match, where that is known. */
  total?: number | undefined;
  /** Alternatives of the filter whose indexes have another order. Used unless they find more than MAX_COUNT. */
  finders?: readonly IndexedFilter<T>[] | undefined;
  best?: BestMatches<T> | undefined;
}

/**
 * Better matches than the others, such as whole words; their index has the order of the list. MANY of them are listed
 * alone where they fill a page: nobody would read on to the others, and finding those takes long.
 */
export interface BestMatches<T> extends IndexedFilter<T> {
  /** The filter with all other conditions of the list. */
  listed: QueryFilter<T>;
  /** What is listed instead where those conditions leave less than a page of them; all matches without it. */
  similar?: QueryFilter<T> | undefined;
}

export interface PageOf<T> {
  items: T[];
  /** Of all pages, at most MAX_COUNT; only on the first page. */
  total?: number;
  /** Missing on the last page. */
  nextCursor?: string;
}

type CursorValue = string | number;

export const ID_INDEX = '_id_';
const MANY = 100;

/**
 * Returns the page after the cursor, or the first one. A page costs the same wherever it is in the list, and changes
 * of the list meanwhile neither repeat nor hide other documents.
 * @throws AppError VALIDATION_FAILED for a cursor that is not of this list with this filter or name
 */
export async function findPage<T>(model: Model<T>, query: PageQuery<T>): Promise<PageOf<T>> {
  const { filter, name, sort = { _id: -1 }, cursor, best } = query;
  const list = JSON.stringify([model.modelName, sort, name ?? filter]);
  const listOf = (kind: 'best' | 'similar') => JSON.stringify([list, kind]);
  const continues = (kind: 'best' | 'similar') => cursor !== undefined && isOf(listOf(kind), cursor);
  const readSimilar = (similar: QueryFilter<T>) =>
    readPage(model, listOf('similar'), { ...query, filter: similar }, query.finders);
  if (continues('best') || (best && cursor === undefined && (await hasMany(model, best)))) {
    const page = await readPage(model, listOf('best'), {
      ...query,
      filter: best?.listed ?? filter,
      index: best?.index,
    });
    // On one page, they are few because of the other conditions: what is wanted may be among the other matches.
    if (cursor !== undefined || page.nextCursor) return page;
    if (best?.similar) return readSimilar(best.similar);
  }
  if (best?.similar && continues('similar')) return readSimilar(best.similar);
  return readPage(model, list, query, query.finders);
}

const hasMany = async <T>(model: Model<T>, { filter, index }: BestMatches<T>): Promise<boolean> =>
  (await count(model, filter, index, MANY)) === MANY;

async function readPage<T>(
  model: Model<T>,
  list: string,
  { filter, projection, sort = { _id: -1 }, limit, cursor, index, total }: PageQuery<T>,
  finders?: PageQuery<T>['finders'],
): Promise<PageOf<T>> {
  const after = cursor === undefined ? undefined : afterCursor(model, sort, decodeCursor(list, cursor));
  const query = after ? ({ $and: [filter, after] } as QueryFilter<T>) : filter;
  // One more than the page shows whether there is a next one.
  const selection: Selection<T> = { query, projection, sort, limit: limit + 1 };
  const few = finders && (await findFew(model, selection, finders));
  const found = few?.found ?? (await findInOrder(model, selection, index));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isLast = found.length <= limit;
  const countAll = async (): Promise<number> =>
    isLast ? items.length : (total ?? few?.total ?? (finders ? MAX_COUNT : await count(model, filter, index)));
  return {
    items,
    ...(after ? {} : { total: await countAll() }),
    ...(last && !isLast ? { nextCursor: encodeCursor(list, positionOf(last, sort)) } : {}),
  };
}

interface Selection<T> {
  query: QueryFilter<T>;
  projection: ProjectionType<T> | undefined;
  sort: Record<string, 1 | -1>;
  limit: number;
}

type Order<T> = PageQuery<T>['index'];

const count = <T>(model: Model<T>, filter: QueryFilter<T>, index: Order<T>, limit = MAX_COUNT): Promise<number> =>
  model.countDocuments(filter, { limit, ...(typeof index === 'string' ? { hint: index } : {}) }).exec();

async function findInOrder<T>(model: Model<T>, selection: Selection<T>, index: Order<T>): Promise<T[]> {
  const { query, projection, sort, limit } = selection;
  if (typeof index === 'object') {
    const lists = await Promise.all(
      index.map((one) =>
        findInOrder(model, { ...selection, query: { $and: [query, one.filter] } as QueryFilter<T> }, one.index),
      ),
    );
    return merge(lists as (T & { _id: unknown })[][], sort).slice(0, limit);
  }
  const found = model.find(query, projection).sort(sort).limit(limit);
  return (index === undefined ? found : found.hint(index)).lean<T[]>().exec();
}

/** Sorts the matches here, by their ids and sort fields alone. @returns undefined when there are more than MAX_COUNT */
async function findFew<T>(
  model: Model<T>,
  { query, projection, sort, limit }: Selection<T>,
  finders: readonly IndexedFilter<T>[],
): Promise<{ found: T[]; total: number } | undefined> {
  const fields = Object.fromEntries(Object.keys({ ...sort, _id: 1 }).map((field) => [field, 1]));
  const lists = await Promise.all(
    finders.map(({ filter, index }) =>
      model
        .find({ $and: [query, filter] }, fields as ProjectionType<T>)
        .hint(index)
        .limit(MAX_COUNT + 1)
        .lean<{ _id: unknown }[]>(),
    ),
  );
  const matches = merge(lists, sort);
  if (matches.length > MAX_COUNT) return undefined;
  const ids = matches.slice(0, limit).map(({ _id }) => _id);
  const documents = await model
    .find({ _id: { $in: ids } } as QueryFilter<T>, projection)
    .lean<(T & { _id: unknown })[]>();
  const byId = new Map(documents.map((document) => [String(document._id), document]));
  return { found: ids.flatMap((id) => byId.get(String(id)) ?? []), total: matches.length };
}

/** A document may be in several lists. */
const merge = <M extends { _id: unknown }>(lists: readonly M[][], sort: Record<string, 1 | -1>): M[] =>
  [...new Map(lists.flat().map((match) => [String(match._id), match])).values()].toSorted((a, b) =>
    compare(a, b, sort),
  );

function compare(a: object, b: object, sort: Record<string, 1 | -1>): number {
  for (const [field, direction] of Object.entries(sort)) {
    const [x, y] = [a, b].map((one) => (one as Record<string, unknown>)[field]).map(toComparable) as [never, never];
    if (x !== y) return x < y ? -direction : direction;
  }
  return 0;
}

const toComparable = (value: unknown): CursorValue =>
  value instanceof Date ? value.getTime() : typeof value === 'number' ? value : String(value);

/**
 * Returns an opaque cursor: a position with a checksum over it and its list. It grants nothing, because rights and
 * filters come from the request; the checksum finds changed cursors and those of other lists.
 * @param list names the list with its filter and order
 */
export const encodeCursor = (list: string, position: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify([checksumOf(list, position), ...position])).toString('base64url');

/** @throws AppError VALIDATION_FAILED */
export function decodeCursor(list: string, cursor: string): CursorValue[] {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  const [checksum, ...position] = Array.isArray(content) ? (content as unknown[]) : [];
  const isPosition = (value: unknown): value is CursorValue => typeof value === 'string' || typeof value === 'number';
  if (!position.every(isPosition) || checksum !== checksumOf(list, position)) throw invalidCursor();
  return position;
}

function isOf(list: string, cursor: string): boolean {
  try {
    return decodeCursor(list, cursor).length > 0;
  } catch {
    return false;
  }
}

export const invalidCursor = (): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: 'This page does not belong to the list. Please load the list again.',
    details: { fields: { cursor: 'This cursor does not belong to this list.' } },
  });

const checksumOf = (list: string, position: readonly CursorValue[]): string =>
  createHash('sha256')
    .update(JSON.stringify([list, position]))
    .digest('base64url')
    .slice(0, 16);

/** Dates and ids become text, which the schema casts back. */
const positionOf = (document: object, sort: Record<string, 1 | -1>): CursorValue[] =>
  Object.keys(sort).map((field) => {
    const value = (document as Record<string, unknown>)[field];
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'number' ? value : String(value);
  });

/**
 * Returns the filter of what sorts after a position: of the documents from its first value on, none of those that have
 * this value and come no later. Not `$or`, for which DocumentDB gives up the order of an index.
 */
function afterCursor<T>(model: Model<T>, sort: Record<string, 1 | -1>, position: readonly CursorValue[]): object {
  const fields = Object.keys(sort);
  if (position.length !== fields.length) throw invalidCursor();
  const values = fields.map((field, index) => castTo(model, field, position[index]));
  const range = (index: number, operators: readonly [string, string]) => {
    const field = fields[index] as string;
    return { [field]: { [operators[sort[field] === 1 ? 0 : 1]]: values[index] } };
  };
  if (fields.length === 1) return range(0, ['$gt', '$lt']);
  const earlier = fields.slice(1).map((_field, before) => ({
    ...Object.fromEntries(fields.slice(0, before + 1).map((equal, at) => [equal, values[at]])),
    ...range(before + 1, before + 2 === fields.length ? ['$lte', '$gte'] : ['$lt', '$gt']),
  }));
  return { ...range(0, ['$gte', '$lte']), $nor: earlier };
}

function castTo<T>(model: Model<T>, field: string, value: unknown): unknown {
  try {
    return model.schema.path(field).cast(value);
  } catch (error) {
    if (error instanceof MongooseError.CastError) throw invalidCursor();
    throw error;
  }
}
