import { LRUCache } from 'lru-cache';

/**
 * Documents as this process last read or wrote them: saves the reads of one checkout. An entry may be old, so only use
 * it where a guarded write decides, or where the fields in use never change.
 */
export class DocumentCache<Document extends object> {
  private readonly entries: LRUCache<string, Document>;

  /** @param ttlMs 0: without end */
  constructor(max: number, ttlMs = 0) {
    this.entries = new LRUCache({ max, ttl: ttlMs });
  }

  get(key: string): Document | undefined {
    return this.entries.get(key);
  }

  /** Returns the document; null removes the entry. */
  keep<Found extends Document | null>(key: string, document: Found): Found {
    if (document) this.entries.set(key, document);
    else this.entries.delete(key);
    return document;
  }
}
