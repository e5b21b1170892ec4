import { isServedPage, onLeavingServedPage } from '@rangavalli/web-kit/served-data';

/** Where a browser remembers that it has the fonts. */
const KEY = 'fonts';
/** A server that answers sooner is near enough for the fonts to be there about as soon as the page, ms. */
const NEAR_MS = 100;

function areHere(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // Storage is forbidden here.
  }
}

function isNear(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  const { requestStart = 0, responseStart = 0 } = (visit ?? {}) as Partial<PerformanceNavigationTiming>;
  return responseStart - requestStart < NEAR_MS;
}

async function bring(): Promise<void> {
  try {
    await import(/* webpackChunkName: "fonts" */ '@rangavalli/web-kit/fonts.css');
    await document.fonts?.ready;
    localStorage.setItem(KEY, 'here');
  } catch {
    // What stands there before them does (`fonts-before.css`); the next page tries again.
  }
}

/**
 * The shop's own letters. Over a slow line they would come when the first page has long been read, and its lines would move: there
 * they come with the next page.
 */
export function bringFonts(): void {
  if (!isServedPage() || areHere() || isNear()) void bring();
  else onLeavingServedPage(() => void bring());
}
