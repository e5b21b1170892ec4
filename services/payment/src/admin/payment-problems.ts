import type { PaymentProblem } from '@rangavalli/contracts/entities/payments-admin';
import { ID_INDEX, type IndexedFilter } from '@rangavalli/service-kit/database/paging';
import type { QueryFilter } from 'mongoose';
import { AMOUNT_MISMATCH, hasRefunds, type PaymentRecord } from '../payments/payment.schema.js';

/** Finds the payments with a problem. An amount mismatch ends when the money has been refunded. */
const problemFilters: Record<PaymentProblem, QueryFilter<PaymentRecord>> = {
  captured_without_order: { orderMatch: 'missing' },
  amount_mismatch: {
    ...hasRefunds,
    // Makes its index usable.
    'refunds.reason': AMOUNT_MISMATCH,
    refunds: { $elemMatch: { reason: AMOUNT_MISMATCH, state: { $in: ['requested', 'failed'] } } },
  },
  refund_pending: { ...hasRefunds, 'refunds.state': 'requested' },
  refund_failed: { ...hasRefunds, 'refunds.state': 'failed' },
};

/** The names of the indexes that find them, the newest first. */
export const problemIndexes: Record<PaymentProblem, string> = {
  captured_without_order: 'orderMatch_1__id_-1',
  amount_mismatch: 'refunds.reason_1__id_-1',
  refund_pending: 'refunds.state_1__id_-1',
  refund_failed: 'refunds.state_1__id_-1',
};

/**
 * Returns what finds the payments with a problem, each with an index that has the newest first.
 * @param ofReturns ids of the orders with refunds of cancelled items and returns that have it
 */
export const problemFinders = (
  problem: PaymentProblem,
  ofReturns: readonly string[] = [],
): IndexedFilter<PaymentRecord>[] => [
  { filter: problemFilters[problem], index: problemIndexes[problem] },
  ...(ofReturns.length > 0 ? [{ filter: { _id: { $in: ofReturns } }, index: ID_INDEX }] : []),
];
