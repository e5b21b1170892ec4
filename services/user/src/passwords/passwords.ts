import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const dummyHash = hash(crypto.randomUUID(), PASSWORD_HASHING);

export const hashPassword = (password: string): Promise<string> => hash(password, PASSWORD_HASHING);

export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return matches && storedHash !== undefined;
}
