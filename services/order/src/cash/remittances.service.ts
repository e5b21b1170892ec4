import { Inject, Injectable } from '@nestjs/common';
import {
  MAX_REMITTANCE_ROWS,
  type RemittanceOutcome,
  type RemittanceResult,
} from '@rangavalli/contracts/entities/cash';
import { normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise, paiseToRupees, rupeesToPaise } from '@rangavalli/service-kit/money';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import type { OrderCashRecord } from './order-cash.schema.js';
import type { ReadRow, RemittanceRow } from './remittance-rows.js';

type CashOrder = Pick<OrderRecord, '_id' | 'orderNumber' | 'phase' | 'cash'>;

const messages: Partial<Record<RemittanceOutcome, string>> = {
  recorded: 'Recorded before with this reference.',
  already_remitted: 'Recorded before with another reference.',
  not_delivered: 'Set the order to Delivered first.',
  not_cash: 'This order is paid online.',
  unknown: 'No order has this number.',
};

/** Compares what couriers have paid to the shop with the cash of the orders. */
@Injectable()
export class Remittances {
  constructor(
    private readonly store: OrderStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records the rows that match, each in one guarded write. A repeated file changes nothing. */
  async record(rows: readonly ReadRow[], by: Identity, { isPreview = false } = {}): Promise<RemittanceResult[]> {
    const entries = rows.flatMap((read) => ('entry' in read ? [read.entry] : []));
    const orders = await this.findOrders(entries);
    const results: RemittanceResult[] = [];
    for (const read of rows) {
      if ('refused' in read) {
        results.push(read.refused);
        continue;
      }
      const { row, entry } = read;
      const order = orders.get(normalizeOrderNumber(entry.orderNumber) ?? '');
      const outcome = compare(order, entry);
      // A later row of the same order is compared with this one.
      const cash = outcome === 'matched' && order?.cash ? remitted(order.cash, entry, by) : undefined;
      const isLost = cash && order && !isPreview && !(await this.write(order, cash, entry, by));
      if (cash && order && !isLost) order.cash = cash;
      results.push(toResult(row, entry, isLost ? 'not_delivered' : outcome, order));
    }
    return results;
  }

  private async findOrders(entries: readonly RemittanceRow[]): Promise<Map<string, CashOrder>> {
    const numbers = entries.flatMap(({ orderNumber }) => normalizeOrderNumber(orderNumber) ?? []);
    const orders = await this.store.model
      .find({ orderNumber: { $in: [...new Set(numbers)] } }, { orderNumber: 1, phase: 1, cash: 1 })
      .limit(MAX_REMITTANCE_ROWS)
      .lean<CashOrder[]>()
      .exec();
    return new Map(orders.map((order) => [order.orderNumber, order]));
  }

  private async write(
    { _id, orderNumber }: CashOrder,
    cash: OrderCashRecord,
    { reference }: RemittanceRow,
    by: Identity,
  ): Promise<OrderRecord | null> {
    const orderId = String(_id);
    const written = await this.store.update(_id, {
      guard: { phase: 'placed', 'cash.state': 'collected', 'cash.duePaise': cash.duePaise },
      set: { cash },
      events: [
        createAuditEvent(by, {
          action: 'order.cash.remitted',
          subject: 'order',
          subjectId: orderId,
          label: orderNumber,
          changes: [
            { field: 'cash', to: formatPaise(cash.duePaise) },
            { field: 'reference', to: reference },
          ],
        }),
      ],
    });
    if (written) this.logger.info({ orderId, orderNumber, outcome: cash.state }, 'cash changed');
    return written;
  }
}

function compare(order: CashOrder | undefined, { amount, reference }: RemittanceRow): RemittanceOutcome {
  if (order?.phase !== 'placed') return 'unknown';
  const { cash } = order;
  if (!cash) return 'not_cash';
  if (cash.remittance) return cash.remittance.reference === reference ? 'recorded' : 'already_remitted';
  if (cash.state !== 'collected') return 'not_delivered';
  return rupeesToPaise(amount) === cash.duePaise ? 'matched' : 'wrong_amount';
}

const remitted = (cash: OrderCashRecord, { reference, date }: RemittanceRow, by: Identity): OrderCashRecord => ({
  ...cash,
  state: 'remitted',
  remittance: { reference, date, recordedAt: new Date(), by: by.email },
});

function toResult(
  row: number,
  entry: RemittanceRow,
  outcome: RemittanceOutcome,
  order: CashOrder | undefined,
): RemittanceResult {
  const expected = order?.cash && paiseToRupees(order.cash.duePaise);
  const message =
    outcome === 'wrong_amount' && order?.cash
      ? `The customer owed ${formatPaise(order.cash.duePaise)}.`
      : messages[outcome];
  return {
    row,
    ...entry,
    outcome,
    ...(expected === undefined ? {} : { expected }),
    ...(message ? { message } : {}),
  };
}
