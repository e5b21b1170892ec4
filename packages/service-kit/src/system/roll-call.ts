import { setTimeout as sleep } from 'node:timers/promises';
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ProcessReport, processReport } from '@rangavalli/contracts/entities/system';
import type { Logger } from 'pino';
import { inboxOf, isInbox, ROLL_CALL } from '../nats/subjects.js';
import { LOGGER, NATS, SERVICE_NAME } from '../tokens.js';
import { ProcessReporter } from './process-report.js';

/** Whoever is well answers in this time, ms. */
const SOON_MS = 300;
/** Whoever answers at all does in this time, ms. */
const AT_ALL_MS = 1_100;
/** How often all are waited for who might answer, and not only those who did the last time, ms. */
const IN_FULL_EVERY_MS = 30_000;
const LOOK_MS = 20;

/**
 * Finds every process of the store, wherever it runs: behind one address there may be several, and the gateway knows only
 * the addresses. Only its NATS user may ask.
 */
@Injectable()
export class RollCall implements OnApplicationBootstrap {
  private lastInFull = Number.NEGATIVE_INFINITY;
  private present: ReadonlySet<string> = new Set();

  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly reporter: ProcessReporter,
  ) {}

  onApplicationBootstrap(): void {
    this.nats.subscribe(ROLL_CALL, {
      callback: (error, message) => {
        if (!error && isInbox(message.reply)) void this.answer(message);
      },
    });
  }

  /** The reports of all who answer, in about a second at most; none while NATS is away. */
  async call(): Promise<ProcessReport[]> {
    const found = new Map<string, ProcessReport>();
    const begun = Date.now();
    const inFull = begun - this.lastInFull >= IN_FULL_EVERY_MS;
    try {
      const inbox = createInbox(inboxOf(this.service));
      const answers = this.nats.subscribe(inbox, {
        callback: (error, message) => void (error ?? this.take(message, found)),
      });
      this.nats.publish(ROLL_CALL, '', { reply: inbox });
      const waits = (): boolean => {
        const passed = Date.now() - begun;
        return (
          passed < SOON_MS ||
          (passed < AT_ALL_MS && (inFull || [...this.present].some((instance) => !found.has(instance))))
        );
      };
      while (waits()) await sleep(LOOK_MS);
      answers.unsubscribe();
    } catch (error) {
      this.logger.warn({ err: error }, 'the processes could not be asked by NATS');
    }
    this.present = new Set(found.keys());
    if (inFull) this.lastInFull = begun;
    return [...found.values()];
  }

  private take(message: Msg, found: Map<string, ProcessReport>): void {
    const { data } = processReport.safeParse(message.json());
    if (data) found.set(data.instance, data);
  }

  private async answer(message: Msg): Promise<void> {
    const report = await this.reporter.report();
    if (!this.nats.isClosed()) message.respond(JSON.stringify(report));
  }
}
