import type { Model, QueryFilter, UpdateQuery } from 'mongoose';

/**
 * One guarded update of one document (rule 6), and what it is afterwards; null when the guard does not hold. It goes past
 * mongoose, which would only look over once more what the types have said: values must be of the types that are
 * stored (ObjectIds and dates, not texts), no defaults and timestamps are added, fields that are undefined are left out.
 */
export async function guardedUpdate<T>(
  model: Model<T>,
  guard: QueryFilter<T>,
  update: UpdateQuery<T>,
): Promise<T | null> {
  const found: unknown = await model.collection.findOneAndUpdate(guard as object, update as object, {
    returnDocument: 'after',
    ignoreUndefined: true,
  });
  return found as T | null;
}
