import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { startTestProcess, type TestProcess } from './test-process.js';

const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_rangavalli',
  RAZORPAY_KEY_SECRET: 'key-secret-for-tests',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-for-tests',
};

interface State {
  orders: { id: string; receipt: string; amount: number; status: string }[];
  payments: { id: string; order_id: string; status: string; amount: number }[];
  refunds: { id: string; payment_id: string; amount: number }[];
}

export class RazorpayStandIn {
  private constructor(
    readonly process: TestProcess,
    private readonly folder: string,
  ) {}

  static async start(webhookUrl: string): Promise<RazorpayStandIn> {
    const folder = await mkdtemp(join(tmpdir(), 'rangavalli-razorpay-'));
    const main = new URL(import.meta.resolve('@rangavalli/razorpay-stand-in/main'));
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

  get env(): Record<string, string> {
    return { ...KEYS, RAZORPAY_API_URL: this.process.url };
  }

  pay(
    orderId: string,
    options: { outcome?: 'captured' | 'authorized' | 'failed'; webhook?: 'once' | 'twice' | 'late' | 'never' } = {},
  ): Promise<PaymentResponse> {
    return this.post('/simulate/pay', { order_id: orderId, method: 'upi', webhook: 'never', ...options });
  }

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

  /** Starts again with nothing known. */
  async restart(): Promise<void> {
    await this.process.kill();
    await rm(this.folder, { recursive: true, force: true });
    await this.process.start();
  }

  replay(paymentId: string, options: { times?: number; order?: 'forward' | 'reverse' } = {}): Promise<unknown> {
    return this.post('/simulate/webhooks/replay', { payment_id: paymentId, ...options });
  }

  /** Calls a simulation of the stand-in that has no method of its own. */
  simulate<T>(path: string, body: object): Promise<T> {
    return this.post(path, body);
  }

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
    const response = await fetch(`${this.process.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

export const signWebhook = (body: string): string => hmac(KEYS.RAZORPAY_WEBHOOK_SECRET, body);

export const signPayment = (orderId: string, paymentId: string): string =>
  hmac(KEYS.RAZORPAY_KEY_SECRET, `${orderId}|${paymentId}`);
