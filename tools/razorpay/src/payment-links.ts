import { randomBytes } from 'node:crypto';
import {
  type LinkPayment,
  type Notes,
  newId,
  type Order,
  type Payment,
  type PaymentLink,
  unixSeconds,
} from './entities.js';
import { badRequest } from './errors.js';
import type { EventWriter } from './events.js';
import {
  LINK_MAX_SECONDS,
  LINK_MIN_SECONDS,
  type LinkChanges,
  type NewPaymentLink,
  type WebhookMode,
} from './requests.js';
import { hmac } from './signatures.js';
import type { Change, Store } from './store.js';

const MAX_TIMER_MS = 2 ** 31 - 1;
const isOpen = ({ status }: PaymentLink): boolean => status === 'created' || status === 'partially_paid';

/**
 * Razorpay's rules for payment links. A link has one order, created when its page is first opened; the order accepts
 * payments by the rules of `Ledger`.
 */
export class PaymentLinks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(
    private readonly store: Store,
    private readonly events: EventWriter,
    private readonly settings: { commit: (changes: Change[]) => void; defaultWebhookMode: () => WebhookMode },
  ) {}

  /** @throws {RazorpayError} 400 for a used reference id, or an expiry under 15 minutes or over six months away */
  create(input: NewPaymentLink, publicUrl: string): PaymentLink {
    this.#requireUnused(input.reference_id);
    requireExpiry(input.expire_by);
    if (input.callback_url !== '' && input.callback_method !== 'get')
      throw badRequest('The callback method field is required when callback url is present.', 'callback_method');
    const now = unixSeconds();
    const { notes, upi_link, ...fields } = input;
    const link: PaymentLink = {
      ...fields,
      id: newId('plink'),
      amount_paid: 0,
      cancelled_at: 0,
      created_at: now,
      expired_at: 0,
      notes: notesOf(notes),
      payments: null,
      reminders: [],
      short_url: `${publicUrl}/i/${randomBytes(9).toString('base64url')}`,
      status: 'created',
      updated_at: now,
      upi_link,
      user_id: '',
      whatsapp_link: false,
    };
    this.settings.commit([['links', link]]);
    this.#schedule(link);
    return link;
  }

  find(id: string): PaymentLink {
    const link = this.store.links.get(id);
    if (!link) throw badRequest('The id provided does not exist');
    return link;
  }

  findBySlug(slug: string): PaymentLink {
    const link = [...this.store.links.values()].find(({ short_url }) => short_url.endsWith(`/i/${slug}`));
    if (!link) throw badRequest('The payment link does not exist.');
    return link;
  }

  /** Changes an open link. @throws {RazorpayError} 400 for a link that is paid, cancelled or expired */
  edit(id: string, changes: LinkChanges): PaymentLink {
    const link = this.#requireOpen(id, 'updated');
    if (changes.reference_id !== undefined && changes.reference_id !== link.reference_id)
      this.#requireUnused(changes.reference_id);
    if (changes.expire_by !== undefined) requireExpiry(changes.expire_by);
    const updated: PaymentLink = {
      ...link,
      accept_partial: changes.accept_partial ?? link.accept_partial,
      reference_id: changes.reference_id ?? link.reference_id,
      expire_by: changes.expire_by ?? link.expire_by,
      reminder_enable: changes.reminder_enable ?? link.reminder_enable,
      updated_at: unixSeconds(),
    };
    this.settings.commit([['links', updated]]);
    this.#schedule(updated);
    return updated;
  }

  /** @throws {RazorpayError} 400 for a link that has a payment, or is cancelled or expired */
  cancel(id: string): PaymentLink {
    const link = this.#requireOpen(id, 'cancelled');
    if (link.status === 'partially_paid') throw badRequest('Payment link cannot be cancelled: it is partially paid.');
    return this.#close(link, 'cancelled');
  }

  /** Expires an open link before its time. */
  expire(id: string): PaymentLink {
    return this.#close(this.#requireOpen(id, 'expired'), 'expired');
  }

  /** Returns the order of a link, creating it at the first call. */
  order(id: string): Order {
    const link = this.find(id);
    const existing = link.order_id === undefined ? undefined : this.store.orders.get(link.order_id);
    if (existing) return existing;
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount: link.amount,
      amount_paid: 0,
      amount_due: link.amount,
      currency: 'INR',
      receipt: link.reference_id || null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      ...(link.accept_partial && {
        partial_payment: true,
        ...(link.first_min_partial_amount > 0 && { first_payment_min_amount: link.first_min_partial_amount }),
      }),
      notes: link.notes ?? [],
      created_at: unixSeconds(),
    };
    this.settings.commit([
      ['orders', order],
      ['links', { ...link, order_id: order.id }],
    ]);
    return order;
  }

  /** @throws {RazorpayError} 400 when the order belongs to a link that accepts no payment */
  requirePayable(orderId: string): void {
    const link = this.store.linkOfOrder(orderId);
    if (link && !isOpen(link) && link.status !== 'paid') throw badRequest(`This payment link is ${link.status}.`);
  }

  /** Returns what a captured payment changes at the link of its order, if it has one. A closed link stays closed. */
  recordPayment(order: Order, payment: Payment, mode: WebhookMode): Change[] {
    const link = this.store.linkOfOrder(order.id);
    if (!link) return [];
    const now = unixSeconds();
    const { id: payment_id, amount, method } = payment;
    const entry: LinkPayment = {
      amount,
      created_at: now,
      method,
      payment_id,
      plink_id: link.id,
      status: 'captured',
      updated_at: now,
    };
    const isPaid = order.status === 'paid';
    const updated: PaymentLink = {
      ...link,
      amount_paid: order.amount_paid,
      payments: [...(link.payments ?? []), entry],
      status: isOpen(link) ? (isPaid ? 'paid' : 'partially_paid') : link.status,
      updated_at: now,
    };
    const event = isPaid ? 'payment_link.paid' : 'payment_link.partially_paid';
    return [
      ['links', updated],
      ...(isOpen(link) ? this.events.write(event, { payment, order, payment_link: updated }, mode) : []),
    ];
  }

  scheduleExpiries(): void {
    for (const link of this.store.links.values()) this.#schedule(link);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #close(link: PaymentLink, status: 'cancelled' | 'expired'): PaymentLink {
    const now = unixSeconds();
    const closed: PaymentLink = { ...link, status, [`${status}_at`]: now, updated_at: now };
    const event = `payment_link.${status}` as const;
    this.settings.commit([
      ['links', closed],
      ...this.events.write(event, { payment_link: closed }, this.settings.defaultWebhookMode()),
    ]);
    this.#schedule(closed);
    return closed;
  }

  #schedule(link: PaymentLink): void {
    clearTimeout(this.#timers.get(link.id));
    this.#timers.delete(link.id);
    if (this.#isStopped || !isOpen(link)) return;
    const expireBy = link.expire_by || link.created_at + LINK_MAX_SECONDS;
    const delay = expireBy * 1000 - Date.now();
    const check = () => {
      const current = this.find(link.id);
      if (delay > MAX_TIMER_MS) this.#schedule(current);
      else if (isOpen(current)) this.#close(current, 'expired');
    };
    this.#timers.set(link.id, setTimeout(check, Math.min(Math.max(0, delay), MAX_TIMER_MS)));
  }

  #requireUnused(referenceId: string): void {
    if (referenceId === '') return;
    for (const { reference_id } of this.store.links.values())
      if (reference_id === referenceId)
        throw badRequest(`payment link with given reference_id: ${referenceId} already exists`, 'reference_id');
  }

  #requireOpen(id: string, verb: string): PaymentLink {
    const link = this.find(id);
    if (!isOpen(link)) throw badRequest(`Payment link cannot be ${verb}: it is ${link.status}.`);
    return link;
  }
}

/** Returns the address to which the hosted page goes after a payment, signed as Razorpay signs it; '' for none. */
export function callbackUrl(link: PaymentLink, paymentId: string, keySecret: string): string {
  if (link.callback_url === '') return '';
  const { id, reference_id, status } = link;
  const url = new URL(link.callback_url);
  const values = {
    razorpay_payment_id: paymentId,
    razorpay_payment_link_id: id,
    razorpay_payment_link_reference_id: reference_id,
    razorpay_payment_link_status: status,
    razorpay_signature: hmac([id, reference_id, status, paymentId].join('|'), keySecret),
  };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

function requireExpiry(expireBy: number): void {
  if (expireBy === 0) return;
  const seconds = expireBy - unixSeconds();
  if (seconds < LINK_MIN_SECONDS - 1)
    throw badRequest('expire_by should be at least 15 minutes after current time.', 'expire_by');
  if (seconds > LINK_MAX_SECONDS) throw badRequest('expire_by should be within 6 months from now.', 'expire_by');
}

const notesOf = (notes: Notes): PaymentLink['notes'] => (Array.isArray(notes) ? null : notes);
