import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of no password: who logs in with an unknown address waits for its comparison all the same. */
const nobody = hash(crypto.randomUUID(), parameters);

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** Compares in the same time whether there is an account or not. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await nobody), password);
  return right && stored !== undefined;
}
