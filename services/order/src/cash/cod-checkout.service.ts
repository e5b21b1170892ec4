import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { OrderConfirmation } from '@rangavalli/contracts/entities/cash';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { CodChecks } from './cod-checks.service.js';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { cashShareOf, sharesOf } from '../checkout/payment-shares.js';
import type { CheckoutForm } from '../checkout/open-checkouts.service.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import {
  CODE_VALID_MINUTES,
  type ConfirmationCode,
  createCode,
  isCodeUsable,
  matchesCode,
  MAX_CODE_ATTEMPTS,
  resendAtOf,
} from './confirmation-code.js';

const EMAIL_DEADLINE_MS = 6_000;
/** Of simultaneous attempts one is counted at a time. */
const MAX_TRIES = 10;

type Form = Omit<CheckoutForm, 'method'>;

/** Checkouts that are paid on delivery: confirmed with an emailed code, and placed. */
@Injectable()
export class CodCheckout {
  constructor(
    private readonly store: OrderStore,
    private readonly saga: CheckoutSaga,
    private readonly commands: Commands,
    private readonly checks: CodChecks,
  ) {}

  /**
   * Holds the stock and emails the code. The same cart again sends a new code, at most five, 30 seconds apart.
   * @throws AppError as `beginCheckout`; VALIDATION_FAILED without billing; RATE_LIMITED after the last code;
   *   UNAVAILABLE when the email was not sent
   */
  async begin(
    caller: Identity,
    amountRupees: number,
    form: Form,
  ): Promise<CallResponse<'POST /payments/create-order'>> {
    if (!form.billing)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { billing: 'This field is required.' } } });
    const opened = await this.saga.beginCheckout(caller, amountRupees, { ...form, method: 'cod' });
    const order = await this.sendCode(opened, caller.email, form.billing.phone);
    const { orderNumber, holdExpiresAt, totalPaise, confirmation } = order;
    if (!orderNumber || !holdExpiresAt || !confirmation) throw new AppError('CHECKOUT_IN_PROGRESS');
    return {
      success: true,
      order: { id: orderNumber, orderNumber, amount: totalPaise, currency: 'INR' },
      orderId: String(order._id),
      orderNumber,
      totalAmount: paiseToRupees(totalPaise),
      ...sharesOf(order),
      expiresAt: holdExpiresAt.toISOString(),
      confirmation: toConfirmation(confirmation, caller.email),
    };
  }

  /** @throws AppError PART_PAYMENT_NOT_AVAILABLE; VALIDATION_FAILED without billing */
  async assertPartOffered(billing: Form['billing']): Promise<void> {
    if (!billing)
      throw new AppError('VALIDATION_FAILED', { details: { fields: { billing: 'This field is required.' } } });
    if (!(await this.checks.isPartOffered())) throw new AppError('PART_PAYMENT_NOT_AVAILABLE');
  }

  /**
   * Places the order of a checkout. Idempotent.
   * @throws AppError ORDER_NOT_FOUND, ORDER_NUMBER_INVALID, CONFIRMATION_CODE_INVALID, CONFIRMATION_CODE_EXPIRED,
   *   CHECKOUT_ENDED, OUT_OF_STOCK, UNAVAILABLE
   */
  async confirm(caller: Identity, reference: string, digits: string): Promise<OrderRecord> {
    const order = await this.findOwn(caller, reference);
    if (order.phase === 'placed') return order;
    const placed =
      order.phase === 'confirmed'
        ? await this.saga.completePaidOrder(order)
        : await this.saga.confirm(await this.verify(order, caller, digits));
    if (placed.phase === 'placed') return placed;
    throw new AppError('OUT_OF_STOCK', {
      message: 'Sorry, an item was sold out before you confirmed. Nothing was ordered. Please check your cart.',
    });
  }

  /** An attempt counts before it is compared, so that simultaneous guesses gain nothing. */
  private async verify(first: OrderRecord, caller: Identity, digits: string): Promise<OrderRecord> {
    let order = first;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { phase, isWithdrawn, confirmation } = order;
      if (phase === 'placed' || phase === 'confirmed') return order;
      if (!confirmation || isWithdrawn || !['checkout', 'expired'].includes(phase))
        throw new AppError('CHECKOUT_ENDED');
      assertUsable(confirmation);
      const attempts = confirmation.attempts + 1;
      const counted = await this.store.update(order._id, {
        guard: { 'confirmation.hash': confirmation.hash, 'confirmation.attempts': confirmation.attempts },
        set: { confirmation: { ...confirmation, attempts } },
      });
      if (!counted) {
        order = await this.findOwn(caller, String(order._id));
        continue;
      }
      if (await matchesCode(confirmation, digits)) return counted;
      throw wrongCode(MAX_CODE_ATTEMPTS - attempts);
    }
    throw new AppError('UNAVAILABLE');
  }

  private async findOwn(caller: Identity, reference: string): Promise<OrderRecord> {
    const order = await this.store.findByReference(reference);
    if (order?.userId !== caller.id || order.method !== 'cod') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }

  /**
   * Emails the code of a pending checkout, and sends it to the phone where SMS are set up, unless one was sent just
   * now.
   */
  private async sendCode(order: OrderRecord, to: string, phone: string): Promise<OrderRecord> {
    const now = new Date();
    const current = order.confirmation;
    const resendAt = current && resendAtOf(current);
    if (current && !resendAt && !isCodeUsable(current, now))
      throw new AppError('RATE_LIMITED', {
        message: 'We have emailed you several codes for this order. Please pay online, or try again in 15 minutes.',
      });
    if (current && (!resendAt || now < resendAt)) return order;

    const { digits, code } = await createCode(current, now);
    const stored = await this.store.update(order._id, {
      guard: { phase: 'checkout', 'confirmation.hash': current?.hash ?? { $exists: false } },
      set: { confirmation: code },
    });
    // A simultaneous request has just sent one.
    if (!stored) return (await this.store.findById(order._id)) ?? order;
    try {
      if (!(await this.send(stored, to, phone, digits))) return stored;
    } catch (cause) {
      // The next request sends at once, and the attempt to send is not counted.
      const unsent = { ...(current ?? code), sentAt: new Date(0), sent: current?.sent ?? 0 };
      await this.store.update(order._id, { guard: { 'confirmation.hash': code.hash }, set: { confirmation: unsent } });
      throw new AppError('UNAVAILABLE', {
        message: 'We could not email you the code. Please try again, or pay online.',
        cause,
      });
    }
    const set = { confirmation: { ...code, phone } };
    const guard = { 'confirmation.hash': code.hash, 'confirmation.attempts': 0 };
    return (await this.store.update(order._id, { guard, set })) ?? stored;
  }

  /** @returns whether the code went to the phone too */
  private async send(order: OrderRecord, to: string, phone: string, code: string): Promise<boolean> {
    const { _id, orderNumber, quote } = order;
    if (!orderNumber) throw new Error(`order ${String(_id)} has no number`);
    const data = {
      userId: order.userId,
      phone,
      code,
      validMinutes: CODE_VALID_MINUTES,
      orderNumber,
      totalPaise: cashShareOf(order),
      feePaise: quote?.codFeePaise ?? 0,
    };
    const request = { messageId: `order-code-${randomUUID()}`, to, template: 'order-code', data } as const;
    const { isInSms = false } = await this.commands.request('rpc.notification.email.send', request, EMAIL_DEADLINE_MS);
    return isInSms;
  }
}

function assertUsable(confirmation: ConfirmationCode): void {
  if (isCodeUsable(confirmation, new Date())) return;
  if (confirmation.attempts < MAX_CODE_ATTEMPTS) throw new AppError('CONFIRMATION_CODE_EXPIRED');
  throw wrongCode(0);
}

function wrongCode(attemptsLeft: number): AppError {
  const next =
    attemptsLeft === 0
      ? 'Please request a new one.'
      : `You have ${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left.`;
  return new AppError('CONFIRMATION_CODE_INVALID', {
    message: `This code is incorrect. ${next}`,
    details: { attemptsLeft },
  });
}

function toConfirmation(confirmation: ConfirmationCode, email: string): OrderConfirmation {
  const resendAt = resendAtOf(confirmation);
  return {
    channel: 'email',
    to: maskEmail(email),
    ...(confirmation.phone ? { phone: `••••••${confirmation.phone.slice(-4)}` } : {}),
    expiresAt: confirmation.expiresAt.toISOString(),
    ...(resendAt ? { resendAt: resendAt.toISOString() } : {}),
  };
}

/** `asha@example.com` becomes `a•••@example.com`. */
function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${host}`;
}
