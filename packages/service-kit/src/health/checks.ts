import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type Connection, type Model } from 'mongoose';
import { isDatabaseUnavailable } from '../http/error.filter.js';

const INDEX_RETRY_DELAY_MS = 1_000;
const retries = new WeakMap<Model<unknown>, Promise<void>>();

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
  await Promise.all(Object.values(models).map(buildIndexesOf));
}

/** The driver gives up a build that takes longer than its socket timeout; mongoose does not repeat it. */
async function buildIndexesOf(model: Model<unknown>): Promise<void> {
  try {
    await model.init();
  } catch (error) {
    if (!isInterrupted(error)) return;
    const retry = retries.get(model) ?? retryIndexes(model);
    retries.set(model, retry);
    await retry;
  }
}

/** Never rejects. */
async function retryIndexes(model: Model<unknown>): Promise<void> {
  for (;;) {
    await sleep(INDEX_RETRY_DELAY_MS, undefined, { ref: false });
    try {
      return await model.createIndexes();
    } catch (error) {
      if (!isInterrupted(error)) return;
    }
  }
}

/** Also without a connection, when mongoose waits for one. */
const isInterrupted = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof mongoose.Error && error.message.includes('buffering timed out'));
