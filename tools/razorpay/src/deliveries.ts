import type { FastifyBaseLogger } from 'fastify';
import { request } from 'undici';
import type { Config } from './config.js';
import type { Delivery } from './entities.js';
import { hmac } from './signatures.js';
import type { Store } from './store.js';

/** Razorpay retries for 24 hours. */
const RETRY_PERIOD_MS = 24 * 60 * 60 * 1000;
const CONCURRENCY = 10;

export class DeliveryQueue {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #due: Delivery[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly store: Store,
    private readonly config: Config,
    private readonly log: FastifyBaseLogger,
  ) {}

  schedule(delivery: Delivery): void {
    if (this.#isStopped || delivery.status !== 'waiting' || this.config.WEBHOOK_URL === undefined) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(delivery.id);
        this.#due.push(delivery);
        this.#sendDue();
      },
      Math.max(0, delivery.due_at - Date.now()),
    );
    this.#timers.set(delivery.id, timer);
  }

  /** Completes in-flight attempts; the rest stays in the store for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.allSettled(this.#inFlight);
  }

  #sendDue(): void {
    while (!this.#isStopped && this.#inFlight.size < CONCURRENCY) {
      const delivery = this.#due.shift();
      if (!delivery) return;
      const attempt = this.#send(delivery).finally(() => {
        this.#inFlight.delete(attempt);
        this.#sendDue();
      });
      this.#inFlight.add(attempt);
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.store.events.get(delivery.event_id);
    if (!event) return;
    const result = await this.#post(event.id, event.body);
    const updated = this.#afterAttempt(delivery, result);
    this.store.commit([['deliveries', updated]]);
    this.schedule(updated);
    if (updated.status === 'waiting') {
      this.log.info({ event: event.event, id: event.id, attempts: updated.attempts, result }, 'webhook attempt failed');
    }
  }

  async #post(eventId: string, body: string): Promise<number | string> {
    try {
      const response = await request(this.config.WEBHOOK_URL!, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': hmac(body, this.config.RAZORPAY_WEBHOOK_SECRET),
          'x-razorpay-event-id': eventId,
        },
        body,
        signal: AbortSignal.timeout(this.config.WEBHOOK_TIMEOUT_MS),
      });
      await response.body.dump();
      return response.statusCode;
    } catch (error) {
      return error instanceof Error ? error.name : 'failed';
    }
  }

  #afterAttempt(delivery: Delivery, result: number | string): Delivery {
    const attempts = delivery.attempts + 1;
    const updated = { ...delivery, attempts, last_result: String(result) };
    if (typeof result === 'number' && result >= 200 && result < 300) return { ...updated, status: 'delivered' };
    if (Date.now() - delivery.first_due_at > RETRY_PERIOD_MS) return { ...updated, status: 'abandoned' };
    const delays = this.config.WEBHOOK_RETRY_MS;
    return { ...updated, due_at: Date.now() + delays[Math.min(attempts, delays.length) - 1]! };
  }
}
