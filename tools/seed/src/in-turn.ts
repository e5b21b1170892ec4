/** Works through a list with so many at once. After a failure nothing new is begun; it is thrown when all have stopped. */
export async function inTurn<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let failure: { error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) {
        if (failure) return;
        await work(item).catch((error: unknown) => {
          failure ??= { error };
        });
      }
    }),
  );
  if (failure) throw failure.error;
}
