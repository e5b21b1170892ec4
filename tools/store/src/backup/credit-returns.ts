interface CreditLot {
  paise: number;
  expiresAt: Date;
}

interface CreditBalance {
  lots: CreditLot[];
  reservations: { orderId: string; lots: CreditLot[] }[];
}

export interface CreditEntry {
  _id: string;
  userId: string;
  sequence: number;
  key: string;
  at: Date;
  reason: string;
  postings: { from: string; to: string; amountPaise: number }[];
  balance: CreditBalance;
  orderId?: string;
  outbox: unknown[];
}

/** The credit of a customer who spent some on orders that are not in the backup. */
interface Ledger {
  newest: CreditEntry;
  /** Paise by order, without what was returned. */
  spent: Map<string, number>;
}

const SEQUENCE_DIGITS = 8;
/** What was reserved stays usable so long, although it expired meanwhile. */
const GRACE_MS = 7 * 86_400_000;

/**
 * Returns the store credit of orders that are not in the backup, by entries as the payment service appends them: what
 * was reserved unchanged, what was spent as credit of another twelve months.
 */
export class CreditReturns {
  private readonly ledgers = new Map<string, Ledger>();

  /** Reads an entry; those of a customer come in the order of their numbers. */
  add(entry: CreditEntry, isOfUnknownOrder: boolean): void {
    const { userId, orderId, reason, postings } = entry;
    const ledger = this.ledgers.get(userId) ?? { newest: entry, spent: new Map<string, number>() };
    ledger.newest = entry;
    if (!orderId || !isOfUnknownOrder) return;
    this.ledgers.set(userId, ledger);
    if (reason === 'order_paid')
      ledger.spent.set(
        orderId,
        postings.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
      );
    if (reason === 'order_cancelled') ledger.spent.delete(orderId);
  }

  *entries(isUnknownOrder: (orderId: string) => boolean, now: Date): Generator<CreditEntry> {
    for (const { newest, spent } of this.ledgers.values()) {
      let last = newest;
      const reserved = newest.balance.reservations.filter(({ orderId }) => isUnknownOrder(orderId));
      for (const { orderId, lots } of reserved) {
        last = append(last, usableFrom(now, lots), { reason: 'order_released', from: 'reserved', orderId }, now);
        yield last;
      }
      for (const [orderId, paise] of spent) {
        const lot = { paise, expiresAt: inTwelveMonths(now) };
        last = append(last, [lot], { reason: 'order_cancelled', from: 'refunds', orderId }, now);
        yield last;
      }
    }
  }
}

function append(
  { userId, sequence: last, balance }: CreditEntry,
  lots: readonly CreditLot[],
  { reason, from, orderId }: { reason: 'order_released' | 'order_cancelled'; from: string; orderId: string },
  now: Date,
): CreditEntry {
  const sequence = last + 1;
  return {
    _id: `${userId}:${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`,
    userId,
    sequence,
    key: reason === 'order_released' ? `${reason}:${sequence}` : `cancelled:${orderId}`,
    at: now,
    reason,
    postings: [{ from, to: 'customer', amountPaise: lots.reduce((sum, { paise }) => sum + paise, 0) }],
    balance: {
      lots: [...balance.lots, ...lots].toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime()),
      reservations: balance.reservations.filter((one) => one.orderId !== orderId),
    },
    orderId,
    outbox: [],
  };
}

function usableFrom(now: Date, lots: readonly CreditLot[]): CreditLot[] {
  const grace = new Date(now.getTime() + GRACE_MS);
  return lots.map(({ paise, expiresAt }) => ({ paise, expiresAt: expiresAt > grace ? expiresAt : grace }));
}

function inTwelveMonths(now: Date): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}
