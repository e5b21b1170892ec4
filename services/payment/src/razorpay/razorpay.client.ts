import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { inSpan } from '@rangavalli/service-kit/tracing/tracing';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { PaymentConfig } from '../payment.config.js';
import {
  type RazorpayLink,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  razorpayLink,
  razorpayOrder,
  razorpayPayment,
  razorpayRefund,
} from './entities.js';
import { RazorpayError } from './razorpay.error.js';

interface SdkHttp {
  defaults: Record<string, unknown>;
  interceptors: {
    response: {
      use(onSuccess: undefined, onError: (error: { response?: unknown; message?: string }) => unknown): void;
    };
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

interface NewLink {
  referenceId: string;
  amountPaise: number;
  currency: string;
  customer: { name?: string | undefined; email?: string | undefined; contact?: string | undefined };
  expiresAt: Date;
}

/**
 * Razorpay's SDK with a configurable base URL, a timeout (its own is infinite), errors for missing responses (it
 * crashes on them) and validated responses. Every method throws `RazorpayError`.
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
    // A stand-in is local: no proxy of the environment. Without redirects axios loads no second HTTP client.
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

  /** Creates an order. Razorpay accepts a receipt once (`unique_receipt`). */
  createOrder(receipt: string, orderId: string, amountPaise: number, currency: string): Promise<RazorpayOrder> {
    const body: Parameters<Razorpay['orders']['create']>[0] & { unique_receipt: boolean } = {
      amount: amountPaise,
      currency,
      receipt,
      unique_receipt: true,
      notes: { orderId },
    };
    return this.request(razorpayOrder, () => this.sdk.orders.create(body));
  }

  async ordersByReceipt(receipt: string): Promise<RazorpayOrder[]> {
    return (await this.request(collection(razorpayOrder), () => this.sdk.orders.all({ receipt }))).items;
  }

  order(id: string): Promise<RazorpayOrder> {
    return this.request(razorpayOrder, () => this.sdk.orders.fetch(id));
  }

  /** Creates a payment link. Razorpay accepts a reference once. Its own messages and reminders stay off. */
  createLink({ referenceId, amountPaise, currency, customer, expiresAt }: NewLink): Promise<RazorpayLink> {
    const { name, email, contact } = customer;
    return this.request(razorpayLink, () =>
      this.sdk.paymentLink.create({
        amount: amountPaise,
        currency,
        accept_partial: false,
        reference_id: referenceId,
        description: `Order ${referenceId}`,
        customer: { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(contact ? { contact } : {}) },
        expire_by: Math.floor(expiresAt.getTime() / 1_000),
        notify: { email: false, sms: false },
        reminder_enable: false,
      }),
    );
  }

  link(id: string): Promise<RazorpayLink> {
    return this.request(razorpayLink, () => this.sdk.paymentLink.fetch(id));
  }

  cancelLink(id: string): Promise<RazorpayLink> {
    return this.request(razorpayLink, () => this.sdk.paymentLink.cancel(id));
  }

  async linksByReference(referenceId: string): Promise<RazorpayLink[]> {
    const query: { reference_id: string } & Parameters<Razorpay['paymentLink']['all']>[0] = {
      reference_id: referenceId,
    };
    const found = z.object({ payment_links: z.array(razorpayLink) });
    return (await this.request(found, () => this.sdk.paymentLink.all(query))).payment_links;
  }

  payment(id: string): Promise<RazorpayPayment> {
    return this.request(razorpayPayment, () => this.sdk.payments.fetch(id));
  }

  async paymentsOfOrder(razorpayOrderId: string): Promise<RazorpayPayment[]> {
    return (await this.request(collection(razorpayPayment), () => this.sdk.orders.fetchPayments(razorpayOrderId)))
      .items;
  }

  capture(id: string, amountPaise: number, currency: string): Promise<RazorpayPayment> {
    return this.request(razorpayPayment, () => this.sdk.payments.capture(id, amountPaise, currency));
  }

  /**
   * Refunds a payment. The SDK cannot send the idempotency key, hence its HTTP client.
   * @param key at least 10 characters of `[A-Za-z0-9_-]`
   */
  refund(paymentId: string, amountPaise: number, key: string): Promise<RazorpayRefund> {
    return this.request(razorpayRefund, async () => {
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
      await this.request(collection(razorpayRefund), () =>
        this.sdk.payments.fetchMultipleRefund(paymentId, { count: 100 }),
      )
    ).items;
  }

  private async request<T extends z.ZodType>(shape: T, call: () => Promise<unknown>): Promise<z.output<T>> {
    let response: unknown;
    try {
      response = await inSpan(
        { name: 'request Razorpay', kind: 'client', attributes: { 'server.address': 'razorpay' } },
        call,
      );
    } catch (error) {
      throw toRazorpayError(error);
    }
    const parsed = shape.safeParse(response);
    if (parsed.success) return parsed.data;
    throw new RazorpayError(0, 'unexpected response shape', { cause: parsed.error });
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
