let last: Promise<unknown> = Promise.resolve();

/** Runs a change of the customer's cart after all earlier ones, from any screen. `change` must not reject. */
export function enqueueCartChange<T>(change: () => Promise<T>): Promise<T> {
  const done = last.then(change);
  last = done;
  return done;
}

/** Resolves once no change is pending, so that a later read includes them all. */
export const pendingCartChanges = (): Promise<unknown> => last;
