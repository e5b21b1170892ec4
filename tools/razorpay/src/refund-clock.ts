import type { Ledger } from './ledger.js';

/** Ends pending refunds when their time has come, those of an earlier run too. */
export class RefundClock {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #stopped = false;

  constructor(private readonly ledger: Ledger) {}

  /** Sets a timer for each pending refund that has none yet. */
  wind(): void {
    if (this.#stopped) return;
    for (const { id, dueAt } of this.ledger.pendingRefunds()) {
      if (this.#timers.has(id)) continue;
      const ring = () => void this.ledger.processRefund(id).finally(() => this.#timers.delete(id));
      this.#timers.set(id, setTimeout(ring, Math.max(0, dueAt - Date.now())));
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
