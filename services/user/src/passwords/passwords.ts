import { hash, verify } from '@node-rs/argon2';
import { STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import type { AccountRecord } from '../accounts/account.schema.js';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const dummyHash = hash(crypto.randomUUID(), PASSWORD_HASHING);

export const isStaffPassword = (password: string): boolean => password.length >= STAFF_PASSWORD_MIN_LENGTH;

/** Returns the fields of an account that a new password sets. */
export async function passwordFields(
  password: string,
): Promise<Required<Pick<AccountRecord, 'passwordHash' | 'isStaffPassword'>>> {
  return { passwordHash: await hash(password, PASSWORD_HASHING), isStaffPassword: isStaffPassword(password) };
}

export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return matches && storedHash !== undefined;
}
