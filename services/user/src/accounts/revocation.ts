import type { Envelope, EventData } from '@rangavalli/contracts/events';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { type AccountRecord, sessionVersionOf } from './account.schema.js';

type Versioned = Pick<AccountRecord, '_id' | 'sessionVersion'>;

/**
 * Returns the parts of a guarded update that ends all sessions of an account and all its access tokens. The guard makes
 * the version in the event the one that is written.
 * @param isHandedOver somebody else may have set up the account until now
 */
export function revokeAll(account: Versioned, reason: EventData<'user.revoked'>['reason'], isHandedOver = false) {
  const event: Envelope = createEvent('user.revoked', {
    userId: String(account._id),
    sessionVersion: sessionVersionOf(account) + 1,
    reason,
    ...(isHandedOver ? { isHandedOver } : {}),
  });
  return { guard: unchangedVersion(account), increment: { sessionVersion: 1 }, event };
}

/** The guard of an update that a simultaneous end of all sessions prevents. */
export const unchangedVersion = ({ sessionVersion }: Versioned) => ({
  sessionVersion: sessionVersion ?? { $exists: false },
});
