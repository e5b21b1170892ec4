import type { Model } from 'mongoose';
import type { Logger } from 'pino';

const INDEX_NOT_FOUND = 27;

/**
 * Drops indexes that an earlier release made and this one does without: each costs every write of its collection. Call it once
 * for each model, in a constructor; it waits until the indexes of this release are there, and never fails its caller.
 * Several processes may do it at once. A process of the earlier release that still runs beside only becomes slower; started
 * again, it makes its indexes anew, and the next start of this release drops them. An index that takes a former one's
 * place therefore needs a name of its own (MongoDB names them `field_1` by itself), so that each release leaves the other's alone.
 * @param names of the former indexes
 */
export async function dropFormerIndexes<T>(model: Model<T>, names: readonly string[], logger: Logger): Promise<void> {
  try {
    await model.init();
    const present = new Set((await model.collection.indexes()).map(({ name }) => name));
    for (const name of names) if (present.has(name)) await drop(model, name);
  } catch (error) {
    logger.warn(
      { err: error, collection: model.collection.name },
      'indexes of an earlier release stay until the next start, and make writes slower',
    );
  }
}

async function drop<T>(model: Model<T>, name: string): Promise<void> {
  try {
    await model.collection.dropIndex(name);
  } catch (error) {
    // Another process was faster.
    if ((error as { code?: unknown } | null)?.code !== INDEX_NOT_FOUND) throw error;
  }
}
