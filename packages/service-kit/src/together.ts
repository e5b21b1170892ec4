import DataLoader from 'dataloader';

/**
 * Has what is asked for within a moment done in one go: several writes of events, in one command to the database.
 * @param withinMs how long the first one waits for others
 * @param most so many are done together
 * @param act gives, or refuses by an Error, an answer for each, in their order; rejects where all have failed
 * @returns asks for one; rejects with its error
 */
export function together<T, R>(
  withinMs: number,
  most: number,
  act: (items: readonly T[]) => Promise<readonly (R | Error)[]>,
): (item: T) => Promise<R> {
  const loader = new DataLoader<T, R>(act, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (begin) => void setTimeout(begin, withinMs),
  });
  return (item) => loader.load(item);
}
