import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { type Model, mongo } from 'mongoose';
import type { NotificationRecord } from './notification.schema.js';

/** Log writes of this many ms go to the database as one command. */
export const BATCH_MS = 100;
export const MAX_BATCH = 100;

/**
 * Inserts messages as one command.
 * @returns per message, in order: false when the log has it already, an error when it was not written
 * @throws the error of a command that failed as a whole
 */
export async function insertRecords(
  log: Model<NotificationRecord>,
  rows: readonly NotificationRecord[],
): Promise<(boolean | Error)[]> {
  try {
    await log.insertMany(rows, { ordered: false });
    return rows.map(() => true);
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const failures = new Map([error.writeErrors].flat().map((failure) => [failure.index, failure]));
    return rows.map((_, index) => {
      const failure = failures.get(index);
      if (!failure) return true;
      return isDuplicateKeyError(failure) ? false : new Error(failure.errmsg ?? 'message not queued');
    });
  }
}
