import DataLoader from 'dataloader';

/**
 * Coalesces single items into batches: several event writes become one database command.
 * @param maxDelayMs how long the first item of a batch waits for more
 * @param run returns a result or an Error per item, in order; a rejection fails the whole batch
 * @returns adds one item; rejects with that item's error
 */
export function batch<T, R>(
  maxDelayMs: number,
  maxBatchSize: number,
  run: (items: readonly T[]) => Promise<readonly (R | Error)[]>,
): (item: T) => Promise<R> {
  const loader = new DataLoader<T, R>(run, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => void setTimeout(dispatch, maxDelayMs),
  });
  return (item) => loader.load(item);
}
