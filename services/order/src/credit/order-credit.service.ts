import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { creditShare } from '../checkout/payment-shares.js';
import type { OrderRecord } from '../store/order.schema.js';

const DEADLINE_MS = 4_000;

type Order = Pick<OrderRecord, '_id' | 'orderNumber' | 'userId' | 'creditPaise'>;

/** Store credit of checkouts: reserved in the ledger of the payment service, released when the checkout ends unpaid. */
@Injectable()
export class OrderCredit {
  constructor(private readonly commands: Commands) {}

  /** Returns what the customer can spend, paise. @throws AppError UNAVAILABLE */
  async balancePaise(userId: string): Promise<number> {
    const { balancePaise } = await this.commands.request('rpc.payment.credit.get', { userId }, DEADLINE_MS);
    return balancePaise;
  }

  /**
   * Reserves as much of a total as the balance covers.
   * @returns paise; 0 without credit
   * @throws AppError CREDIT_INSUFFICIENT when it was spent meanwhile, UNAVAILABLE
   */
  async reserve(order: Order, totalPaise: number): Promise<number> {
    const creditPaise = creditShare(await this.balancePaise(order.userId), totalPaise);
    if (creditPaise > 0) await this.request(order, creditPaise);
    return creditPaise;
  }

  /** Reserves again what was released before a late payment. @returns false when it was spent meanwhile */
  async keep(order: Order): Promise<boolean> {
    if (!order.creditPaise) return true;
    try {
      await this.request(order, order.creditPaise);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'CREDIT_INSUFFICIENT') return false;
      throw error;
    }
  }

  /** Idempotent. @param order of whom it is not known whether it has reserved any. @throws AppError UNAVAILABLE */
  async release({ _id, orderNumber, userId, useCredit }: Order & Pick<OrderRecord, 'useCredit'>): Promise<void> {
    if (!useCredit) return;
    const request = { userId, orderId: String(_id), orderNumber };
    await this.commands.request('rpc.payment.credit.release', request, DEADLINE_MS);
  }

  private async request({ _id, orderNumber, userId }: Order, amountPaise: number): Promise<void> {
    const request = { userId, orderId: String(_id), orderNumber, amountPaise };
    await this.commands.request('rpc.payment.credit.reserve', request, DEADLINE_MS);
  }
}
