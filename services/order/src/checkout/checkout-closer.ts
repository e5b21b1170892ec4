import { Injectable } from '@nestjs/common';
import type { StockLine } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { newEvent } from '@rangavalli/service-kit/events/envelope';
import type { OrderRecord } from '../orders/order.schema.js';
import { type Change, OrderStore } from '../orders/order.store.js';

/** The catalog is given this long to take a hold back, ms; what fails is asked again by the sweeper. */
const RELEASE_MS = 3_000;
const ASK_AGAIN_MS = 5_000;

/** An order's lines as the catalog is told of them. */
export const stockLines = (order: OrderRecord): StockLine[] =>
  order.lines.map(({ productId, size, quantity }) => ({ productId, size, quantity }));

/** Ends checkouts that nobody paid, and gives their pieces back. */
@Injectable()
export class CheckoutCloser {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
  ) {}

  /**
   * Ends a checkout as it was seen: `expire` when its time is over or its cart has changed, `fail` when it
   * could not be opened. The pieces are back when this resolves.
   * @returns the order after it; null when somebody else moved it first: nothing was done then
   * @throws AppError UNAVAILABLE when the catalog did not answer; the checkout has ended all the same, and the sweeper releases the hold
   */
  async close(order: OrderRecord, how: 'expire' | 'fail', guard: Change['guard'] = {}): Promise<OrderRecord | null> {
    const { userId, holdId } = order;
    const closed = await this.store.move(order._id, how, {
      guard: { ...guard, holdId },
      dueAt: new Date(Date.now() + ASK_AGAIN_MS),
      ...(how === 'expire'
        ? { events: [newEvent('order.expired', { orderId: String(order._id), userId, holdId })] }
        : {}),
    });
    if (closed) await this.release(closed);
    return closed;
  }

  /**
   * Gives the pieces of an ended checkout back. The catalog's release happens once, however often it is asked for.
   * @throws AppError UNAVAILABLE when the catalog did not answer
   */
  async release(order: OrderRecord): Promise<void> {
    await this.commands.ask(
      'rpc.catalog.stock.release',
      { holdId: order.holdId, orderId: String(order._id), lines: stockLines(order) },
      RELEASE_MS,
    );
    await this.store.write(order._id, {
      guard: { phase: { $in: ['expired', 'failed'] }, holdId: order.holdId },
      unset: ['dueAt'],
    });
  }
}
