const MAX_KEYS = 10_000;

/** Recognises the last 10,000 to 20,000 keys by their hashes, in bounded memory; new ones rarely count as known. */
export class RecentKeys {
  private recent = new Set<number>();
  private older = new Set<number>();

  /** Returns whether the key was added before. */
  add(key: string): boolean {
    const hash = hashOf(key);
    const isKnown = this.recent.has(hash) || this.older.has(hash);
    this.recent.add(hash);
    if (this.recent.size >= MAX_KEYS) [this.recent, this.older] = [new Set(), this.recent];
    return isKnown;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
