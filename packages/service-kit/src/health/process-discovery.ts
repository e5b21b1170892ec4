import { setTimeout as sleep } from 'node:timers/promises';
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ProcessReport, processReport } from '@rangavalli/contracts/entities/system';
import type { Logger } from 'pino';
import { DISCOVERY_SUBJECT, inboxOf, isInbox } from '../nats/subjects.js';
import { LOGGER, NATS, SERVICE_NAME } from '../tokens.js';
import { ProcessReporter } from './process-report.js';

const MIN_WAIT_MS = 300;
const MAX_WAIT_MS = 1_100;
/** In between, waits only for processes seen last time. */
const FULL_SCAN_INTERVAL_MS = 30_000;
const POLL_MS = 20;

@Injectable()
export class ProcessDiscovery implements OnApplicationBootstrap {
  private lastFullScan = Number.NEGATIVE_INFINITY;
  private known: ReadonlySet<string> = new Set();

  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly reporter: ProcessReporter,
  ) {}

  onApplicationBootstrap(): void {
    this.nats.subscribe(DISCOVERY_SUBJECT, {
      callback: (error, message) => {
        if (!error && isInbox(message.reply)) void this.respond(message);
      },
    });
  }

  async discover(): Promise<ProcessReport[]> {
    const found = new Map<string, ProcessReport>();
    const startedAt = Date.now();
    const isFullScan = startedAt - this.lastFullScan >= FULL_SCAN_INTERVAL_MS;
    const isWaiting = (): boolean => {
      const elapsed = Date.now() - startedAt;
      const isMissing = (instance: string): boolean => !found.has(instance);
      return elapsed < MIN_WAIT_MS || (elapsed < MAX_WAIT_MS && (isFullScan || [...this.known].some(isMissing)));
    };
    try {
      const inbox = createInbox(inboxOf(this.service));
      const subscription = this.nats.subscribe(inbox, {
        callback: (error, message) => {
          const { data: report } = processReport.safeParse(error ? undefined : message.json());
          if (report) found.set(report.instance, report);
        },
      });
      this.nats.publish(DISCOVERY_SUBJECT, '', { reply: inbox });
      while (isWaiting()) await sleep(POLL_MS);
      subscription.unsubscribe();
    } catch (error) {
      this.logger.warn({ err: error }, 'process discovery failed');
    }
    this.known = new Set(found.keys());
    if (isFullScan) this.lastFullScan = startedAt;
    return [...found.values()];
  }

  private async respond(message: Msg): Promise<void> {
    const report = await this.reporter.report();
    if (!this.nats.isClosed()) message.respond(JSON.stringify(report));
  }
}
