import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import {
  type CreditBalance,
  type CreditChange,
  emptyBalance,
  endReservation,
  expireCredit,
  grantCredit,
  reserveCredit,
  spendCredit,
} from './credit-balance.js';
import type { Logger } from 'pino';
import { CREDIT_ENTRY, type CreditEntryRecord } from './credit-entry.schema.js';
import { creditExpiry } from './credit-expiry.js';

/** Of processes that change one customer's credit at once one succeeds per attempt. */
const MAX_ATTEMPTS = 50;
const MAX_PAUSE_MS = 10;
const SEQUENCE_DIGITS = 8;

type EntryFacts = Pick<CreditEntryRecord, 'orderId' | 'giftCardId' | 'note' | 'by'> & Partial<CreditEntryRecord>;

export interface Grant extends EntryFacts {
  key: string;
  amountPaise: number;
  expiresAt: Date;
  source: 'gift cards' | 'refunds' | 'goodwill';
  reason: 'gift_card' | 'return' | 'goodwill' | 'order_cancelled';
}

/** A change of one customer's credit. */
interface PendingChange {
  userId: string;
  /** Undefined when the balance itself shows that the change was made. */
  key: string | undefined;
  facts: EntryFacts;
  /** Whether nothing is to change once the order of `facts` has been paid. */
  isForUnpaidOrder?: boolean;
  /** Undefined when nothing is to change. */
  decide: (balance: CreditBalance, now: Date) => CreditChange | undefined;
}

/** Changes of one customer's credit, one after the other: at once they would only compete for the next number. */
interface Queue {
  length: number;
  /** Resolves when the last change that waits has ended. */
  ended: Promise<void>;
  /** The newest entry as the last change found or wrote it. */
  last?: { entry: Pick<CreditEntryRecord, 'sequence' | 'balance'> | null; at: number } | undefined;
}

/**
 * The store credit of customers as a ledger of double entries: each entry moves paise between two accounts and holds
 * the balance after it. Entries of a customer are numbered without gaps, and the insert of the next number is the only
 * write (invariant 6): of two processes that spend the same balance one has to read again.
 */
@Injectable()
export class CreditLedger {
  /** Of customers whose credit this process changes now. */
  private readonly queues = new Map<string, Queue>();

  constructor(
    @InjectModel(CREDIT_ENTRY) private readonly entries: Model<CreditEntryRecord>,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(entries);
  }

  /** Idempotent by `key`. */
  async grant(userId: string, { key, amountPaise, expiresAt, source, reason, ...facts }: Grant): Promise<void> {
    const lot = { paise: amountPaise, expiresAt };
    const decide = (balance: CreditBalance) => grantCredit(balance, lot, { reason, from: source });
    await this.append({ userId, key, facts, decide });
  }

  /** Returns what was granted under a key, paise; 0 when nothing was. */
  async grantedPaise(userId: string, key: string): Promise<number> {
    const entry = await this.entries.findOne({ userId, key }, { postings: 1 }).lean<CreditEntryRecord>();
    return entry?.postings[0]?.amountPaise ?? 0;
  }

  /**
   * Reserves all or nothing, once per order; nothing for an order that has been paid with it.
   * @throws AppError CREDIT_INSUFFICIENT, UNAVAILABLE
   */
  async reserve(userId: string, orderId: string, amountPaise: number): Promise<void> {
    const decide = (balance: CreditBalance, now: Date) => reserveCredit(balance, orderId, amountPaise, now);
    await this.append({ userId, key: undefined, facts: { orderId }, isForUnpaidOrder: true, decide });
  }

  /**
   * Takes what a placed order was paid with, also when its reservation was released: a checkout may end at the moment
   * of its payment. Idempotent, and one change: a release that comes in between would leave the order unpaid.
   * @throws AppError CREDIT_INSUFFICIENT when the customer has spent it meanwhile; UNAVAILABLE
   */
  async spend(userId: string, orderId: string, amountPaise: number): Promise<void> {
    const decide = (balance: CreditBalance, now: Date) => spendCredit(balance, orderId, amountPaise, now);
    await this.append({ userId, key: undefined, facts: { orderId }, isForUnpaidOrder: true, decide });
  }

  /** Whether the reservation of an order was released: its checkout ended unpaid. */
  async wasReleased(userId: string, orderId: string): Promise<boolean> {
    return (await this.entries.exists({ userId, orderId, reason: 'order_released' })) !== null;
  }

  /** Idempotent: the second call finds no reservation. @throws AppError UNAVAILABLE */
  async endReservation(userId: string, orderId: string, how: 'paid' | 'released'): Promise<void> {
    const decide = (balance: CreditBalance, now: Date) => endReservation(balance, orderId, how, now);
    await this.append({ userId, key: undefined, facts: { orderId }, decide });
  }

  /**
   * Returns what a cancelled order paid with credit, as credit of another twelve months. Idempotent.
   * @throws AppError UNAVAILABLE
   */
  async release(userId: string, orderId: string, amountPaise: number): Promise<void> {
    // The event of the placing may arrive later.
    await this.endReservation(userId, orderId, 'paid');
    await this.grant(userId, {
      key: `cancelled:${orderId}`,
      amountPaise,
      expiresAt: creditExpiry(new Date()),
      source: 'refunds',
      reason: 'order_cancelled',
      orderId,
    });
  }

  async balanceOf(userId: string): Promise<CreditBalance> {
    return (await this.latest(userId))?.balance ?? emptyBalance;
  }

  /** One page of the movements, newest first. @throws AppError VALIDATION_FAILED for an invalid cursor */
  page(userId: string, limit: number, cursor: string | undefined): Promise<PageOf<CreditEntryRecord>> {
    const sort = { sequence: -1 } as const;
    return findPage<CreditEntryRecord>(this.entries, {
      filter: { userId },
      sort,
      limit,
      cursor,
      index: 'entries_of_customer',
    });
  }

  private latest(userId: string): Promise<CreditEntryRecord | null> {
    return this.entries.findOne({ userId }).sort({ sequence: -1 }).lean<CreditEntryRecord>().exec();
  }

  /** Writes the change of the current balance, after those that wait already. */
  private async append(pending: PendingChange): Promise<void> {
    const { userId } = pending;
    const queue = this.queues.get(userId) ?? { length: 0, ended: Promise.resolve() };
    this.queues.set(userId, queue);
    queue.length += 1;
    const since = performance.now();
    const change = queue.ended.then(() => this.appendNext(pending, queue, since));
    queue.ended = change.catch(() => undefined);
    try {
      await change;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(userId);
    }
  }

  /** What has expired is booked first. @param since when the change was requested: the balance of no earlier moment */
  private async appendNext(pending: PendingChange, queue: Queue, since: number): Promise<void> {
    const { userId, key, facts, isForUnpaidOrder, decide } = pending;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (key && (await this.entries.exists({ userId, key }))) return;
      const now = new Date();
      const last = await this.latestSince(queue, since, userId);
      // After the newest entry was read: one that is written later makes the insert of its number fail.
      if (isForUnpaidOrder && (await this.isPaid(userId, facts.orderId))) return;
      const sequence = (last?.sequence ?? 0) + 1;
      const current = last?.balance ?? emptyBalance;
      const expiry = expireCredit(current, now);
      const change = expiry ?? decide(current, now);
      if (!change) return;
      const entry = {
        _id: `${userId}:${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`,
        userId,
        sequence,
        key: expiry || !key ? `${change.reason}:${sequence}` : key,
        at: now,
        ...change,
        outbox: [],
        ...(expiry ? {} : facts),
      };
      const at = performance.now();
      queue.last = undefined;
      const isWritten = await this.insert(entry);
      if (isWritten) queue.last = { entry, at };
      if (isWritten && !expiry) return;
      if (!isWritten) await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  private async isPaid(userId: string, orderId: string | undefined): Promise<boolean> {
    return (await this.entries.exists({ userId, orderId, reason: 'order_paid' })) !== null;
  }

  private async latestSince(queue: Queue, since: number, userId: string): Promise<NonNullable<Queue['last']>['entry']> {
    if (!queue.last || queue.last.at < since) {
      const at = performance.now();
      queue.last = { entry: await this.latest(userId), at };
    }
    return queue.last.entry;
  }

  /** Returns false when another process wrote the entry of this number, or of this key. */
  private async insert(entry: CreditEntryRecord): Promise<boolean> {
    try {
      await this.entries.create(entry);
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
    if (entry.outbox.length > 0) this.outbox.publishPending(this.entries, entry);
    this.logger.info({ entryId: entry._id, outcome: entry.reason }, 'credit changed');
    return true;
  }
}
