import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sum } from '../statistics.js';
import { phone, throttle, throttleWorkers } from './conditions.js';
import { blockingTime, layoutShift, type Visit } from './figures.js';
import { type Observations, observe } from './in-page.js';
import type { MeasuredPage } from './pages.js';
import { firstPictureOf, type FirstPicture } from './reference.js';
import { Transfers } from './transfers.js';

/** A page has loaded when the network was quiet for this long. */
const QUIET_MS = 1_000;
const LOAD_TIMEOUT_MS = 20_000;
const TAP_TIMEOUT_MS = 3_000;
const CACHE_TIMEOUT_MS = 15_000;

const readObservations = (page: Page): Promise<Observations> =>
  page.evaluate(() => window.observations as Observations);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function open(context: BrowserContext, address: string): Promise<{ page: Page; transfers: Transfers }> {
  const page = await context.newPage();
  const transfers = new Transfers(await throttle(page));
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await transfers.waitUntilQuiet(QUIET_MS, LOAD_TIMEOUT_MS);
  return { page, transfers };
}

async function tap(page: Page, { act }: MeasuredPage): Promise<Pick<Visit, 'inp' | 'tapResponse'>> {
  await page.evaluate(() => window.awaitTapResponse?.());
  await act(page);
  await page
    .waitForFunction(() => (window.observations?.tapResponse ?? -1) >= 0, undefined, { timeout: TAP_TIMEOUT_MS })
    .catch(() => undefined);
  await sleep(500); // Event Timing entries arrive after the frame
  const { interaction, tapResponse } = await readObservations(page);
  return { inp: interaction, tapResponse: tapResponse >= 0 ? tapResponse : undefined };
}

async function revisit(
  context: BrowserContext,
  address: string,
): Promise<Pick<Visit, 'repeatFcp' | 'repeatLcp' | 'repeatLargest'>> {
  await throttleWorkers(context);
  const { page } = await open(context, address);
  const { fcp, lcp } = await readObservations(page);
  await page.close();
  return { repeatFcp: fcp, repeatLcp: lcp.at, repeatLargest: lcp.what };
}

async function waitUntilCached(page: Page, { path }: MeasuredPage): Promise<void> {
  const isCached = async (): Promise<boolean> => {
    if (!navigator.serviceWorker) return true;
    const worker = await Promise.race([
      navigator.serviceWorker.ready,
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ]);
    return !worker || Boolean(await caches.match(location.href, { ignoreVary: true }));
  };
  const deadline = performance.now() + (path === '/cart' ? 2_000 : CACHE_TIMEOUT_MS);
  while (performance.now() < deadline && !(await page.evaluate(isCached))) await sleep(200);
}

/** @returns bytes of fonts whose request began before the LCP */
const fontBytes = (page: Page, lcp: number): Promise<number> =>
  page.evaluate(
    (before) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => name.endsWith('.woff2') && startTime < before)
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0),
    lcp,
  );

/** @returns when the shell's script had arrived, ms; undefined when it was not requested */
const scriptArrival = (page: Page): Promise<number | undefined> =>
  page.evaluate(
    () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
        /\/main\.[0-9a-f]+\.js$/.test(name),
      )?.responseEnd,
  );

/** @param reference the LCP of the reference page, ms; undefined for a page without a first picture */
/** Visits a page without measuring it: pictures are rendered on first request. @returns its first picture */
export async function warmUp(
  browser: Browser,
  store: string,
  { path }: MeasuredPage,
): Promise<FirstPicture | undefined> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(store + path, { waitUntil: 'networkidle' });
    return await firstPictureOf(page);
  } finally {
    await context.close();
  }
}

export async function visit(
  browser: Browser,
  store: string,
  measured: MeasuredPage,
  reference: number | undefined,
): Promise<Visit> {
  const context = await browser.newContext(phone);
  try {
    await context.addInitScript(observe);
    const address = store + measured.path;
    const { page, transfers } = await open(context, address);
    const observed = await readObservations(page);
    const { requests } = transfers;
    const bytes = { ...transfers.bytes };
    // The event follows `shell/src/start.ts`, which queues taps.
    const queuedFrom = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.domContentLoadedEventStart ?? 0;
    });
    const scriptAt = await scriptArrival(page);
    const fonts = await fontBytes(page, observed.lcp.at);
    await waitUntilCached(page, measured);
    const tapped = await tap(page, measured);
    await page.close();
    const repeated = await revisit(context, address);
    const responsive = observed.responsive < 0 ? undefined : observed.responsive;
    const tappable = responsive && Math.max(observed.fcp, queuedFrom);
    return {
      fcp: observed.fcp,
      lcp: observed.lcp.at,
      referenceLcp: reference,
      lcpRatio: reference && observed.lcp.at / reference,
      tappable,
      tappableRatio: tappable && reference && tappable / reference,
      responsive,
      responsiveRatio: responsive && reference && responsive / reference,
      afterScript: responsive && scriptAt && responsive - scriptAt,
      fonts,
      largest: observed.lcp.what,
      tbt: blockingTime(observed),
      cls: layoutShift(observed.shifts),
      shifted: observed.shifts.toSorted((a, b) => b.score - a.score)[0]?.what ?? '',
      ...tapped,
      js: bytes.js,
      bytes: sum(Object.values(bytes)),
      byKind: bytes,
      requests,
      ...repeated,
      repeatRatio: reference && repeated.repeatLcp / reference,
    };
  } finally {
    await context.close();
  }
}
