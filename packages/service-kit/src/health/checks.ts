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
