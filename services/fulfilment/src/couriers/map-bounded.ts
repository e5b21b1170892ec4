/** Requests at the same time: a courier limits them. */
const CONCURRENCY = 8;

/** Runs a function for each item, for some of them at the same time, and returns the results in their order. */
export async function mapBounded<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}
