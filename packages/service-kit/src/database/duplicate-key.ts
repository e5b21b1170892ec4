/** Returns whether a write failed on a unique index, `_id` included. */
export const isDuplicateKeyError = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11_000;
