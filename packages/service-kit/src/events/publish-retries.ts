import { LRUCache } from 'lru-cache';
import { retryDelayMs } from '../nats/backoff.js';

/** Beyond it, documents are not kept; see `blockedSubjects`. */
const MAX_FAILING = 5_000;
/** Fewer failures than one sweep takes do not crowd out others. */
const MIN_BLOCKED = 100;

interface Failure<Id> {
  _id: Id;
  subject: string;
  attempts: number;
  /** Milliseconds since 1970. */
  retryAt: number;
}

/**
 * Documents of one collection whose next event could not be published, each with a back-off of its own (invariant 5).
 * Kept in memory: another process, or the same one after a restart, tries them at once.
 */
export class PublishRetries<Id> {
  private readonly failures: LRUCache<string, Failure<Id>>;

  /** @param max of documents that are kept */
  constructor(private readonly max = MAX_FAILING) {
    this.failures = new LRUCache({ max });
  }

  get ids(): Id[] {
    return [...this.failures.values()].map(({ _id }) => _id);
  }

  /**
   * Returns the subjects for which most documents fail once no more documents can be kept. Without them, those that are
   * not kept would fill each sweep. The kept ones are still retried, and the first success ends it.
   */
  get blockedSubjects(): string[] {
    if (this.failures.size < this.max) return [];
    const limit = Math.min(MIN_BLOCKED, this.max / 2);
    return [...this.countBySubject()].filter(([, count]) => count >= limit).map(([subject]) => subject);
  }

  /** Returns the documents whose pause has ended, the longest overdue first. */
  due(limit: number, now = Date.now()): Id[] {
    return [...this.failures.values()]
      .filter(({ retryAt }) => retryAt <= now)
      .toSorted((a, b) => a.retryAt - b.retryAt)
      .slice(0, limit)
      .map(({ _id }) => _id);
  }

  /** Returns the number of failed attempts. The pause grows to a minute, with jitter. */
  recordFailure(_id: Id, subject: string, now = Date.now()): number {
    const attempts = (this.failures.get(String(_id))?.attempts ?? 0) + 1;
    const pauseMs = retryDelayMs(attempts) * (0.5 + Math.random() / 2);
    this.failures.set(String(_id), { _id, subject, attempts, retryAt: now + pauseMs });
    return attempts;
  }

  /** Ends the back-off of a document and of all that failed for the same subject: it is accepted again. */
  recordSuccess(_id: Id): void {
    const recovered = this.failures.get(String(_id));
    if (!recovered) return;
    for (const [key, { subject }] of this.failures) if (subject === recovered.subject) this.failures.delete(key);
  }

  delete(_id: Id): void {
    this.failures.delete(String(_id));
  }

  countBySubject(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { subject } of this.failures.values()) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    return counts;
  }
}
