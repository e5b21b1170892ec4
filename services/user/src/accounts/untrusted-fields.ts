import type { AccountRecord } from './account.schema.js';

/**
 * Returns the fields to unset when the owner of an address confirms it: somebody else may have registered it before,
 * and added ways to log in.
 */
export const untrustedFields = ({ emailVerifiedAt }: Pick<AccountRecord, 'emailVerifiedAt'>) =>
  emailVerifiedAt ? {} : ({ passkeys: 1, totp: 1, pendingTotp: 1, recoveryCodes: 1, emailChange: 1 } as const);
