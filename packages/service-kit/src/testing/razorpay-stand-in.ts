import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestProcess, type TestProcess } from './test-process.js';

const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_rangavalli',
  RAZORPAY_KEY_SECRET: 'key-secret-for-tests',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-for-tests',
};

/** What Razorpay Checkout hands to the page. */
export interface PaymentResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface State {
  orders: { id: string; receipt: string; amount: number; status: string }[];
  payments: { id: string; order_id: string; status: string; amount: number }[];
  refunds: { id: string; payment_id: string; amount: number }[];
}

/** Razorpay's stand-in as a process of its own, with what a test does to it. */
export class RazorpayStandIn {
  private constructor(
    readonly process: TestProcess,
    private readonly folder: string,
  ) {}

  /** @param webhookUrl where its events go */
  static async start(webhookUrl: string): Promise<RazorpayStandIn> {
    const folder = await mkdtemp(join(tmpdir(), 'rangavalli-razorpay-'));
    const main = new URL('../../../../tools/razorpay/dist/main.js', import.meta.url);
    const env = {
      ...KEYS,
      DATA_DIR: folder,
      WEBHOOK_URL: webhookUrl,
      WEBHOOK_RETRY_MS: '300',
      WEBHOOK_LATE_MS: '600',
      REFUND_PROCESS_MS: '200',
    };
    return new RazorpayStandIn(await startTestProcess(main, env), folder);
  }

  /** What the payment service reads. */
  get env(): Record<string, string> {
    return { ...KEYS, RAZORPAY_API_URL: this.process.url };
  }

  /** A customer's payment in the checkout window. */
  pay(
    orderId: string,
    options: { outcome?: 'captured' | 'authorized' | 'failed'; webhook?: 'once' | 'twice' | 'late' | 'never' } = {},
  ): Promise<PaymentResult> {
    return this.post('/simulate/pay', { order_id: orderId, method: 'upi', webhook: 'never', ...options });
  }

  /** Troubles from now on; none when called without. */
  faults(
    ...rules: {
      path: string;
      method?: 'GET' | 'POST';
      drop?: 'before' | 'after';
      delay_ms?: number;
      error_rate?: number;
      status?: number;
      times?: number;
    }[]
  ): Promise<unknown> {
    return this.post('/simulate/faults', { rules, webhook: 'never' });
  }

  /** Sends a payment's events again, or for the first time. */
  replay(paymentId: string, options: { times?: number; order?: 'forward' | 'reverse' } = {}): Promise<unknown> {
    return this.post('/simulate/webhooks/replay', { payment_id: paymentId, ...options });
  }

  /** Whatever Razorpay's own API offers, as the dashboard would use it. */
  api(path: string, body: object): Promise<{ id: string }> {
    return this.post(path, body, {
      authorization: `Basic ${Buffer.from(`${KEYS.RAZORPAY_KEY_ID}:${KEYS.RAZORPAY_KEY_SECRET}`).toString('base64')}`,
    });
  }

  async state(): Promise<State> {
    return (await (await fetch(`${this.process.url}/simulate/state`)).json()) as State;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(`${this.process.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** The signature of a webhook's body. */
export const signWebhook = (body: string): string =>
  createHmac('sha256', KEYS.RAZORPAY_WEBHOOK_SECRET).update(body).digest('hex');

/** The signature of a payment. */
export const signPayment = (orderId: string, paymentId: string): string =>
  createHmac('sha256', KEYS.RAZORPAY_KEY_SECRET).update(`${orderId}|${paymentId}`).digest('hex');
