let last: Promise<unknown> = Promise.resolve();

/** Sends a change of the customer's cart when all before it are answered, whichever screen made them. `change` may not reject. */
export function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const done = last.then(change);
  last = done;
  return done;
}

/** Resolves once no change is on its way: who reads the cart then reads what the shopper has seen, also after leaving the cart at once. */
export const cartAtRest = (): Promise<unknown> => last;
