const STORAGE_KEY = 'recent-searches';
export const MAX_RECENT = 5;

/** Newest first; none where storage is blocked or its content invalid. */
export function readRecentSearches() {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry): entry is string => typeof entry === 'string').slice(0, MAX_RECENT)
      : [];
  } catch {
    return [];
  }
}

export function saveSearch(query: string) {
  const text = query.trim();
  if (!text) return;
  const others = readRecentSearches().filter((entry) => entry.toLowerCase() !== text.toLowerCase());
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([text, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Storage is blocked.
  }
}

export function clearRecentSearches() {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked.
  }
}
