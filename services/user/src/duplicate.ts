/** Whether a write was refused by a unique index, the one of `_id` included. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11_000;
