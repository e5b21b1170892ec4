import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { request } from 'undici';
import type { Delivery } from './entities.js';
import { signWebhook } from './signatures.js';
import type { Store } from './store.js';

/** Razorpay tries for 24 hours and then stops. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 10;

export interface DeliverySettings {
  url: string | undefined;
  secret: string;
  timeoutMs: number;
  retryMs: readonly number[];
}

/** Sends the deliveries of the store when they are due, again and again until the shop answers 2xx. */
export class DeliveryQueue {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #limit = pLimit(AT_ONCE);
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(
    private readonly store: Store,
    private readonly settings: DeliverySettings,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** Takes up what an earlier run did not finish. */
  start(): void {
    for (const delivery of this.store.deliveries.values()) this.schedule(delivery);
  }

  schedule(delivery: Delivery): void {
    if (this.#stopped || delivery.status !== 'waiting' || this.settings.url === undefined) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(delivery.id);
        const sending = this.#limit(() => this.#send(delivery, this.settings.url!));
        this.#underWay.add(sending);
        void sending.finally(() => this.#underWay.delete(sending));
      },
      Math.max(0, delivery.due_at - Date.now()),
    );
    this.#timers.set(delivery.id, timer);
  }

  /** Lets attempts that are under way end; what waits stays in the store for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#limit.clearQueue();
    // Those taken off the queue never settle; only attempts already running are waited for.
    await Promise.race([Promise.allSettled(this.#underWay), waitUntil(() => this.#limit.activeCount === 0)]);
  }

  async #send(delivery: Delivery, url: string): Promise<void> {
    const event = this.store.events.get(delivery.event_id);
    if (!event) return;
    const answer = await this.#post(url, event.id, event.body);
    const after = this.#afterAttempt(delivery, answer);
    this.store.commit([['deliveries', after]]);
    this.schedule(after);
    if (after.status === 'waiting') {
      this.log.info({ event: event.event, id: event.id, attempts: after.attempts, answer }, 'webhook not taken');
    }
  }

  async #post(url: string, eventId: string, body: string): Promise<number | string> {
    try {
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': signWebhook(body, this.settings.secret),
          'x-razorpay-event-id': eventId,
        },
        body,
        signal: AbortSignal.timeout(this.settings.timeoutMs),
      });
      await answer.dump();
      return statusCode;
    } catch (error) {
      return error instanceof Error ? error.name : 'failed';
    }
  }

  #afterAttempt(delivery: Delivery, answer: number | string): Delivery {
    const { retryMs } = this.settings;
    const attempts = delivery.attempts + 1;
    const tried = { ...delivery, attempts, last_answer: String(answer) };
    if (typeof answer === 'number' && answer >= 200 && answer < 300) return { ...tried, status: 'delivered' };
    if (Date.now() - delivery.first_due_at > GIVE_UP_AFTER_MS) return { ...tried, status: 'abandoned' };
    const wait = retryMs[Math.min(attempts, retryMs.length) - 1] ?? 1_000;
    return { ...tried, due_at: Date.now() + wait };
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
