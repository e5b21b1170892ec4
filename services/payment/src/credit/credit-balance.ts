import type { creditReasons } from '@rangavalli/contracts/entities/credit';
import { AppError } from '@rangavalli/service-kit/app-error';
import { releasedExpiry } from './credit-expiry.js';

type CreditReason = (typeof creditReasons)[number];

/** Accounts of the ledger. What is in `customer` can be spent, what is in `reserved` is held by checkouts. */
export const creditAccounts = [
  'customer',
  'reserved',
  'sales',
  'gift cards',
  'refunds',
  'goodwill',
  'expired',
] as const;
type CreditAccount = (typeof creditAccounts)[number];

/** Moves paise from one account to another. */
export interface Posting {
  from: CreditAccount;
  to: CreditAccount;
  amountPaise: number;
}

/** Credit that expires together. */
export interface CreditLot {
  paise: number;
  expiresAt: Date;
}

export interface CreditReservation {
  orderId: string;
  lots: CreditLot[];
}

/** Of one customer. The last to expire is the last in `lots`. */
export interface CreditBalance {
  lots: CreditLot[];
  reservations: CreditReservation[];
}

export interface CreditChange {
  balance: CreditBalance;
  reason: CreditReason;
  postings: Posting[];
}

/** Bounds the document: lots beyond are joined, to the customer's advantage. */
const MAX_LOTS = 60;

export const emptyBalance: CreditBalance = { lots: [], reservations: [] };

const sumOf = (lots: readonly CreditLot[]): number => lots.reduce((total, { paise }) => total + paise, 0);

/** Returns what the customer can spend, paise. */
export const spendable = ({ lots }: CreditBalance, now: Date): number =>
  sumOf(lots.filter(({ expiresAt }) => expiresAt > now));

export const reservedPaise = ({ reservations }: CreditBalance): number =>
  reservations.reduce((total, { lots }) => total + sumOf(lots), 0);

/** Removes what has expired; undefined when nothing has. */
export function expireCredit(balance: CreditBalance, now: Date): CreditChange | undefined {
  const expired = sumOf(balance.lots) - spendable(balance, now);
  if (expired === 0) return undefined;
  return {
    balance: { ...balance, lots: balance.lots.filter(({ expiresAt }) => expiresAt > now) },
    reason: 'expired',
    postings: [{ from: 'customer', to: 'expired', amountPaise: expired }],
  };
}

export function grantCredit(
  balance: CreditBalance,
  lot: CreditLot,
  { reason, from }: { reason: CreditReason; from: CreditAccount },
): CreditChange {
  return {
    balance: { ...balance, lots: addLots(balance.lots, [lot]) },
    reason,
    postings: [{ from, to: 'customer', amountPaise: lot.paise }],
  };
}

/** Undefined when the order has its reservation. @throws AppError CREDIT_INSUFFICIENT */
export function reserveCredit(
  balance: CreditBalance,
  orderId: string,
  amountPaise: number,
  now: Date,
): CreditChange | undefined {
  if (balance.reservations.some((one) => one.orderId === orderId)) return undefined;
  const { taken, left } = takeLots(balance, amountPaise, now);
  return {
    balance: { lots: left, reservations: [...balance.reservations, { orderId, lots: taken }] },
    reason: 'order_reserved',
    postings: [{ from: 'customer', to: 'reserved', amountPaise }],
  };
}

/** Pays an order from its reservation, or without one from what expires first. @throws AppError CREDIT_INSUFFICIENT */
export function spendCredit(balance: CreditBalance, orderId: string, amountPaise: number, now: Date): CreditChange {
  const ended = endReservation(balance, orderId, 'paid', now);
  if (ended) return ended;
  return {
    balance: { ...balance, lots: takeLots(balance, amountPaise, now).left },
    reason: 'order_paid',
    postings: [{ from: 'customer', to: 'sales', amountPaise }],
  };
}

/** Takes what expires first. @throws AppError CREDIT_INSUFFICIENT */
function takeLots(balance: CreditBalance, amountPaise: number, now: Date): Record<'taken' | 'left', CreditLot[]> {
  const available = spendable(balance, now);
  if (available < amountPaise) throw new AppError('CREDIT_INSUFFICIENT', { details: { balance: available / 100 } });
  const taken: CreditLot[] = [];
  const left: CreditLot[] = [];
  let open = amountPaise;
  for (const lot of balance.lots) {
    const part = lot.expiresAt > now ? Math.min(lot.paise, open) : 0;
    open -= part;
    if (part > 0) taken.push({ ...lot, paise: part });
    if (lot.paise > part) left.push({ ...lot, paise: lot.paise - part });
  }
  return { taken, left };
}

/** Ends a reservation: its order was paid, or its credit returns. Undefined without a reservation. */
export function endReservation(
  balance: CreditBalance,
  orderId: string,
  how: 'paid' | 'released',
  now: Date,
): CreditChange | undefined {
  const reservation = balance.reservations.find((one) => one.orderId === orderId);
  if (!reservation) return undefined;
  const reservations = balance.reservations.filter((one) => one !== reservation);
  const amountPaise = sumOf(reservation.lots);
  if (how === 'paid')
    return {
      balance: { ...balance, reservations },
      reason: 'order_paid',
      postings: [{ from: 'reserved', to: 'sales', amountPaise }],
    };
  const grace = releasedExpiry(now);
  const returned = reservation.lots.map((lot) => ({
    ...lot,
    expiresAt: lot.expiresAt > grace ? lot.expiresAt : grace,
  }));
  return {
    balance: { lots: addLots(balance.lots, returned), reservations },
    reason: 'order_released',
    postings: [{ from: 'reserved', to: 'customer', amountPaise }],
  };
}

/** By expiry; lots of the same moment are one. */
function addLots(lots: readonly CreditLot[], added: readonly CreditLot[]): CreditLot[] {
  const byExpiry = new Map<number, number>();
  for (const { paise, expiresAt } of [...lots, ...added])
    byExpiry.set(expiresAt.getTime(), (byExpiry.get(expiresAt.getTime()) ?? 0) + paise);
  const sorted = [...byExpiry].toSorted(([a], [b]) => a - b);
  while (sorted.length > MAX_LOTS) {
    const [first, second] = sorted.splice(0, 2);
    if (first && second) sorted.unshift([second[0], first[1] + second[1]]);
  }
  return sorted.map(([time, paise]) => ({ paise, expiresAt: new Date(time) }));
}
