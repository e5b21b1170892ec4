import type { AccountRecord } from '../accounts/account.schema.js';

/** All fields of an account that have to do with second factors. */
export const FACTOR_FIELDS = { passkeys: 1, totp: 1, pendingTotp: 1, recoveryCodes: 1 } as const;

/**
 * Returns the parts of an update that removes the second factors and recovery codes which were added since a time:
 * somebody who knew the password may have added them. Recovery codes end with the last factor.
 */
export function removeFactorsSince(
  { passkeys = [], totp, recoveryCodes }: Pick<AccountRecord, 'passkeys' | 'totp' | 'recoveryCodes'>,
  since: Date,
) {
  const trusted = passkeys.filter(({ createdAt }) => createdAt < since);
  const endsTotp = totp !== undefined && totp.confirmedAt >= since;
  const remains = trusted.length > 0 || (totp !== undefined && !endsTotp);
  const endsCodes = recoveryCodes !== undefined && (!remains || recoveryCodes.createdAt >= since);
  return {
    hasRemoved: trusted.length < passkeys.length || endsTotp || endsCodes,
    set: { passkeys: trusted },
    unset: {
      pendingTotp: 1,
      ...(endsTotp ? { totp: 1 } : {}),
      ...(endsCodes ? { recoveryCodes: 1 } : {}),
    } as const,
  };
}
