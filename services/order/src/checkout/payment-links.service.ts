import { Inject, Injectable } from '@nestjs/common';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { EventData } from '@rangavalli/contracts/events';
import type { PendingPaymentLink } from '@rangavalli/contracts/entities/payment-link';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { withOrder } from '@rangavalli/service-kit/log/context';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.config.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore, purchaseOf } from '../store/order.store.js';
import { failureNoticeAt } from './failure-notice.js';
import { OpenCheckouts, PAYMENT_ORDER_DEADLINE_MS } from './open-checkouts.service.js';
import { onlineShareOf } from './payment-shares.js';

/** Razorpay's own least is 15 minutes. */
const LEAST_VALID_MS = 20 * 60_000;
const MAX_PENDING = 10;
/** Razorpay accepts names of so many characters. */
const MAX_NAME = 50;
const NOTICES_PER_SWEEP = 16;

interface Sender {
  staff?: Identity;
  reason?: CommandRequest<'rpc.payment.link.create'>['reason'];
}

/**
 * Payment links of unpaid orders. A link does not extend the hold: like every late payment, its money places the order
 * while stock and prices allow, and is refunded otherwise. A replaced or released checkout has no link to pay.
 */
@Injectable()
export class OrderPaymentLinks {
  constructor(
    private readonly store: OrderStore,
    private readonly commands: Commands,
    private readonly checkouts: OpenCheckouts,
    @Inject(CONFIG) private readonly config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Emails the customer a link for a checkout that was not paid. Idempotent: an order has one link.
   * @throws AppError ORDER_NUMBER_INVALID, ORDER_NOT_FOUND; PAYMENT_LINK_CLOSED when the order cannot be paid by a link
   *   any more; PAYMENT_PROVIDER_FAILED
   */
  async request(caller: Identity, reference: string): Promise<PendingPaymentLink> {
    const order = await this.store.findByReference(reference);
    if (!order || order.userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
    return this.create(order);
  }

  /**
   * Sends the link of any unpaid order, for staff. Idempotent.
   * @throws AppError as `request`
   */
  async send(staff: Identity, reference: string): Promise<PendingPaymentLink> {
    const order = await this.store.findByReference(reference);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    return this.create(order, { staff });
  }

  /**
   * @param sender the customer by default
   * @throws AppError PAYMENT_LINK_CLOSED, PAYMENT_PROVIDER_FAILED
   */
  async create(order: OrderRecord, { staff, reason }: Sender = {}): Promise<PendingPaymentLink> {
    const amountPaise = onlineShareOf(order);
    if (!isPayableByLink(order) || amountPaise === 0) throw new AppError('PAYMENT_LINK_CLOSED');
    const { _id, orderNumber, userId, customer, billing } = order;
    const contact = billing?.phone;
    const name = (billing?.fullName ?? customer.name).slice(0, MAX_NAME);
    const { url, expiresAt } = await this.commands.request(
      'rpc.payment.link.create',
      {
        orderId: String(_id),
        orderNumber,
        userId,
        amountPaise,
        customer: { name, email: customer.email, ...(contact ? { contact } : {}) },
        ...(staff ? { staff: { id: staff.id, name: staff.name, role: staffRoleOf(staff), email: staff.email } } : {}),
        ...(reason ? { reason } : {}),
        expiresAt: this.endOf(order).toISOString(),
      },
      PAYMENT_ORDER_DEADLINE_MS,
    );
    const paymentLink = { url, expiresAt: new Date(expiresAt) };
    const unset = ['failureNoticeAt'] as const;
    await this.store.update(_id, { guard: { phase: order.phase }, set: { paymentLink }, unset: [...unset] });
    return toPending({ ...order, paymentLink });
  }

  /** Schedules the link for a payment that failed; each further failure postpones it. Idempotent. */
  async scheduleNotice(orderId: string): Promise<void> {
    const order = await this.store.findById(orderId);
    if (!order || !isNoticeable(order)) return;
    const { phase, holdId } = order;
    await this.store.update(orderId, {
      guard: { phase, holdId, paymentLink: { $exists: false } },
      set: { failureNoticeAt: failureNoticeAt(order, this.config.PAYMENT_FAILED_NOTICE_S * 1_000) },
    });
  }

  /**
   * Sends the links of failed payments whose time has come. Only while the checkout is open, and so its items are still
   * reserved. The payment service makes one link per order, so several processes may do this at the same time, or again
   * after a crash.
   */
  @Repeats('links for failed payments', ({ SWEEP_MS }: OrderConfig) => SWEEP_MS)
  async sendDueNotices(): Promise<void> {
    const due = await this.store.model
      .find({ failureNoticeAt: { $exists: true, $lte: new Date() } })
      .sort({ failureNoticeAt: 1 })
      .limit(NOTICES_PER_SWEEP)
      .lean<OrderRecord[]>()
      .exec();
    await Promise.all(due.map((order) => withOrder(purchaseOf(order), () => this.sendNotice(order))));
  }

  private async sendNotice(order: OrderRecord): Promise<void> {
    const { _id, failureNoticeAt: scheduledAt } = order;
    // The customer may have tried again meanwhile.
    const guard = { failureNoticeAt: scheduledAt };
    if (!isNoticeable(order)) return void (await this.store.update(_id, { guard, unset: ['failureNoticeAt'] }));
    try {
      await this.create(order, { reason: 'payment_failed' });
    } catch (error) {
      this.logger.warn({ err: error, orderId: String(_id) }, 'link for a failed payment not created; will be retried');
      const next = failureNoticeAt(order, this.config.PAYMENT_FAILED_NOTICE_S * 1_000);
      await this.store.update(_id, { guard, set: { failureNoticeAt: next } });
    }
  }

  /** The link of a phone order ends with its hold. */
  private endOf({ takenBy, holdExpiresAt }: OrderRecord): Date {
    const least = Date.now() + LEAST_VALID_MS;
    if (takenBy && holdExpiresAt) return new Date(Math.max(least, holdExpiresAt.getTime()));
    return new Date(Date.now() + this.config.PAYMENT_LINK_VALID_S * 1_000);
  }

  /** Returns the links that the customer can still pay, newest first. */
  async listPending(userId: string): Promise<PendingPaymentLink[]> {
    const orders = await this.store.model
      .find({
        userId,
        'paymentLink.expiresAt': { $gt: new Date() },
        phase: { $in: ['checkout', 'expired'] },
        isWithdrawn: { $exists: false },
      })
      .sort({ 'paymentLink.expiresAt': -1 })
      .limit(MAX_PENDING)
      .lean<OrderRecord[]>()
      .exec();
    return orders.map((order) => toPending(order));
  }

  /** Follows the link's state. Idempotent; a link that has ended never opens again. */
  async follow({ orderId, state, url, expiresAt }: EventData<'payment.link.changed'>): Promise<void> {
    if (state === 'requested') return;
    if (state === 'open') {
      await this.store.update(orderId, {
        guard: {
          phase: { $in: ['checkout', 'expired'] },
          paymentLink: { $exists: false },
          hasEndedLink: { $exists: false },
        },
        set: { paymentLink: { url, expiresAt: new Date(expiresAt) } },
      });
      return;
    }
    const order = await this.store.update(orderId, { set: { hasEndedLink: true }, unset: ['paymentLink'] });
    // Staff cancelled the link of a phone order, which cannot be paid otherwise.
    if (state === 'cancelled' && order?.takenBy && order.phase === 'checkout')
      await this.checkouts.end(order, 'release');
  }
}

const isPayableByLink = ({ phase, isWithdrawn, method, hasEndedLink }: OrderRecord): boolean =>
  (phase === 'checkout' || phase === 'expired') && !isWithdrawn && method !== 'cod' && !hasEndedLink;

/** Whether a failed payment leads to a link: not where the customer has one or has had one. */
const isNoticeable = (order: OrderRecord): boolean =>
  order.phase === 'checkout' && isPayableByLink(order) && !order.paymentLink;

function staffRoleOf({ role }: Identity): Exclude<Identity['role'], 'user'> {
  if (role === 'user') throw new AppError('FORBIDDEN');
  return role;
}

function toPending({ _id, orderNumber, paymentLink, ...order }: OrderRecord): PendingPaymentLink {
  if (!paymentLink) throw new AppError('PAYMENT_LINK_CLOSED');
  return {
    orderId: String(_id),
    orderNumber,
    amount: paiseToRupees(onlineShareOf(order)),
    url: paymentLink.url,
    expiresAt: paymentLink.expiresAt.toISOString(),
  };
}
