export const isDuplicateKeyError = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 11_000;

/** Waits for an insert. Returns false when a document with one of its unique keys exists. */
export async function isInserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}
