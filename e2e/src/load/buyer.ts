import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResponse, CallKey, CallRequest } from '@rangavalli/contracts/calls';
import { type Answer, call } from '../support/api.js';
import { billing, pay, type PaymentResponse, type Person } from '../support/people.js';
import type { Book } from './book.js';

/** A call that did not work is made again after this, ms. */
const AGAIN_MS = 300;
/** What a browser would keep trying (verify, cancel) is given up after this, ms. */
const PATIENCE_MS = 40_000;

const chance = (percent: number): boolean => randomInt(100) < percent;
export const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

/** How a buyer behaves, in percent. */
export interface Habits {
  dismisses: number;
  closesTheBrowser: number;
  cancels: number;
}

/** How often webhooks come. */
const webhooks = ['once', 'once', 'twice', 'late', 'never'] as const;

/** Somebody who buys over the documented calls, puts up with failures and notes in the book what they are told. */
export class Buyer {
  constructor(
    readonly person: Person,
    private readonly book: Book,
    private readonly habits: Habits,
  ) {}

  /** Buys again and again until told to stop; a checkout that has begun is brought to its end. */
  async shopUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      if ((await this.shopOnce(stopped)) === 'refused') await sleep(AGAIN_MS);
    }
  }

  /** A checkout that waits for its payment; nothing when it was refused. */
  async prepareToPay(): Promise<string | undefined> {
    const amount = await this.fillCart();
    return amount === undefined ? undefined : this.begin(amount);
  }

  /** From the shelf to the order, or as far as it goes. */
  async shopOnce(stopped?: AbortSignal): Promise<'refused' | 'dismissed' | 'paid'> {
    const razorpayOrderId = await this.prepareToPay();
    if (razorpayOrderId === undefined) return 'refused';
    if (chance(this.habits.dismisses)) return 'dismissed';
    await this.payAndProve(razorpayOrderId, stopped);
    return 'paid';
  }

  /** Puts something into the cart. @returns what it costs altogether, in rupees; nothing when it could not */
  private async fillCart(): Promise<number | undefined> {
    const product = oneOf(this.book.products);
    const size = product.sizeStock ? oneOf(product.sizeStock).size : '';
    const added = await this.ask('POST /cart/add', { body: { productId: product._id, quantity: 1, size } });
    const cart = added?.cart ?? (await this.ask('GET /cart', {}))?.cart;
    if (!cart || cart.items.length === 0) return undefined;
    return cart.total;
  }

  /** Begins the checkout of what is in the cart. @returns the Razorpay order; nothing when it was refused */
  private async begin(amount: number): Promise<string | undefined> {
    const begun = await this.try('POST /payments/create-order', { body: { amount, billing } });
    if (begun?.ok) {
      this.book.begun.add(begun.body.order.id);
      return begun.body.order.id;
    }
    if (begun && ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'PRODUCT_NOT_FOUND'].includes(begun.body.code))
      await this.emptyCart();
    return undefined;
  }

  private async emptyCart(): Promise<void> {
    const cart = (await this.ask('GET /cart', {}))?.cart;
    for (const { product, size } of cart?.items ?? [])
      await this.ask('DELETE /cart/remove', { body: { productId: product._id, size } });
  }

  /** Pays, proves the payment unless the browser is closed, and sometimes cancels. */
  async payAndProve(razorpayOrderId: string, stopped?: AbortSignal): Promise<void> {
    let payment: PaymentResponse;
    try {
      payment = await pay(razorpayOrderId, oneOf(webhooks));
    } catch (error) {
      // The stand-in is away, or the order was paid by an earlier attempt.
      this.book.refused(`pay: ${error instanceof TypeError ? 'no answer' : 'refused'}`);
      return;
    }
    if (chance(this.habits.closesTheBrowser)) return;
    const proven = await this.insist(
      'POST /payments/verify',
      { body: { ...payment, billing, totalAmount: 0, cart: [] } },
      stopped,
    );
    if (!proven) return;
    this.book.confirmed.add(proven.order._id);
    if (!chance(this.habits.cancels)) return;
    const gone = await this.insist('POST /orders/cancel/{orderId}', { params: { orderId: proven.order._id } }, stopped);
    if (gone) this.book.cancelled.add(gone.order._id);
  }

  /** Makes a call again while the shop has trouble; a refusal for good ends it, and so does the end of the load after a few more tries. */
  private async insist<K extends CallKey>(
    key: K,
    request: CallRequest<K>,
    stopped?: AbortSignal,
  ): Promise<CallResponse<K> | undefined> {
    let triesLeft = 20;
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until && triesLeft > 0;) {
      const answer = await this.try(key, request);
      if (answer?.ok) return answer.body;
      if (answer && answer.status < 500) return undefined;
      if (stopped?.aborted) triesLeft -= 1;
      await sleep(AGAIN_MS);
    }
    return undefined;
  }

  private async ask<K extends CallKey>(key: K, request: CallRequest<K>): Promise<CallResponse<K> | undefined> {
    const answer = await this.try(key, request);
    return answer?.ok ? answer.body : undefined;
  }

  /** One call; nothing when no answer came. Refusals are noted. */
  private async try<K extends CallKey>(key: K, request: CallRequest<K>): Promise<Answer<K> | undefined> {
    try {
      const answer = await call(key, request, this.person.token);
      if (!answer.ok) this.book.refused(`${key}: ${answer.body.code}`);
      return answer;
    } catch (error) {
      // Node's fetch says TypeError for a connection that broke, and a timeout has its own name.
      if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError'))
        this.book.refused(`${key}: no answer`);
      else this.book.misfits.push(`${key}: ${String(error).slice(0, 300)}`);
      return undefined;
    }
  }
}
