import type { AccountRecord } from './account.schema.js';

/**
 * Returns the fields to unset when the owner of an address confirms it: somebody else may have registered it before,
 * added ways to log in, and requested its deletion.
 */
export const untrustedFields = ({ emailVerifiedAt }: Pick<AccountRecord, 'emailVerifiedAt'>) =>
  emailVerifiedAt
    ? {}
    : ({ passkeys: 1, totp: 1, pendingTotp: 1, recoveryCodes: 1, emailChange: 1, deletion: 1 } as const);
