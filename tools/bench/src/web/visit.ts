import type { Browser, BrowserContext, Page } from 'playwright-core';
import { network, phone, slowDown, slowDownWorkers } from './conditions.js';
import { blockingTime, layoutShift, type Visit } from './figures.js';
import { observe, type Seen } from './in-page.js';
import type { MeasuredPage } from './pages.js';
import { Transfers } from './transfers.js';

/** The page has come when nothing was under way for so long, ms; and is measured all the same after the longest wait. */
const QUIET_MS = 1_000;
const PATIENCE_MS = 20_000;
/** Whoever sees nothing for so long has touched in vain, ms. */
const ANSWER_MS = 3_000;
/** A service worker has taken what it wants to keep by then, ms. */
const KEEPING_MS = 15_000;

const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => window.seen as Seen);
const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function open(context: BrowserContext, address: string): Promise<{ page: Page; transfers: Transfers }> {
  const page = await context.newPage();
  const transfers = new Transfers(await slowDown(page));
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await transfers.quiet(QUIET_MS, PATIENCE_MS);
  return { page, transfers };
}

/** Touches what is touched first there, and waits until the page looks otherwise. */
async function firstTouch(page: Page, measured: MeasuredPage): Promise<Pick<Visit, 'inp' | 'answer'>> {
  await page.evaluate(() => window.awaitAnswer?.());
  await measured.touch(page);
  await page
    .waitForFunction(() => (window.seen?.answered ?? -1) >= 0, undefined, { timeout: ANSWER_MS })
    .catch(() => undefined);
  await rest(500); // the browser tells of a touch a moment after its frame
  const { interaction, answered } = await seenBy(page);
  return { inp: interaction, answer: answered >= 0 ? answered : undefined };
}

/** The same page once more in the same browser, as somebody does who comes back. */
async function comeBack(
  context: BrowserContext,
  address: string,
): Promise<Pick<Visit, 'repeatFcp' | 'repeatLcp' | 'repeatLargest'>> {
  await slowDownWorkers(context);
  const { page } = await open(context, address);
  const { fcp, lcp } = await seenBy(page);
  await page.close();
  return { repeatFcp: fcp, repeatLcp: lcp.at, repeatLargest: lcp.what };
}

/** The page has done what it does for its next visit: its service worker has it, where there is one. */
async function untilKept(page: Page, { path }: MeasuredPage): Promise<void> {
  const kept = async (): Promise<boolean> => {
    if (!navigator.serviceWorker) return true;
    const worker = await Promise.race([
      navigator.serviceWorker.ready,
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ]);
    return !worker || Boolean(await caches.match(location.href, { ignoreVary: true }));
  };
  const until = performance.now() + (path === '/cart' ? 2_000 : KEEPING_MS);
  while (performance.now() < until && !(await page.evaluate(kept))) await rest(200);
}

/** Somebody's first visit to the page, with nothing of the shop in the browser, and the one after it. */
export async function visit(browser: Browser, store: string, measured: MeasuredPage): Promise<Visit> {
  const context = await browser.newContext(phone);
  try {
    await context.addInitScript(observe);
    const address = store + measured.path;
    const { page, transfers } = await open(context, address);
    const seen = await seenBy(page);
    const { bytes, requests } = { bytes: { ...transfers.bytes }, requests: transfers.requests };
    await untilKept(page, measured);
    const touch = await firstTouch(page, measured);
    await page.close();
    return {
      fcp: seen.fcp,
      lcp: seen.lcp.at,
      largest: seen.lcp.what,
      tbt: blockingTime(seen),
      cls: layoutShift(seen.shifts),
      shifted: seen.shifts.toSorted((a, b) => b.score - a.score)[0]?.what ?? '',
      ...touch,
      js: bytes.js,
      bytes: Object.values(bytes).reduce((sum, some) => sum + some, 0),
      byKind: bytes,
      requests,
      ...(await comeBack(context, address)),
    };
  } finally {
    await context.close();
  }
}

/** What the figures were measured with, for the table and the file. */
export const conditions = { viewport: phone.viewport, downKbps: 1_600, upKbps: 750, latencyMs: network.latency };
