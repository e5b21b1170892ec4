import type { Page, Route } from '@playwright/test';
import type { CallKey } from '@rangavalli/contracts/calls';
import { errors, type ErrorCode } from '@rangavalli/contracts/errors';

export type Restore = () => Promise<void>;

/** The server does not render longer URLs (shell/server/render). */
const LONG_QUERY = `render-in-browser=${'x'.repeat(600)}`;

/** Makes pages arrive without data, so that the browser requests it. */
async function renderInBrowser(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const url = new URL(route.request().url());
    const response = await route.fetch({ url: `${url.href}${url.search ? '&' : '?'}${LONG_QUERY}`, maxRedirects: 0 });
    await route.fulfill({ response });
  });
}

export async function interceptCall(
  page: Page,
  key: CallKey,
  handle: (route: Route) => Promise<void>,
): Promise<Restore> {
  const [method, path = ''] = key.split(' ');
  const pattern = new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const matches = (url: URL) => pattern.test(url.pathname);
  const handler = (route: Route) => (route.request().method() === method ? handle(route) : route.fallback());
  await page.route(matches, handler);
  // The server would request products before the page does.
  if (path.startsWith('/products/')) await renderInBrowser(page);
  return () => page.unroute(matches, handler);
}

export const failWith = (page: Page, key: CallKey, code: ErrorCode): Promise<Restore> =>
  interceptCall(page, key, (route) =>
    route.fulfill({
      status: errors[code].status,
      json: { success: false, code, message: errors[code].message, requestId: 'e2e' },
    }),
  );

export const failWithoutMessage = (page: Page, key: CallKey): Promise<Restore> =>
  interceptCall(page, key, (route) => route.fulfill({ status: 500, json: { success: false } }));

export const abortCall = (page: Page, key: CallKey): Promise<Restore> =>
  interceptCall(page, key, (route) => route.abort('connectionreset'));

export const respondWith = (page: Page, key: CallKey, json: unknown): Promise<Restore> =>
  interceptCall(page, key, (route) => route.fulfill({ json }));

export function createGate(): { proceed: () => void; handle: (route: Route) => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { proceed: resolve, handle: (route) => promise.then(() => route.continue()) };
}

/** Delays a call until the returned function is called. */
export async function delayCall(page: Page, key: CallKey): Promise<() => void> {
  const { proceed, handle } = createGate();
  await interceptCall(page, key, handle);
  return proceed;
}
