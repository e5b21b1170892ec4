import type { AccountRecord } from './account.schema.js';

/**
 * Returns the fields to unset when the owner of an address confirms it: somebody else may have registered it before,
 * added ways to log in, given a phone number, and requested its deletion. Without a password nobody has logged in: the
 * number is that of an order on the phone.
 * @param phone of the owner, which replaces the number
 */
export const untrustedFields = (
  { emailVerifiedAt, passwordHash }: Pick<AccountRecord, 'emailVerifiedAt' | 'passwordHash'>,
  phone?: string,
) =>
  emailVerifiedAt
    ? {}
    : ({
        passkeys: 1,
        totp: 1,
        pendingTotp: 1,
        recoveryCodes: 1,
        emailChange: 1,
        deletion: 1,
        ...(phone || passwordHash === undefined ? {} : { phone: 1, phoneDigits: 1 }),
      } as const);
