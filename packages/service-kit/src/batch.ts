import DataLoader from 'dataloader';

/**
 * Coalesces items into batches. `run` returns a result or an Error per item, in order. @param maxDelayMs how long the
 * first item waits for more; 0: no longer than the sockets that are ready take to read
 */
export function batch<T, R>(
  maxDelayMs: number,
  maxBatchSize: number,
  run: (items: readonly T[]) => Promise<readonly (R | Error)[]>,
): (item: T) => Promise<R> {
  const loader = new DataLoader<T, R>(run, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (dispatch) => void (maxDelayMs > 0 ? setTimeout(dispatch, maxDelayMs) : setImmediate(dispatch)),
  });
  return (item) => loader.load(item);
}
