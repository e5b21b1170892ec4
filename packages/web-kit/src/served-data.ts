import { serverPage, type Answered } from './server-page.js';

/** What the server has written into the page beside its HTML, as JSON in the element `page-data`. */
export interface ServedData {
  /** Ids of the parts with files of their own that are in the HTML. */
  pieces: readonly string[];
  /** What the page's queries were answered, by their keys. */
  answers: Readonly<Record<string, Answered>>;
}

interface Served {
  /** Whether the page is still the one that the server has rendered. */
  here: boolean;
  pieces: Set<string>;
  answers: Map<string, Answered>;
}

const KEY = Symbol.for('rangavalli.served-data');
const store = globalThis as { [KEY]?: Served };

function read(): Served {
  const nothing: Served = { here: false, pieces: new Set(), answers: new Map() };
  try {
    const { pieces, answers } = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as ServedData;
    return { here: true, pieces: new Set(pieces), answers: new Map(Object.entries(answers)) };
  } catch {
    return nothing;
  }
}

/** One for all slices of the page. */
const served = (): Served => (store[KEY] ??= read());

/** Whether a part that comes in a file of its own is in the HTML of the page. */
export const isServedPiece = (id: string): boolean => served().pieces.has(id);

/** What the server was answered to a query of the page; undefined when it did not ask. */
export const servedAnswer = (key: string): Answered | undefined => served().answers.get(key);

/** An answer serves the first showing; who comes back later asks for what is true then. */
export const forgetServedAnswer = (key: string): boolean => served().answers.delete(key);

/** Whether the page is shown as the server has rendered it: on the server, and in a browser until the visitor goes on to another. */
export const isServedPage = (): boolean => serverPage() !== undefined || served().here;

/** The visitor has gone on to another page. */
export function leaveServedPage(): void {
  served().here = false;
  served().answers.clear();
}

/**
 * Whether the page came from the server just now. One that a browser or its service worker had kept shows what it holds,
 * and asks again behind it.
 */
export function isFirstHand(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const { type, workerStart } = (visit ?? {}) as Partial<PerformanceNavigationTiming>;
  return (type === undefined || type === 'navigate' || type === 'reload') && !workerStart;
}
