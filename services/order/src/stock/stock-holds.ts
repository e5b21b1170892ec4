import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import type { HeldLine } from '@rangavalli/contracts/commands/lines';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { findHeld } from '../pricing/quotes.service.js';
import type { OrderLineRecord, OrderRecord } from '../store/order.schema.js';

export const HOLD_DEADLINE_MS = 4_500;
const COMMIT_DEADLINE_MS = 5_000;
const RELEASE_DEADLINE_MS = 3_000;
/** A hold for a late payment is committed at once; after a crash it expires soon. */
const RENEWED_HOLD_MS = 120_000;

type HoldReply = CommandReply<'rpc.catalog.stock.hold'>;

@Injectable()
export class StockHolds {
  constructor(private readonly commands: Commands) {}

  /**
   * Holds all lines or none and returns them with what their prices depend on.
   * @throws AppError OUT_OF_STOCK, INSUFFICIENT_STOCK, PRODUCT_NOT_FOUND, UNAVAILABLE
   */
  async hold(order: OrderRecord, expiresAt: Date): Promise<HeldLine[]> {
    const reply = await this.requestHold(order, expiresAt);
    if (reply.outcome === 'held') return reply.lines;
    if (reply.outcome === 'total_changed') throw new AppError('UNAVAILABLE'); // only where a total is expected
    const isSoldOut = reply.lines.some(({ available }) => available === 0);
    throw new AppError(isSoldOut ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK', { details: { lines: reply.lines } });
  }

  /** For a late payment, while the prices of the units are those of the order. */
  async holdAgain(order: OrderRecord): Promise<boolean> {
    try {
      const expiresAt = new Date(Date.now() + RENEWED_HOLD_MS);
      const goodsPaise = order.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
      const reply = await this.requestHold(order, expiresAt, goodsPaise);
      if (reply.outcome !== 'held') return false;
      if (order.lines.every((line) => findHeld(reply.lines, line).unitPaise === line.unitPaise)) return true;
      await this.release(order);
      return false;
    } catch (error) {
      // A product that is no longer sold counts as out of stock.
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  }

  /** Returns false when the hold has expired. */
  async commit(order: OrderRecord): Promise<boolean> {
    const { outcome } = await this.commands.request('rpc.catalog.stock.commit', holdOf(order), COMMIT_DEADLINE_MS);
    return outcome === 'sold';
  }

  async release(order: OrderRecord): Promise<void> {
    await this.commands.request('rpc.catalog.stock.release', holdOf(order), RELEASE_DEADLINE_MS);
  }

  private requestHold(order: OrderRecord, expiresAt: Date, expectedPaise?: number): Promise<HoldReply> {
    const request = { ...holdOf(order), expiresAt: expiresAt.toISOString(), expectedPaise };
    return this.commands.request('rpc.catalog.stock.hold', request, HOLD_DEADLINE_MS);
  }
}

/** Returns the order's lines with the names and prices of the hold. */
export function priceLines({ lines }: Pick<OrderRecord, 'lines'>, held: readonly HeldLine[]): OrderLineRecord[] {
  return lines.map((line) => {
    const { name, image, unitPaise, category } = findHeld(held, line);
    return { ...line, name, unitPaise, ...(image ? { image } : {}), ...(category ? { category } : {}) };
  });
}

const holdOf = ({ _id, orderNumber, holdId, lines }: OrderRecord) => ({
  holdId,
  orderId: String(_id),
  orderNumber,
  lines: lines.map(({ productId, size, quantity }) => ({ productId, size, quantity })),
});
