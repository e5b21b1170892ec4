import { savesData } from './saves-data.js';

/** An answer that was asked for ahead is what is true now for so long, ms: from the finger's touch, or the mouse's arrival, to the page. */
const FRESH_MS = 3_000;

const asked = new Map<string, { at: number; answer: Promise<unknown> }>();

/**
 * Asks for what the next page will ask for, as soon as somebody is about to go there: `key` is the key of its `useQuery`.
 * Whoever saves data is left alone.
 */
export function askAhead(key: string, ask: () => Promise<unknown>): void {
  const before = asked.get(key);
  if (savesData() || (before && Date.now() - before.at < FRESH_MS)) return;
  const answer = ask();
  // Nobody may ever come for it.
  answer.catch(() => asked.delete(key));
  asked.set(key, { at: Date.now(), answer });
}

/** The answer that was asked for ahead, once; undefined when none was, or too long ago. */
export function takeAhead<T>(key: string): Promise<T> | undefined {
  const one = asked.get(key);
  asked.delete(key);
  return one && Date.now() - one.at < FRESH_MS ? (one.answer as Promise<T>) : undefined;
}

/** Handlers of a link: a mouse that comes to it, a finger that touches it, the keyboard's focus. */
export const aboutToFollow = (
  ask: () => void,
): { onPointerEnter: () => void; onTouchStart: () => void; onFocus: () => void } => ({
  onPointerEnter: ask,
  onTouchStart: ask,
  onFocus: ask,
});
