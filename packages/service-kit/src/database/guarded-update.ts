import type { Model, QueryFilter, UpdateQuery } from 'mongoose';

/**
 * Runs one guarded update of one document (rule 6) and returns the result; null when the guard does not match. Uses the
 * native driver: values must have their stored types, and mongoose adds no defaults, timestamps or validation.
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
