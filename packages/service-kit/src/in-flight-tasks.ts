/** Tracks running tasks so that a shutdown can wait for them: NATS `drain()` does not wait for async handlers. */
export class InFlightTasks {
  private readonly running = new Set<Promise<unknown>>();

  get size(): number {
    return this.running.size;
  }

  /** @param task must handle its own errors and never reject */
  add(task: Promise<unknown>): void {
    const done = task.finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async below(limit: number): Promise<void> {
    while (this.running.size >= limit) await Promise.race(this.running);
  }

  /** Resolves when all tasks have ended (true) or after `timeoutMs` (false). */
  async idle(timeoutMs: number): Promise<boolean> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
    await Promise.race([Promise.allSettled(this.running), timeout]);
    return this.running.size === 0;
  }
}
