/**
 * Counts work that has begun and not ended, so that a stop can wait for it
 * (`drain()` of the NATS client does not wait for async handlers, architecture §4).
 */
export class InFlight {
  private readonly running = new Set<Promise<unknown>>();

  get size(): number {
    return this.running.size;
  }

  /** Begins a piece of work. Its error is the work's own business: it must not reject. */
  add(work: Promise<unknown>): void {
    const done = work.finally(() => this.running.delete(done));
    this.running.add(done);
  }

  /** Resolves when fewer than `limit` pieces are running. */
  async below(limit: number): Promise<void> {
    while (this.running.size >= limit) await Promise.race(this.running);
  }

  /** Resolves when nothing is running, or after `deadlineMs`. Tells whether all work ended. */
  async idle(deadlineMs: number): Promise<boolean> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, deadlineMs).unref());
    await Promise.race([Promise.allSettled(this.running), late]);
    return this.running.size === 0;
  }
}
