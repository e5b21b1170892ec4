export const isDuplicateKeyError = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11_000;
