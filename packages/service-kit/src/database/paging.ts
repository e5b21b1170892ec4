import { createHash } from 'node:crypto';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { Error as MongooseError, type Model, type ProjectionType, type QueryFilter, Schema } from 'mongoose';
import { AppError } from '../app-error.js';

/** One of the alternatives of a filter. */
export interface IndexedFilter<T> {
  filter: QueryFilter<T>;
  index: string;
}

interface PageQuery<T> {
  filter: QueryFilter<T>;
  projection?: ProjectionType<T>;
  /** Ends with a unique field. By id, the newest first: MongoDB and DocumentDB read that order from the index. */
  sort?: Record<string, 1 | -1>;
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  /**
   * Name of the index that finds the matches of the filter, or the filter's alternatives and theirs. Used unless there
   * are more than MAX_COUNT matches.
   */
  index?: string | readonly IndexedFilter<T>[] | undefined;
  /** Whether the filter of a list by id selects very many documents: they are read in its order. */
  isBroad?: boolean;
  /** How many match, where that is known: counting them may read all documents. */
  total?: number | undefined;
  /** Name of the index of the time by which a list is sorted, if its filter has a worse one. */
  timeIndex?: string | undefined;
}

export interface PageOf<T> {
  items: T[];
  /** Of all pages, at most MAX_COUNT; only on the first page. */
  total?: number;
  /** Missing on the last page. */
  nextCursor?: string;
}

type CursorValue = string | number;

/**
 * Returns the page after the cursor, or the first one. A page costs the same wherever it is in the list, and changes
 * of the list meanwhile neither repeat nor hide other documents.
 * @throws AppError VALIDATION_FAILED for a cursor that is not of this list with this filter
 */
export async function findPage<T>(
  model: Model<T>,
  {
    filter,
    projection,
    sort = { _id: -1 },
    limit,
    cursor,
    index,
    isBroad = false,
    total: known,
    timeIndex,
  }: PageQuery<T>,
): Promise<PageOf<T>> {
  const list = JSON.stringify([model.modelName, sort, filter]);
  const after = cursor === undefined ? undefined : afterCursor(model, sort, decodeCursor(list, cursor));
  const query = after ? { $and: [filter, after as QueryFilter<T>] } : filter;
  // One more than the page shows whether there is a next one.
  const selection: Selection<T> = { query, projection, sort, limit: limit + 1 };
  const few = index === undefined ? undefined : await findFew(model, selection, index);
  const isById = Object.keys(sort)[0] === '_id';
  const order = isById && (isBroad || index !== undefined) ? ID_INDEX : undefined;
  const [found, counted] = few
    ? [few.found, few.total]
    : await Promise.all([
        isByTime(model, sort)
          ? findNewest(model, selection, latestOf(after, sort), timeIndex)
          : findInOrder(model, selection, order),
        after || index !== undefined || known !== undefined
          ? Math.min(known ?? MAX_COUNT, MAX_COUNT)
          : isByTime(model, sort)
            ? countNewest(model, selection, timeIndex)
            : count(model, filter, order),
      ]);
  const total = after ? undefined : counted;
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    ...(total === undefined ? {} : { total }),
    ...(last && found.length > limit ? { nextCursor: encodeCursor(list, positionOf(last, sort)) } : {}),
  };
}

interface Selection<T> {
  query: QueryFilter<T>;
  projection: ProjectionType<T> | undefined;
  sort: Record<string, 1 | -1>;
  limit: number;
}

export const ID_INDEX = '_id_';
const HOUR_MS = 3_600_000;
/** Times before now or the cursor in which the newest documents are looked for, before all of them. */
const WINDOWS_MS = [1, 10, 100, 1_000].map((hours) => hours * HOUR_MS);

const count = <T>(model: Model<T>, filter: QueryFilter<T>, index: string | undefined): Promise<number> =>
  model.countDocuments(filter, { limit: MAX_COUNT, ...(index === undefined ? {} : { hint: index }) }).exec();

const findInOrder = <T>(
  model: Model<T>,
  { query, projection, sort, limit }: Selection<T>,
  index: string | undefined,
): Promise<T[]> => {
  const found = model.find(query, projection).sort(sort).limit(limit);
  return (index === undefined ? found : found.hint(index)).lean<T[]>().exec();
};

/**
 * Sorts the matches here: DocumentDB sorts whole documents, and for a page in the order of ids it may read all of them
 * instead of using the index of the filter. @returns undefined when there are more than MAX_COUNT
 */
async function findFew<T>(
  model: Model<T>,
  { query, projection, sort, limit }: Selection<T>,
  index: string | readonly IndexedFilter<T>[],
): Promise<{ found: T[]; total: number } | undefined> {
  const fields = Object.fromEntries(Object.keys({ ...sort, _id: 1 }).map((field) => [field, 1]));
  const alternatives = typeof index === 'string' ? [{ filter: {}, index }] : index;
  const lists = await Promise.all(
    alternatives.map(({ filter, index: name }) =>
      model
        .find({ $and: [query, filter] }, fields as ProjectionType<T>)
        .hint(name)
        .limit(MAX_COUNT + 1)
        .lean<{ _id: unknown }[]>(),
    ),
  );
  const matches = [...new Map(lists.flat().map((match) => [String(match._id), match])).values()];
  if (matches.length > MAX_COUNT) return undefined;
  const ids = matches
    .toSorted((a, b) => compare(a, b, sort))
    .slice(0, limit)
    .map(({ _id }) => _id);
  const documents = await model
    .find({ _id: { $in: ids } } as QueryFilter<T>, projection)
    .lean<(T & { _id: unknown })[]>();
  const byId = new Map(documents.map((document) => [String(document._id), document]));
  return { found: ids.flatMap((id) => byId.get(String(id)) ?? []), total: matches.length };
}

function compare(a: object, b: object, sort: Record<string, 1 | -1>): number {
  for (const [field, direction] of Object.entries(sort)) {
    const [x, y] = [a, b].map((one) => (one as Record<string, unknown>)[field]).map(toComparable) as [never, never];
    if (x !== y) return x < y ? -direction : direction;
  }
  return 0;
}

const toComparable = (value: unknown): CursorValue =>
  value instanceof Date ? value.getTime() : typeof value === 'number' ? value : String(value);

/** Reads ever longer times before now or the cursor: DocumentDB would sort all documents for the newest ones. */
async function findNewest<T>(model: Model<T>, selection: Selection<T>, latest: Date, index?: string): Promise<T[]> {
  const { query, limit } = selection;
  for (const since of timesBefore(latest, selection.sort)) {
    const found = await findInOrder(model, { ...selection, query: { $and: [query, since as QueryFilter<T>] } }, index);
    if (found.length >= limit) return found;
  }
  return findInOrder(model, selection, undefined);
}

/** Counts in the same way, because the index of a filter collects all its documents before it counts one. */
async function countNewest<T>(model: Model<T>, { query, sort }: Selection<T>, index?: string): Promise<number> {
  for (const since of timesBefore(new Date(), sort)) {
    const counted = await count(model, { $and: [query, since as QueryFilter<T>] }, index);
    if (counted >= MAX_COUNT) return counted;
  }
  return count(model, query, undefined);
}

const timesBefore = (latest: Date, sort: Record<string, 1 | -1>): object[] => {
  const [field = ''] = Object.keys(sort);
  return WINDOWS_MS.map((window) => ({ [field]: { $gte: new Date(latest.getTime() - window) } }));
};

/** Whether a list begins with the newest, by a time in its documents. */
function isByTime<T>(model: Model<T>, sort: Record<string, 1 | -1>): boolean {
  const [[field, direction] = ['', 1]] = Object.entries(sort);
  return direction === -1 && model.schema.path(field) instanceof Schema.Types.Date;
}

/** Returns the time of the cursor, or now on the first page. */
function latestOf(after: object | undefined, sort: Record<string, 1 | -1>): Date {
  const [field = ''] = Object.keys(sort);
  const range = (after as Record<string, { $lte?: unknown }> | undefined)?.[field];
  return range?.$lte instanceof Date ? range.$lte : new Date();
}

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

/** Returns the filter of what sorts after a position. The range of the first field makes its index usable. */
function afterCursor<T>(model: Model<T>, sort: Record<string, 1 | -1>, position: readonly CursorValue[]): object {
  const fields = Object.keys(sort);
  if (position.length !== fields.length) throw invalidCursor();
  const values = fields.map((field, index) => castTo(model, field, position[index]));
  const beyond = (index: number, operators: readonly [string, string]) => {
    const field = fields[index] as string;
    return { [field]: { [operators[sort[field] === 1 ? 0 : 1]]: values[index] } };
  };
  if (fields.length === 1) return beyond(0, ['$gt', '$lt']);
  const alternatives = fields.map((_field, index) => ({
    ...Object.fromEntries(fields.slice(0, index).map((equal, at) => [equal, values[at]])),
    ...beyond(index, ['$gt', '$lt']),
  }));
  return { ...beyond(0, ['$gte', '$lte']), $or: alternatives };
}

function castTo<T>(model: Model<T>, field: string, value: unknown): unknown {
  try {
    return model.schema.path(field).cast(value);
  } catch (error) {
    if (error instanceof MongooseError.CastError) throw invalidCursor();
    throw error;
  }
}
