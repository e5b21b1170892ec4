import { Injectable } from '@nestjs/common';
import type { CommandReply, PricedLine } from '@rangavalli/contracts/commands';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { paiseToRupees } from '@rangavalli/service-kit/money';
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
   * Holds all lines or none and returns them with name and price.
   * @throws AppError TOTAL_CHANGED, OUT_OF_STOCK, INSUFFICIENT_STOCK, PRODUCT_NOT_FOUND, UNAVAILABLE
   */
  async hold(
    order: OrderRecord,
    expectedPaise: number,
    expiresAt: Date,
  ): Promise<Extract<HoldReply, { outcome: 'held' }>> {
    const reply = await this.requestHold(order, expiresAt, expectedPaise);
    if (reply.outcome === 'held') return reply;
    if (reply.outcome === 'total_changed')
      throw new AppError('TOTAL_CHANGED', { details: { totalAmount: paiseToRupees(reply.totalPaise) } });
    const isSoldOut = reply.lines.some(({ available }) => available === 0);
    throw new AppError(isSoldOut ? 'OUT_OF_STOCK' : 'INSUFFICIENT_STOCK', { details: { lines: reply.lines } });
  }

  /** For a late payment, while the prices are those of the order. */
  async holdAgain(order: OrderRecord): Promise<boolean> {
    try {
      const expiresAt = new Date(Date.now() + RENEWED_HOLD_MS);
      return (await this.requestHold(order, expiresAt, order.totalPaise)).outcome === 'held';
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

/** Returns the order's lines with the names and prices of the hold, which has one line per product and size. */
export function priceLines({ lines }: OrderRecord, held: readonly PricedLine[]): OrderLineRecord[] {
  return lines.map((line) => {
    const priced = held.find(({ productId, size }) => productId === line.productId && size === line.size);
    if (!priced) throw new AppError('UNAVAILABLE');
    return { ...line, ...priced, quantity: line.quantity };
  });
}

const holdOf = ({ _id, orderNumber, holdId, lines }: OrderRecord) => ({
  holdId,
  orderId: String(_id),
  ...(orderNumber ? { orderNumber } : {}),
  lines: lines.map(({ productId, size, quantity }) => ({ productId, size, quantity })),
});
