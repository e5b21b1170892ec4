import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Whether this process wants new work. A stop says so before anything closes, so that balancers turn away first. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private readonly leaving = new AbortController();

  get stopping(): boolean {
    return this.leaving.signal.aborted;
  }

  /** No new work from now on. */
  stop(): void {
    this.leaving.abort();
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Resolves as soon as a stop begins, or after `longestMs`. */
  async untilStopping(longestMs: number): Promise<void> {
    await sleep(longestMs, undefined, { signal: this.leaving.signal, ref: false }).catch(() => undefined);
  }
}
