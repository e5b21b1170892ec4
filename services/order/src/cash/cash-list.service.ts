import { Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CashEntry, CashState } from '@rangavalli/contracts/entities/cash';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { orderIndexes, type OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';

const PAGE_SIZE = 25;
const listed: readonly CashState[] = ['due', 'collected', 'remitted'];
/** The sums read each order whose cash is due or collected. */
const SUMS_TTL_MS = 5_000;
const projection = { orderNumber: 1, customer: 1, orderedAt: 1, createdAt: 1, status: 1, cash: 1 } as const;

type CashOrder = Pick<OrderRecord, '_id' | 'orderNumber' | 'cash'> & Partial<OrderRecord>;

interface CashSums {
  duePaise: number;
  collectedPaise: number;
}

/** The cash that couriers collect, hold and have paid. */
@Injectable()
export class CashList {
  private readonly cachedSums = new DocumentCache<Promise<CashSums>>(1, SUMS_TTL_MS);

  constructor(private readonly store: OrderStore) {}

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  async page({
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /payments/cod/cash'>['query']): Promise<PageOf<OrderRecord>> {
    const filter = { 'cash.state': state ?? { $in: [...listed] } };
    const name = orderIndexes.cash;
    const index = state ? name : listed.map((one) => ({ filter: { 'cash.state': one }, index: name }));
    return findPage(this.store.model, { filter, projection, limit, cursor, index });
  }

  /** Returns what is still to be collected, and what couriers have not paid yet, `SUMS_TTL_MS` old at most. */
  sums(): Promise<CashSums> {
    const cached = this.cachedSums.get('sums');
    if (cached) return cached;
    const reading = this.readSums();
    reading.catch(() => this.cachedSums.keep('sums', null));
    return this.cachedSums.keep('sums', reading);
  }

  /** After this process has recorded remittances. */
  invalidateSums(): void {
    this.cachedSums.keep('sums', null);
  }

  private async readSums(): Promise<CashSums> {
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
