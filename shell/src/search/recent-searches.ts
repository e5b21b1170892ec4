/** Key of local storage; a list of what was searched for, the newest first. */
export const RECENT_KEY = 'recent-searches';
/** So many are remembered. */
export const MOST_RECENT = 5;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was searched for in this browser, the newest first; none where storage is forbidden or broken. */
export function recentSearches(storage: () => Store = () => localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry): entry is string => typeof entry === 'string').slice(0, MOST_RECENT)
      : [];
  } catch {
    return [];
  }
}

/** Remembers a search as the newest. */
export function rememberSearch(query: string, storage: () => Store = () => localStorage): void {
  const wanted = query.trim();
  if (!wanted) return;
  const others = recentSearches(storage).filter((entry) => entry.toLowerCase() !== wanted.toLowerCase());
  try {
    storage().setItem(RECENT_KEY, JSON.stringify([wanted, ...others].slice(0, MOST_RECENT)));
  } catch {
    // Storage is forbidden or full: the search works without being remembered.
  }
}

/** Forgets all of them. */
export function forgetSearches(storage: () => Store = () => localStorage): void {
  try {
    storage().removeItem(RECENT_KEY);
  } catch {
    // Nothing is remembered where storage is forbidden.
  }
}
