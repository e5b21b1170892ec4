import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { request } from 'undici';
import type { Config } from './config.js';

export type Status = 'sent' | 'delivered' | 'read' | 'failed';
interface Message {
  id: string;
  to: string;
  key?: string;
}

const MAX_ATTEMPTS = 60;
const TIMEOUT_MS = 5_000;

/** Signed webhooks with what became of messages. Each is sent twice: Meta delivers at least once. */
export class Statuses {
  private readonly stopping = new AbortController();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly config: Config,
    private readonly log: FastifyBaseLogger,
  ) {}

  follow(message: Message, statuses: readonly Status[]): void {
    if (this.config.WHATSAPP_WEBHOOK_URL === undefined) return;
    for (const [index, status] of statuses.entries())
      this.add(this.sendLater(message, status, (index + 1) * this.config.STATUS_DELAY_MS));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.inFlight);
  }

  private add(work: Promise<void>): void {
    const logged = work
      .catch((error: unknown) => this.log.debug({ err: error }, 'status not sent'))
      .finally(() => this.inFlight.delete(logged));
    this.inFlight.add(logged);
  }

  private async sendLater(message: Message, status: Status, delayMs: number): Promise<void> {
    const { signal } = this.stopping;
    await sleep(delayMs, undefined, { signal });
    const body = JSON.stringify(this.bodyOf(message, status));
    for (let attempt = 0, accepted = 0; attempt < MAX_ATTEMPTS && accepted < 2; attempt += 1) {
      if (await this.post(body)) accepted += 1;
      else await sleep(this.config.WEBHOOK_RETRY_MS, undefined, { signal });
    }
  }

  private async post(body: string): Promise<boolean> {
    const { WHATSAPP_WEBHOOK_URL: url = '', WHATSAPP_APP_SECRET: secret } = this.config;
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    try {
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        body,
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body.dump();
      return response.statusCode === 200;
    } catch {
      return false;
    }
  }

  private bodyOf({ id, to, key }: Message, status: Status): object {
    const errors = [{ code: 131_026, title: 'Message undeliverable' }];
    return {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '100000000000000',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '914012345678', phone_number_id: this.config.WHATSAPP_PHONE_ID },
                statuses: [
                  {
                    id,
                    status,
                    timestamp: String(Math.floor(Date.now() / 1000)),
                    recipient_id: to,
                    ...(key ? { biz_opaque_callback_data: key } : {}),
                    ...(status === 'failed' ? { errors } : {}),
                  },
                ],
              },
            },
          ],
        },
      ],
    };
  }
}
