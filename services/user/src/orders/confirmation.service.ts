import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { EventData } from '@rangavalli/contracts/events';
import { together } from '@rangavalli/service-kit/together';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { AccountsService } from '../accounts/accounts.service.js';
import { Mailer } from '../mail/mailer.js';
import type { UserConfig } from '../user.config.js';
import { confirmationLetter } from './confirmation-letter.js';
import { ORDER_SUMMARY, type OrderSummaryRecord } from './order-summary.schema.js';

/** Letters that were sent are noted with those of the next so many ms, in one command. */
const TOGETHER_MS = 100;
const MOST_TOGETHER = 100;
/** Who claimed a letter and did not send it in this time is taken to have died, ms. */
const CLAIM_MS = 60_000;

/**
 * Confirms each order by one letter. The claim in the order's document keeps a repeated event from sending
 * a second one; only a process that dies between the mail server's "accepted" and its own note of it could,
 * and then the letter's Message-ID is the same.
 */
@Injectable()
export class ConfirmationService {
  private readonly noteSent = together(TOGETHER_MS, MOST_TOGETHER, (orderIds: readonly string[]) =>
    this.noteAllSent(orderIds),
  );

  constructor(
    @InjectModel(ORDER_SUMMARY) private readonly summaries: Model<OrderSummaryRecord>,
    @Inject(CONFIG) private readonly config: UserConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly accounts: AccountsService,
    private readonly mailer: Mailer,
  ) {}

  /** Whether there will be a letter, as far as the event itself says. */
  isFor({ customer }: EventData<'order.placed'>): boolean {
    return customer.email !== undefined && this.mailer.isOpen;
  }

  /**
   * @param claimed the letter was taken on by the write that first noted the order
   * @throws Error when the letter could not be sent; the event then comes again
   */
  async send(order: EventData<'order.placed'>, claimed: boolean): Promise<void> {
    const to = order.customer.email ?? (await this.accounts.emailOf(order.userId));
    if (!to || !this.mailer.isOpen) return;
    if (!claimed && !(await this.claim(order.orderId))) return;
    try {
      await this.mailer.send({
        to,
        id: `order-${order.orderId}`,
        ...confirmationLetter(order, this.config.PUBLIC_URL),
      });
    } catch (error) {
      await this.summaries.updateOne(
        { _id: order.orderId, 'confirmation.sentAt': { $exists: false } },
        { $unset: { confirmation: 1 } },
      );
      throw error;
    }
    await this.noteSent(order.orderId);
    this.logger.info({ orderId: order.orderId }, 'order confirmed by mail');
  }

  private async noteAllSent(orderIds: readonly string[]): Promise<undefined[]> {
    await this.summaries.collection.updateMany(
      { _id: { $in: orderIds as never[] } },
      { $set: { 'confirmation.sentAt': new Date() } },
    );
    return orderIds.map(() => undefined);
  }

  /** False when the letter was sent; an error while another process is at it. */
  private async claim(orderId: string): Promise<boolean> {
    const now = Date.now();
    const claimed = await this.summaries.updateOne(
      {
        _id: orderId,
        'confirmation.sentAt': { $exists: false },
        $or: [
          { 'confirmation.claimedAt': { $exists: false } },
          { 'confirmation.claimedAt': { $lt: new Date(now - CLAIM_MS) } },
        ],
      },
      { $set: { confirmation: { claimedAt: new Date(now) } } },
    );
    if (claimed.modifiedCount > 0) return true;
    const known = await this.summaries.findById(orderId, { confirmation: 1 }).lean<OrderSummaryRecord>();
    if (known?.confirmation?.sentAt) return false;
    throw new Error(`The confirmation of order ${orderId} is being sent by another process`);
  }
}
