import mongoose, { type Connection } from 'mongoose';

/** Resolves to undefined on failure or timeout. Never rejects. */
export const within = <T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeoutMs).unref()),
  ]);

export const succeedsWithin = async (timeoutMs: number, work: Promise<unknown>): Promise<boolean> =>
  (await within(
    timeoutMs,
    work.then(() => true),
  )) ?? false;

/** @throws at once while disconnected: mongoose itself would wait */
export async function pingDatabase({ readyState, db }: Connection): Promise<void> {
  if (readyState !== mongoose.ConnectionStates.connected || !db) throw new Error('not connected to the database');
  await db.admin().ping();
}

/** Resolves once the indexes of all models were built, or refused: queries name those that they need. */
export async function buildIndexes({ models }: Connection): Promise<void> {
  await Promise.allSettled(Object.values(models).map((model) => model.init()));
}
