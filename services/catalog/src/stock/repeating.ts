import { InFlight } from '@rangavalli/service-kit/nats/in-flight';
import type { Logger } from 'pino';

/** Work that is done again and again with a pause between, one at a time. A failure is logged and the next round tries again. */
export class Repeating {
  private readonly inFlight = new InFlight();
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly everyMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setTimeout(() => this.inFlight.add(this.round()), this.everyMs);
  }

  /** Begins no new round and waits at most `deadlineMs` for the running one. */
  async stop(deadlineMs = 5_000): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.inFlight.idle(deadlineMs);
  }

  private async round(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ err: error }, 'a regular task failed; it is tried again');
    }
    if (!this.stopping) this.start();
  }
}
