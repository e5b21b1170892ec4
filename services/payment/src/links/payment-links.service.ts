import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Envelope } from '@rangavalli/contracts/events';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { AuditActor } from '@rangavalli/service-kit/events/audit';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { Captures } from '../payments/captures.service.js';
import { buildLinkChangedEvent, buildPaymentAuditEvent } from '../payments/payment-events.js';
import type { PaymentRecord } from '../payments/payment.schema.js';
import { PaymentStore } from '../payments/payment.store.js';
import type { RazorpayLink } from '../razorpay/entities.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { providerFailed, RazorpayError } from '../razorpay/razorpay.error.js';
import { isOpenLink, type LinkRecord, type LinkTransition, linkTransitions } from './link.schema.js';

type LinkRequest = CommandRequest<'rpc.payment.link.create'>;
type LinkReply = CommandReply<'rpc.payment.link.create'>;

/** What Razorpay's states of a link mean here; the others change nothing. */
const transitionOf: Readonly<Record<string, LinkTransition>> = {
  created: 'open',
  partially_paid: 'open',
  paid: 'pay',
  expired: 'expire',
  cancelled: 'cancel',
};

/**
 * Payment links: one per order. Razorpay accepts a reference id once and the reference is the order number, so a crash
 * between creating a link and storing it never makes two. Money of a link is recorded by `Captures`, like any other
 * money of the order (invariant 3): a second payment, or one for an order that cannot be placed, is refunded once.
 */
@Injectable()
export class PaymentLinks {
  private readonly inFlight = new Map<string, Promise<LinkReply>>();

  constructor(
    private readonly store: PaymentStore,
    private readonly razorpay: RazorpayClient,
    private readonly captures: Captures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the open link of an unpaid order, creating it at the first request.
   * @throws AppError PAYMENT_NOT_FOUND; PAYMENT_MISMATCH for another customer or amount; PAYMENT_LINK_CLOSED when the
   *   order is paid or its link has ended; PAYMENT_PROVIDER_FAILED, after which the reconciler creates it
   */
  create(request: LinkRequest): Promise<LinkReply> {
    const key = `${request.orderId} ${request.reason ?? ''}`;
    const running = this.inFlight.get(key);
    if (running) return running;
    const work = this.createOnce(request).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, work);
    return work;
  }

  private async createOnce(request: LinkRequest): Promise<LinkReply> {
    const { orderId, userId, amountPaise } = request;
    const payment = await this.store.findById(orderId);
    if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
    if (payment.userId !== userId || payment.amountPaise !== amountPaise) throw new AppError('PAYMENT_MISMATCH');
    const requested = await this.requestLink(payment, request);
    const opened = requested.link?.state === 'requested' ? await this.open(requested) : requested;
    const { link } = opened;
    if (link?.state !== 'open' || !link.url) throw new AppError('PAYMENT_LINK_CLOSED');
    if (link.reason && !request.reason) await this.emailToo(opened, link, request);
    return { url: link.url, expiresAt: link.expiresAt.toISOString() };
  }

  /**
   * Cancels the link of an order. Idempotent.
   * @param by the member of staff, for the audit log
   * @throws AppError PAYMENT_LINK_NOT_FOUND; PAYMENT_LINK_CLOSED when it is paid or expired; PAYMENT_PROVIDER_FAILED
   */
  async cancel(orderId: string, by?: AuditActor): Promise<PaymentRecord> {
    const payment = await this.store.findById(orderId);
    if (!payment?.link) throw new AppError('PAYMENT_LINK_NOT_FOUND');
    const { state } = payment.link;
    if (state === 'cancelled') return payment;
    if (!isOpenLink(payment.link)) throw new AppError('PAYMENT_LINK_CLOSED');
    const opened = state === 'requested' ? await this.open(payment) : payment;
    const audit = by ? [buildPaymentAuditEvent(by, payment, 'payment.link_cancelled')] : [];
    const cancelled = await this.cancelAtRazorpay(opened, audit);
    if (cancelled.link?.state !== 'cancelled') throw new AppError('PAYMENT_LINK_CLOSED');
    return cancelled;
  }

  /**
   * Applies Razorpay's present state of the link: its payments are recorded, and an open link of a paid order is
   * cancelled. @throws RazorpayError when Razorpay does not respond
   */
  async refresh(payment: PaymentRecord): Promise<PaymentRecord> {
    if (payment.link?.state === 'requested') {
      // It may have been paid since it was read.
      const latest = (await this.store.findById(payment._id)) ?? payment;
      return this.refreshOpened(await this.open(latest));
    }
    return this.refreshOpened(payment);
  }

  /** Returns the payment whose link has this Razorpay order, which may not be stored yet. @throws RazorpayError */
  async findByRazorpayOrder(razorpayOrderId: string): Promise<PaymentRecord | null> {
    const known = await this.store.findByLinkOrder(razorpayOrderId);
    if (known) return known;
    const receipt = await this.receiptOf(razorpayOrderId);
    const payment = receipt ? await this.store.findByLinkReference(receipt) : null;
    if (!payment) return null;
    const refreshed = await this.refresh(payment);
    return refreshed.link?.razorpayOrderId === razorpayOrderId ? refreshed : null;
  }

  /** Stores the request before Razorpay is called. */
  private async requestLink(payment: PaymentRecord, request: LinkRequest): Promise<PaymentRecord> {
    if (payment.link) return payment;
    const { orderNumber, customer, staff, reason, expiresAt } = request;
    const link: LinkRecord = {
      state: 'requested',
      referenceId: orderNumber,
      customer,
      ...(staff ? { requestedBy: { id: staff.id, name: staff.name } } : {}),
      ...(reason ? { reason } : {}),
      expiresAt: new Date(expiresAt),
      createdAt: new Date(),
    };
    const audit = staff ? [buildPaymentAuditEvent(staff, payment, 'payment.link_sent')] : [];
    const stored = await this.store.update(
      payment._id,
      { link: { $exists: false }, 'captures.0': { $exists: false } },
      { $set: { link, nextCheckAt: new Date(Date.now() + 5_000) }, $push: { outbox: { $each: audit } } },
      'link_requested',
    );
    return stored ?? (await this.store.findById(payment._id)) ?? payment;
  }

  /** A link that was sent for a failed payment is emailed too, once, when somebody requests it. */
  private async emailToo(payment: PaymentRecord, link: LinkRecord, { staff }: LinkRequest): Promise<void> {
    const { reason: _reason, ...requested } = link;
    const audit = staff ? [buildPaymentAuditEvent(staff, payment, 'payment.link_sent')] : [];
    await this.store.update(
      payment._id,
      { ...hasLink(link.referenceId), 'link.state': 'open', 'link.isRequested': { $exists: false } },
      {
        $set: {
          'link.isRequested': true,
          ...(staff ? { 'link.requestedBy': { id: staff.id, name: staff.name } } : {}),
        },
        $push: { outbox: { $each: [buildLinkChangedEvent(payment, requested), ...audit] } },
      },
      'link_requested',
    );
  }

  private async open(payment: PaymentRecord): Promise<PaymentRecord> {
    const { link } = payment;
    if (!link) return payment;
    try {
      return await this.apply(payment, await this.createAtRazorpay(payment, link));
    } catch (error) {
      throw error instanceof RazorpayError ? providerFailed(error) : error;
    }
  }

  private async createAtRazorpay({ amountPaise, currency }: PaymentRecord, link: LinkRecord): Promise<RazorpayLink> {
    const { referenceId, customer, expiresAt } = link;
    try {
      return await this.razorpay.createLink({ referenceId, amountPaise, currency, customer, expiresAt });
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      // No response, or "reference exists": it may have been created nevertheless.
      const existing = (await this.razorpay.linksByReference(referenceId)).find(
        ({ reference_id, amount }) => reference_id === referenceId && amount === amountPaise,
      );
      if (existing) return existing;
      throw error;
    }
  }

  private async refreshOpened(payment: PaymentRecord): Promise<PaymentRecord> {
    if (!payment.link?.id) return payment;
    const current = await this.razorpay.link(payment.link.id);
    const applied = await this.apply(payment, current);
    if (current.order_id)
      for (const paid of await this.razorpay.paymentsOfOrder(current.order_id))
        await this.captures.apply(applied, paid);
    const latest = (await this.store.findById(payment._id)) ?? applied;
    return latest.captures.length > 0 && latest.link?.state === 'open' ? this.cancelAtRazorpay(latest) : latest;
  }

  private async cancelAtRazorpay(payment: PaymentRecord, events: Envelope[] = []): Promise<PaymentRecord> {
    const id = payment.link?.id;
    if (!id) return payment;
    try {
      return await this.apply(payment, await this.razorpay.cancelLink(id), events);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      if (!error.isRejected) throw providerFailed(error);
      // Paid or expired meanwhile.
      const current = await this.razorpay.link(id);
      return isUnended(current.status) ? Promise.reject(providerFailed(error)) : this.apply(payment, current);
    }
  }

  /** Stores what Razorpay reports, by the state machine, with its event in the same write. */
  private async apply(
    payment: PaymentRecord,
    { id, short_url: url, order_id: razorpayOrderId, status, reference_id: referenceId }: RazorpayLink,
    events: Envelope[] = [],
  ): Promise<PaymentRecord> {
    const { link } = payment;
    if (!link || link.referenceId !== referenceId) {
      this.logger.error({ orderId: payment._id, linkId: id }, 'payment link of another order ignored');
      return payment;
    }
    const isNewOrder = razorpayOrderId && razorpayOrderId !== link.razorpayOrderId;
    const identified = isNewOrder
      ? await this.store.update(payment._id, hasLink(referenceId), {
          $set: { 'link.razorpayOrderId': razorpayOrderId },
        })
      : payment;
    const name = transitionOf[status];
    const transition = name && linkTransitions[name];
    if (!transition) return identified ?? payment;
    const changed: LinkRecord = { ...link, id, url, state: transition.to };
    // Found or created after the order was paid otherwise: it is cancelled at once, and sent to nobody.
    const isUseless = transition.to === 'open' && payment.captures.length > 0;
    const change = isUseless ? [] : [buildLinkChangedEvent(payment, changed)];
    const updated = await this.store.update(
      payment._id,
      { ...hasLink(referenceId), 'link.state': { $in: [...transition.from] } },
      {
        $set: { 'link.id': id, 'link.url': url, 'link.state': transition.to },
        $push: { outbox: { $each: [...change, ...events] } },
      },
      `link_${transition.to}`,
    );
    return updated ?? (await this.store.findById(payment._id)) ?? payment;
  }

  private async receiptOf(razorpayOrderId: string): Promise<string | undefined> {
    try {
      return (await this.razorpay.order(razorpayOrderId)).receipt ?? undefined;
    } catch (error) {
      if (error instanceof RazorpayError && error.isRejected) return undefined;
      throw error;
    }
  }
}

const hasLink = (referenceId: string): QueryFilter<PaymentRecord> => ({ 'link.referenceId': referenceId });
const isUnended = (status: string): boolean => status === 'created' || status === 'partially_paid';
