import { Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { StockHold } from '@rangavalli/contracts/entities/holds';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { OpenCheckouts } from '../checkout/open-checkouts.service.js';
import { isMistypedNumber, searchFilter } from '../orders/order-search.js';
import { DUE, type OrderRecord } from '../store/order.schema.js';
import { listedFields, OrderStore } from '../store/order.store.js';

const PAGE_SIZE = 25;
const MAX_ATTEMPTS = 50;

@Injectable()
export class HoldsAdmin {
  constructor(
    private readonly store: OrderStore,
    private readonly checkouts: OpenCheckouts,
  ) {}

  /**
   * Returns one page of the stock that unpaid checkouts hold, most units first.
   * @throws AppError ORDER_NUMBER_INVALID when the search is a number with a wrong digit
   */
  async list({
    q,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /orders/admin/holds'>['query']): Promise<Omit<CallResponse<'GET /orders/admin/holds'>, 'success'>> {
    const { items, ...pageInfo } = await findPage(this.store.model, {
      filter: { ...DUE, phase: 'checkout', ...(q ? { $or: [{ network: q }, searchFilter(q)] } : {}) },
      projection: { ...listedFields, history: 0 },
      sort: { units: -1, _id: 1 },
      limit,
      cursor,
    });
    if (items.length === 0 && q && isMistypedNumber(q)) throw new AppError('ORDER_NUMBER_INVALID');
    return { holds: items.map(toStockHold), ...pageInfo };
  }

  /**
   * Ends an unpaid checkout and releases its stock.
   * @param reference the id of the order, or its number
   * @throws AppError ORDER_NUMBER_INVALID; HOLD_NOT_FOUND; ORDER_ALREADY_PAID; UNAVAILABLE when the sweeper has to
   *   release the stock
   */
  async release(reference: string, by: Identity): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const order = await this.store.findByReference(reference);
      if (order?.payment) throw new AppError('ORDER_ALREADY_PAID');
      if (order?.phase !== 'checkout') throw new AppError('HOLD_NOT_FOUND');
      const audit = createAuditEvent(by, {
        action: 'hold.released',
        subject: 'order',
        subjectId: String(order._id),
        label: order.orderNumber,
        changes: [
          { field: 'customer', from: order.customer.email },
          ...order.lines.map(({ name, size, quantity }) => ({
            field: size ? `${name} (${size})` : name,
            from: String(quantity),
          })),
        ],
      });
      if (await this.checkouts.end(order, 'release', { by: by.email, events: [audit] })) return;
    }
    throw new AppError('UNAVAILABLE');
  }
}

const toStockHold = (order: OrderRecord): StockHold => ({
  orderId: String(order._id),
  orderNumber: order.orderNumber,
  customer: { id: order.userId, name: order.customer.name, email: order.customer.email },
  ...(order.network ? { network: order.network } : {}),
  lines: order.lines.map(({ productId, name, size, quantity }) => ({ productId, name, size, quantity })),
  units: order.units,
  renewals: order.renewals,
  startedAt: order.createdAt.toISOString(),
  expiresAt: (order.holdExpiresAt ?? order.createdAt).toISOString(),
});
