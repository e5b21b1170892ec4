/** NATS `drain()` does not wait for async handlers. */
export class InFlightTasks {
  private readonly running = new Set<Promise<unknown>>();

  get size(): number {
    return this.running.size;
  }

  add(task: Promise<unknown>): void {
    const done = task.finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async below(limit: number): Promise<void> {
    while (this.running.size >= limit) await Promise.race(this.running);
  }

  async idle(timeoutMs: number): Promise<boolean> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
    await Promise.race([Promise.allSettled(this.running), timeout]);
    return this.running.size === 0;
  }
}
