import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** A shutdown sets it before anything closes, so that load balancers drain the process. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private readonly abort = new AbortController();
  private release: (() => void) | undefined;
  /** Whether its health check has succeeded before. */
  wasReady = false;

  get stopping(): boolean {
    return this.abort.signal.aborted;
  }

  /** Whether the process takes requests, commands and events. */
  get isOpen(): boolean {
    return this.release === undefined;
  }

  /** Keeps the process from work until its health check succeeds: other processes of its service have it meanwhile. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.release = resolve;
    });
  }

  open(): void {
    this.wasReady = true;
    this.release?.();
    this.release = undefined;
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
