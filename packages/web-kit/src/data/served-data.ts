import { serverPage, type QueryResult } from './server-page.js';

/** JSON in the element `page-data`. */
export interface ServedData {
  /** Lazily loaded components in the HTML. */
  parts: readonly string[];
  results: Readonly<Record<string, QueryResult>>;
}

interface Served {
  isCurrent: boolean;
  parts: Set<string>;
  results: Map<string, QueryResult>;
}

const KEY = Symbol.for('rangavalli.served-data');
const store = globalThis as { [KEY]?: Served };

function readServedData(): Served {
  try {
    const { parts, results } = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as ServedData;
    return { isCurrent: true, parts: new Set(parts), results: new Map(Object.entries(results)) };
  } catch {
    return { isCurrent: false, parts: new Set(), results: new Map() };
  }
}

const served = (): Served => (store[KEY] ??= readServedData());

/** Ids of the lazily loaded components in the HTML. */
export const servedParts = (): ReadonlySet<string> => served().parts;

export const isServedPart = (id: string): boolean => served().parts.has(id);

export const servedResult = (key: string): QueryResult | undefined => served().results.get(key);

/** A later visit loads current data. */
export const discardServedResult = (key: string): boolean => served().results.delete(key);

/** On the server, and in a browser until the first navigation. */
export const isServedPage = (): boolean => serverPage() !== undefined || served().isCurrent;

export function leaveServedPage(): void {
  served().isCurrent = false;
  served().results.clear();
}

/** A page from a cache is shown and refreshed in the background. */
export function isFreshNavigation(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const { type, workerStart } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>;
  return (type === undefined || type === 'navigate' || type === 'reload') && !workerStart;
}
