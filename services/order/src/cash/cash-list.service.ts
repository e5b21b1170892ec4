import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CashEntry, CashState } from '@rangavalli/contracts/entities/cash';
import { findPage, ID_INDEX, type PageOf } from '@rangavalli/service-kit/database/paging';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { orderIndexes, type OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';

const PAGE_SIZE = 25;
const listed: readonly CashState[] = ['due', 'collected', 'remitted'];
const projection = { orderNumber: 1, customer: 1, orderedAt: 1, createdAt: 1, status: 1, cash: 1 } as const;

type CashOrder = Pick<OrderRecord, '_id' | 'orderNumber' | 'cash'> & Partial<OrderRecord>;

/** The cash that couriers collect, hold and have paid. */
@Injectable()
export class CashList {
  constructor(private readonly store: OrderStore) {}

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  async page({
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /payments/cod/cash'>['query']): Promise<PageOf<OrderRecord>> {
    const filter = { 'cash.state': state ?? { $in: [...listed] } };
    const index = orderIndexes.cash;
    const order = state ? { index } : { index: ID_INDEX, finders: [{ filter, index }] };
    return findPage(this.store.model, { filter, projection, limit, cursor, ...order });
  }

  /** Returns what is still to be collected, and what couriers have not paid yet, in paise. */
  async sums(): Promise<{ duePaise: number; collectedPaise: number }> {
    const sums = await this.store.model
      .aggregate<{ _id: string; paise: number }>([
        { $match: { 'cash.state': { $in: ['due', 'collected'] } } },
        { $group: { _id: '$cash.state', paise: { $sum: '$cash.duePaise' } } },
      ])
      .hint(orderIndexes.cash);
    const sumOf = (state: CashState): number => sums.find(({ _id }) => _id === state)?.paise ?? 0;
    return { duePaise: sumOf('due'), collectedPaise: sumOf('collected') };
  }
}

/** Paise become rupees here (invariant 1). */
export function toCashEntries({ _id, cash, orderNumber, customer, orderedAt, status }: CashOrder): CashEntry[] {
  if (!cash || cash.state === 'void') return [];
  const { state, duePaise, collectedAt, remittance } = cash;
  return [
    {
      orderId: String(_id),
      orderNumber,
      customer: customer?.name ?? '',
      orderedAt: (orderedAt ?? _id.getTimestamp()).toISOString(),
      status: status ?? 'Pending',
      state,
      due: paiseToRupees(duePaise),
      ...(collectedAt ? { collectedAt: collectedAt.toISOString() } : {}),
      ...(remittance
        ? {
            remittance: {
              reference: remittance.reference,
              date: remittance.date,
              recordedAt: remittance.recordedAt.toISOString(),
            },
          }
        : {}),
    },
  ];
}
