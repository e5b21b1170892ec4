/** Resolves to the result, or to undefined when the work fails or takes longer than `timeoutMs`. Never rejects. */
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
