import type { Logger } from 'pino';
import { withCorrelation } from './log/context.js';
import { InFlight } from './nats/in-flight.js';

/** A stop waits this long for a round that has begun unless told, ms. */
const STOP_WAIT_MS = 10_000;

interface RoundsOptions {
  /** As it stands in the log. */
  name: string;
  /** The pause after each round, ms. */
  everyMs: number;
  /** How long a stop waits for a round that has begun, ms. */
  stopWaitMs?: number;
  logger: Logger;
}

/**
 * Work that a process does by itself, again and again, with a pause after each round: sweepers, reconcilers.
 * A round that fails is logged and the next one comes all the same. Start it when the application is up,
 * stop it before the application shuts down.
 */
export class Rounds {
  private readonly inFlight = new InFlight();
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;

  constructor(
    private readonly options: RoundsOptions,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): void {
    this.stopped = false;
    this.next();
  }

  /** Begins no further round and waits for the one that is running. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.inFlight.idle(this.options.stopWaitMs ?? STOP_WAIT_MS);
  }

  private next(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      const { name, logger } = this.options;
      const round = withCorrelation(undefined, this.work)
        .catch((error: unknown) => logger.warn({ err: error, round: name }, 'a round failed; the next one tries again'))
        .finally(() => this.next());
      this.inFlight.add(round);
    }, this.options.everyMs);
  }
}
