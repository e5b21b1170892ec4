import type { Model, QueryFilter } from 'mongoose';

/**
 * One document as it is stored, or null. It goes past mongoose, as `guardedUpdate` does: values of the filter must be of the
 * types that are stored (ObjectIds and dates, not texts). For what every checkout reads.
 * @param projection the fields that are wanted, or those that are not; all unless told
 */
export async function readOne<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  projection: Readonly<Record<string, 0 | 1>> = {},
): Promise<T | null> {
  const found: unknown = await model.collection.findOne(filter as object, { projection });
  return found as T | null;
}
