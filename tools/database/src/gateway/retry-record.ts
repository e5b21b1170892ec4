/** Sessions whose last write is remembered. */
const MAX_SESSIONS = 5_000;

/**
 * The answer of each session's last retryable write, so that a driver's second attempt isn't executed again.
 * Kept in memory: a retry after a restart of the gateway is executed.
 */
export class RetryRecord {
  private readonly bySession = new Map<string, { number: string; answer: Promise<Buffer> }>();

  find(sessionId: string, number: string): Promise<Buffer> | undefined {
    const record = this.bySession.get(sessionId);
    return record?.number === number ? record.answer : undefined;
  }

  keep(sessionId: string, number: string, answer: Promise<Buffer>): void {
    this.bySession.delete(sessionId);
    this.bySession.set(sessionId, { number, answer });
    answer.catch(() => this.bySession.delete(sessionId));
    const oldest = this.bySession.keys().next().value;
    if (this.bySession.size > MAX_SESSIONS && oldest !== undefined) this.bySession.delete(oldest);
  }

  forget(sessionId: string): void {
    this.bySession.delete(sessionId);
  }
}
