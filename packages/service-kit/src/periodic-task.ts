import type { Logger } from 'pino';
import { InFlightTasks } from './in-flight-tasks.js';
import { withCorrelation } from './log/context.js';

interface PeriodicTaskOptions {
  name: string;
  /** Pause between two runs, ms. */
  intervalMs: number;
  stopTimeoutMs?: number;
  logger: Logger;
}

/** Repeats work with a pause after each run; failed runs are logged. Start it after the application is up. */
export class PeriodicTask {
  private readonly inFlight = new InFlightTasks();
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;

  constructor(
    private readonly options: PeriodicTaskOptions,
    private readonly run: () => Promise<unknown>,
  ) {}

  start(): void {
    this.stopped = false;
    this.schedule();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.inFlight.idle(this.options.stopTimeoutMs ?? 10_000);
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      const { name, logger } = this.options;
      const run = withCorrelation(undefined, this.run)
        .catch((error: unknown) => logger.warn({ err: error, task: name }, 'periodic task failed; retrying next run'))
        .finally(() => this.schedule());
      this.inFlight.add(run);
    }, this.options.intervalMs);
  }
}
