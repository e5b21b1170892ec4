import { Injectable } from '@nestjs/common';
import type { CreditMovement, StoreCredit } from '@rangavalli/contracts/entities/credit';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, paiseToRupees } from '@rangavalli/service-kit/money';
import { RefundLimits } from '../refunds/refund-limits.service.js';
import { type CreditBalance, reservedPaise, spendable } from './credit-balance.js';
import type { CreditEntryRecord } from './credit-entry.schema.js';
import { creditExpiry } from './credit-expiry.js';
import { CreditLedger } from './credit-ledger.service.js';

const PAGE_SIZE = 25;

interface StaffGrant {
  requestId: string;
  amountPaise: number;
  reason: 'return' | 'goodwill';
  note: string;
}

/** Store credit as customers and staff see it. */
@Injectable()
export class StoreCredits {
  constructor(
    private readonly ledger: CreditLedger,
    private readonly limits: RefundLimits,
  ) {}

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  async describe(
    userId: string,
    viewer: Identity,
    { limit = PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined } = {},
  ): Promise<StoreCredit> {
    const [balance, page] = await Promise.all([this.ledger.balanceOf(userId), this.ledger.page(userId, limit, cursor)]);
    const { items, ...rest } = page;
    return { ...describeCredit(balance, items, hasPermission(viewer.role, 'payments.read')), ...rest };
  }

  /**
   * Gives credit by a member of staff, once per request.
   * @throws AppError CREDIT_LIMIT above the limits of refunds, unless the person approves refunds; CREDIT_GRANTED when
   *   the request has given another amount
   */
  async grant(userId: string, { requestId, amountPaise, reason, note }: StaffGrant, by: Identity): Promise<void> {
    await this.assertMayGrant(requestId, amountPaise, by);
    const audit = createAuditEvent(by, {
      action: 'payment.credit.granted',
      subject: 'user',
      subjectId: userId,
      changes: [
        { field: 'store credit', to: formatPaise(amountPaise) },
        { field: 'note', to: note },
      ],
    });
    const key = `grant:${requestId}`;
    await this.ledger.grant(userId, {
      key,
      amountPaise,
      expiresAt: creditExpiry(new Date()),
      source: reason === 'return' ? 'refunds' : 'goodwill',
      reason,
      note,
      by: { id: by.id, name: by.name },
      outbox: [audit],
    });
    if ((await this.ledger.grantedPaise(userId, key)) !== amountPaise) throw new AppError('CREDIT_GRANTED');
  }

  /** Store credit is money: the limits of refunds count it. @throws AppError CREDIT_LIMIT */
  async assertMayGrant(requestId: string, amountPaise: number, by: Identity): Promise<void> {
    if (hasPermission(by.role, 'refunds.approve')) return;
    if (await this.limits.findCause({ staffId: by.id, paymentId: requestId, amountPaise }))
      throw new AppError('CREDIT_LIMIT');
  }
}

export function describeCredit(
  balance: CreditBalance,
  entries: readonly CreditEntryRecord[],
  isStaff: boolean,
): Pick<StoreCredit, 'balance' | 'reserved' | 'nextExpiry' | 'movements'> {
  const now = new Date();
  const next = balance.lots.find(({ expiresAt }) => expiresAt > now);
  return {
    balance: paiseToRupees(spendable(balance, now)),
    reserved: paiseToRupees(reservedPaise(balance)),
    ...(next ? { nextExpiry: { amount: paiseToRupees(next.paise), at: next.expiresAt.toISOString() } } : {}),
    movements: entries.map((entry) => toMovement(entry, isStaff)),
  };
}

/** What the customer can spend rises and falls by the postings of their account. Paise become rupees. */
function toMovement(
  { at, reason, postings, balance, note, orderId, by }: CreditEntryRecord,
  isStaff: boolean,
): CreditMovement {
  const amountPaise = postings.reduce(
    (sum, { from, to, amountPaise: paise }) =>
      sum + (to === 'customer' ? paise : 0) - (from === 'customer' ? paise : 0),
    0,
  );
  return {
    at: at.toISOString(),
    reason,
    amount: paiseToRupees(amountPaise),
    balance: paiseToRupees(spendable(balance, at)),
    ...(note ? { note } : {}),
    ...(orderId ? { orderId } : {}),
    ...(isStaff && by ? { by: by.name } : {}),
  };
}
