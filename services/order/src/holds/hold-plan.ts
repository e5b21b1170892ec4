import type { AccountHoldsRecord, NetworkHoldsRecord } from './hold-limits.schema.js';

/** With four periods of 15 minutes, one account can hold the same units for a quarter of it. */
export const WINDOW_MS = 4 * 3_600_000;

export interface HoldPlan {
  expiresAt: Date;
  /** Of this hold period. */
  renewals: number;
  /** Whether the account has held before without paying. */
  isRenewal: boolean;
  account: Omit<AccountHoldsRecord, '_id'>;
}

/** The limit that is reached, and when to try again. */
export interface Refusal {
  limit: 'renewals' | 'network';
  retryAt: Date;
}

interface AccountLimits {
  ttlMs: number;
  /** With less time left, a period is over: nobody pays in a few seconds. */
  minLeftMs: number;
  maxRenewals: number;
}

export const isRefusal = (result: object): result is Refusal => 'retryAt' in result;

/** Plans the next hold of an account: inside a period it ends with the period, so that replacing extends nothing. */
export function planHold(
  current: Omit<AccountHoldsRecord, '_id'> | null,
  { ttlMs, minLeftMs, maxRenewals }: AccountLimits,
  now: Date,
): HoldPlan | Refusal {
  const known = current && current.windowEndsAt > now ? current : undefined;
  if (known && known.periodEndsAt.getTime() - now.getTime() > minLeftMs) {
    const renewals = known.renewals + 1;
    if (renewals > maxRenewals) return { limit: 'renewals', retryAt: known.periodEndsAt };
    const { periods, periodEndsAt, windowEndsAt } = known;
    return {
      expiresAt: periodEndsAt,
      renewals,
      isRenewal: true,
      account: { renewals, periods, periodEndsAt, windowEndsAt },
    };
  }
  const periods = (known?.periods ?? 0) + 1;
  if (known && periods > maxRenewals + 1) return { limit: 'renewals', retryAt: known.windowEndsAt };
  const expiresAt = new Date(now.getTime() + ttlMs);
  const windowEndsAt = known?.windowEndsAt ?? new Date(now.getTime() + WINDOW_MS);
  return {
    expiresAt,
    renewals: 0,
    isRenewal: known !== undefined,
    account: { renewals: 0, periodEndsAt: expiresAt, periods, windowEndsAt },
  };
}

interface NetworkRequest {
  userId: string;
  orderId: string;
  units: number;
  until: Date;
  isRenewal: boolean;
}

type NetworkContent = Pick<NetworkHoldsRecord, 'holds' | 'renewals' | 'renewalsUntil'>;

/** Adds a hold to those of its network. It replaces the other holds of its account: there is one checkout at a time. */
export function addNetworkHold(
  current: NetworkContent | null,
  { isRenewal, ...hold }: NetworkRequest,
  { maxUnits, maxRenewals, ttlMs }: { maxUnits: number; maxRenewals: number; ttlMs: number },
  now: Date,
): NetworkContent | Refusal {
  const others = (current?.holds ?? []).filter(({ userId, until }) => until > now && userId !== hold.userId);
  const held = others.reduce((sum, { units }) => sum + units, 0);
  const firstEnd = others.map(({ until }) => until).toSorted((a, b) => a.getTime() - b.getTime())[0];
  if (firstEnd && held + hold.units > maxUnits) return { limit: 'network', retryAt: firstEnd };
  const isCounting = current !== null && current.renewalsUntil > now;
  const renewals = (isCounting ? current.renewals : 0) + (isRenewal ? 1 : 0);
  const renewalsUntil = isCounting ? current.renewalsUntil : new Date(now.getTime() + ttlMs);
  if (isRenewal && renewals > maxRenewals) return { limit: 'network', retryAt: renewalsUntil };
  return { holds: [...others, hold], renewals, renewalsUntil };
}
