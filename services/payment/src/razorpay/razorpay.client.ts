import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { inSpan } from '@rangavalli/service-kit/tracing/tracing';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { PaymentConfig } from '../payment.service-definition.js';
import {
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  razorpayOrder,
  razorpayPayment,
  razorpayRefund,
} from './entities.js';
import { RazorpayError } from './razorpay.error.js';

/** The HTTP client inside Razorpay's SDK (axios), as far as it is set up here. The SDK's types hide it. */
interface SdkHttp {
  defaults: Record<string, unknown>;
  interceptors: {
    response: { use(good: undefined, bad: (error: { response?: unknown; message?: string }) => unknown): void };
  };
  post(url: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

const sdkError = z.object({
  statusCode: z.coerce.number(),
  error: z.object({ description: z.string().optional() }).loose().optional(),
});
const axiosError = z.object({
  response: z.object({
    status: z.number(),
    data: z
      .object({ error: z.object({ description: z.string() }).partial() })
      .partial()
      .catch({}),
  }),
});
const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/**
 * Razorpay's own SDK with what it leaves out: another base address, a deadline (its own is infinite) and
 * errors for answers that never came (it crashes on them). Everything it answers is checked.
 * Every method throws `RazorpayError`.
 */
@Injectable()
export class RazorpayClient implements OnApplicationShutdown {
  private readonly sdk: Razorpay;
  private readonly http: SdkHttp;
  private readonly agents = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })] as const;

  constructor(@Inject(CONFIG) config: PaymentConfig) {
    this.sdk = new Razorpay({ key_id: config.RAZORPAY_KEY_ID, key_secret: config.RAZORPAY_KEY_SECRET });
    this.http = (this.sdk.api as unknown as { rq: SdkHttp }).rq;
    const [httpAgent, httpsAgent] = this.agents;
    // A stand-in is on this machine or near it; the way to it is never through a proxy of the environment. Razorpay sends
    // nobody elsewhere: not to follow spares a second HTTP client inside axios.
    Object.assign(this.http.defaults, {
      timeout: config.RAZORPAY_TIMEOUT_MS,
      maxRedirects: 0,
      httpAgent,
      httpsAgent,
      ...(config.RAZORPAY_API_URL ? { baseURL: config.RAZORPAY_API_URL, proxy: false } : {}),
    });
    this.http.interceptors.response.use(undefined, (error) => {
      error.response ??= { status: 0, data: { error: { description: error.message } } };
      return Promise.reject(error);
    });
  }

  onApplicationShutdown(): void {
    for (const agent of this.agents) agent.destroy();
  }

  /** Opens a Razorpay order. `unique_receipt` makes Razorpay keep to one order a receipt. */
  createOrder(receipt: string, amountPaise: number, currency: string): Promise<RazorpayOrder> {
    const body: Parameters<Razorpay['orders']['create']>[0] & { unique_receipt: boolean } = {
      amount: amountPaise,
      currency,
      receipt,
      unique_receipt: true,
      notes: { orderId: receipt },
    };
    return this.ask(razorpayOrder, () => this.sdk.orders.create(body));
  }

  /** The Razorpay orders with this receipt, newest first. */
  async ordersByReceipt(receipt: string): Promise<RazorpayOrder[]> {
    return (await this.ask(collection(razorpayOrder), () => this.sdk.orders.all({ receipt }))).items;
  }

  payment(id: string): Promise<RazorpayPayment> {
    return this.ask(razorpayPayment, () => this.sdk.payments.fetch(id));
  }

  async paymentsOfOrder(razorpayOrderId: string): Promise<RazorpayPayment[]> {
    return (await this.ask(collection(razorpayPayment), () => this.sdk.orders.fetchPayments(razorpayOrderId))).items;
  }

  capture(id: string, amountPaise: number, currency: string): Promise<RazorpayPayment> {
    return this.ask(razorpayPayment, () => this.sdk.payments.capture(id, amountPaise, currency));
  }

  /**
   * Gives a payment back. The same key gives the same refund, however often it is asked for; the SDK
   * offers no way to send it, so that its HTTP client is used.
   * @param key at least 10 letters, digits, `-` and `_`
   */
  refund(paymentId: string, amountPaise: number, key: string): Promise<RazorpayRefund> {
    return this.ask(razorpayRefund, async () => {
      const body = { amount: amountPaise, speed: 'normal', receipt: key, notes: { key } };
      return (
        await this.http.post(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, body, {
          headers: { 'X-Refund-Idempotency': key },
        })
      ).data;
    });
  }

  async refundsOf(paymentId: string): Promise<RazorpayRefund[]> {
    return (
      await this.ask(collection(razorpayRefund), () => this.sdk.payments.fetchMultipleRefund(paymentId, { count: 100 }))
    ).items;
  }

  private async ask<T extends z.ZodType>(shape: T, call: () => Promise<unknown>): Promise<z.output<T>> {
    let answer: unknown;
    try {
      answer = await inSpan(
        { name: 'ask Razorpay', kind: 'client', attributes: { 'server.address': 'razorpay' } },
        call,
      );
    } catch (error) {
      throw toRazorpayError(error);
    }
    const read = shape.safeParse(answer);
    if (read.success) return read.data;
    throw new RazorpayError(0, 'an answer of another shape than documented', { cause: read.error });
  }
}

function toRazorpayError(error: unknown): RazorpayError {
  const known = sdkError.safeParse(error);
  if (known.success) return new RazorpayError(known.data.statusCode, known.data.error?.description ?? 'no description');
  const raw = axiosError.safeParse(error);
  if (raw.success)
    return new RazorpayError(raw.data.response.status, raw.data.response.data.error?.description ?? 'no description');
  return new RazorpayError(0, error instanceof Error ? error.message : 'failed', { cause: error });
}
