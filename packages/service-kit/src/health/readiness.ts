import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** A shutdown sets it before anything closes, so that load balancers drain the process. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private readonly abort = new AbortController();

  get stopping(): boolean {
    return this.abort.signal.aborted;
  }

  stop(): void {
    this.abort.abort();
  }

  onModuleDestroy(): void {
    this.stop();
  }

  async untilStopping(timeoutMs: number): Promise<void> {
    await sleep(timeoutMs, undefined, { signal: this.abort.signal, ref: false }).catch(() => undefined);
  }
}
