import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallKey, CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { type ApiResponse, call } from '../support/api.js';
import { billing, pay, type PaymentResponse, type Person } from '../support/people.js';

const RETRY_DELAY_MS = 300;
/** How long verify and cancel are retried, as a browser would. */
const RETRY_TIMEOUT_MS = 40_000;
/** Retries that are left once the load has stopped. */
const MAX_FINAL_RETRIES = 20;
const WEBHOOK_MODES = ['once', 'once', 'twice', 'late', 'never'] as const;

const isLikely = (percent: number): boolean => randomInt(100) < percent;
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

/** What the buyers of one load did and what the shop confirmed to them: the reference of the audit. */
export class PurchaseLog {
  readonly buyers: Person[] = [];
  /** With their initial stock. Nobody else buys them. */
  readonly products: Product[] = [];
  readonly checkouts = new Set<string>();
  readonly confirmed = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly failures = new Map<string, number>();
  readonly contractViolations: string[] = [];

  addFailure(failure: string): void {
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }
}

/** Probabilities in percent. */
export interface BuyerBehaviour {
  dismisses: number;
  closesBrowser: number;
  cancels: number;
  /** Between two purchases, ms. */
  pauseMs: number;
}

export class Buyer {
  constructor(
    readonly person: Person,
    private readonly log: PurchaseLog,
    private readonly behaviour: BuyerBehaviour,
  ) {}

  /** Buys until aborted; completes the current checkout first. */
  async buyUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const outcome = await this.buyOnce(stopped);
      await sleep(outcome === 'failed' ? RETRY_DELAY_MS : this.behaviour.pauseMs);
    }
  }

  async buyOnce(stopped?: AbortSignal): Promise<'failed' | 'dismissed' | 'paid'> {
    const razorpayOrderId = await this.openCheckout();
    if (razorpayOrderId === undefined) return 'failed';
    if (isLikely(this.behaviour.dismisses)) return 'dismissed';
    await this.payAndVerify(razorpayOrderId, stopped);
    return 'paid';
  }

  /** Fills the cart and creates its checkout. @returns the Razorpay order; undefined when a call failed */
  async openCheckout(): Promise<string | undefined> {
    const { _id: productId, sizeStock } = pick(this.log.products);
    const body = { productId, quantity: 1, size: sizeStock ? pick(sizeStock).size : '' };
    const added = await this.send('POST /cart/add', { body });
    const cart = added?.ok ? added.body.cart : await this.getCart();
    if (!cart?.items.length) return undefined;
    const created = await this.send('POST /payments/create-order', { body: { amount: cart.total, billing } });
    if (created?.ok) {
      this.log.checkouts.add(created.body.order.id);
      return created.body.order.id;
    }
    if (created && ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'PRODUCT_NOT_FOUND'].includes(created.body.code))
      for (const { product, size } of (await this.getCart())?.items ?? [])
        await this.send('DELETE /cart/remove', { body: { productId: product._id, size } });
    return undefined;
  }

  async payAndVerify(razorpayOrderId: string, stopped?: AbortSignal): Promise<void> {
    let payment: PaymentResponse;
    try {
      payment = await pay(razorpayOrderId, pick(WEBHOOK_MODES));
    } catch (error) {
      // The stand-in is down, or an earlier attempt paid the order.
      this.log.addFailure(`pay: ${error instanceof TypeError ? 'no response' : 'refused'}`);
      return;
    }
    if (isLikely(this.behaviour.closesBrowser)) return;
    const body = { ...payment, billing, totalAmount: 0, cart: [] };
    const verified = await this.retry('POST /payments/verify', { body }, stopped);
    if (!verified) return;
    const orderId = verified.order._id;
    this.log.confirmed.add(orderId);
    if (!isLikely(this.behaviour.cancels)) return;
    if (await this.retry('POST /orders/cancel/{orderId}', { params: { orderId } }, stopped))
      this.log.cancelled.add(orderId);
  }

  private async getCart(): Promise<CallResponse<'GET /cart'>['cart'] | undefined> {
    const response = await this.send('GET /cart', {});
    return response?.ok ? response.body.cart : undefined;
  }

  private async retry<K extends CallKey>(
    key: K,
    request: CallRequest<K>,
    stopped?: AbortSignal,
  ): Promise<CallResponse<K> | undefined> {
    let retries = MAX_FINAL_RETRIES;
    for (const deadline = Date.now() + RETRY_TIMEOUT_MS; Date.now() < deadline && retries > 0;) {
      const response = await this.send(key, request);
      if (response?.ok) return response.body;
      if (response && response.status < 500) return undefined;
      if (stopped?.aborted) retries -= 1;
      await sleep(RETRY_DELAY_MS);
    }
    return undefined;
  }

  /** Makes one call and records its failure. @returns undefined without a response */
  private async send<K extends CallKey>(key: K, request: CallRequest<K>): Promise<ApiResponse<K> | undefined> {
    try {
      const response = await call(key, request, this.person.token);
      if (!response.ok) this.log.addFailure(`${key}: ${response.body.code}`);
      return response;
    } catch (error) {
      // Node's fetch throws a TypeError for a broken connection.
      if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError'))
        this.log.addFailure(`${key}: no response`);
      else this.log.contractViolations.push(`${key}: ${String(error).slice(0, 300)}`);
      return undefined;
    }
  }
}
