import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Razorpay from 'razorpay';
import { createApp } from '../app.js';
import { type Config, readConfig } from '../config.js';

export const KEY = { key_id: 'rzp_test_rangavalli', key_secret: 'a-key-secret' };
export const WEBHOOK_SECRET = 'a-webhook-secret';

interface Webhook {
  headers: IncomingHttpHeaders;
  raw: string;
  event: string;
}

export class WebhookReceiver {
  readonly received: Webhook[] = [];
  status = 200;

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const receiver = new WebhookReceiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`, server);
    server.on('request', async (request, response) => {
      const raw = Buffer.concat(await request.toArray()).toString();
      const { event } = JSON.parse(raw) as { event: string };
      receiver.received.push({ headers: request.headers, raw, event });
      response.writeHead(receiver.status).end();
    });
    return receiver;
  }

  async events(count: number): Promise<string[]> {
    await waitFor(() => this.received.length >= count);
    return this.received.map(({ event }) => event);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A stand-in with short delays, and the SDK configured for it. */
export class Account {
  private constructor(
    readonly app: FastifyInstance,
    readonly url: string,
    readonly sdk: Razorpay,
    readonly dataDir: string,
  ) {}

  static async open(overrides: Partial<Config> = {}): Promise<Account> {
    const dataDir = overrides.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'razorpay-stand-in-')));
    const config = readConfig({
      RAZORPAY_KEY_ID: KEY.key_id,
      RAZORPAY_KEY_SECRET: KEY.key_secret,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      LOG_LEVEL: 'silent',
      WEBHOOK_LATE_MS: '300',
      WEBHOOK_RETRY_MS: '50,100',
      REFUND_PROCESS_MS: '0',
    });
    const app = await createApp({ ...config, ...overrides, DATA_DIR: dataDir });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return new Account(app, url, sdkFor(url), dataDir);
  }

  async post<Body>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Body> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic(), ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Body;
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export function sdkFor(url: string, key = KEY): Razorpay {
  const sdk = new Razorpay(key);
  // The SDK has no public option for its base URL.
  (sdk as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL = url;
  return sdk;
}

/** @throws {Error} when the condition is still false after five seconds */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error(`Condition not met: ${condition.toString()}`);
}

function basic(): string {
  return `Basic ${Buffer.from(`${KEY.key_id}:${KEY.key_secret}`).toString('base64')}`;
}
