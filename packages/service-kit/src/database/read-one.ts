import type { Model, QueryFilter } from 'mongoose';

/**
 * Returns one stored document, or null. Uses the native driver: filter values must have their stored types.
 */
export async function readOne<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  projection: Readonly<Record<string, 0 | 1>> = {},
): Promise<T | null> {
  const found: unknown = await model.collection.findOne(filter as object, { projection });
  return found as T | null;
}
