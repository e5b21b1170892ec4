import type { Page, Route } from '@playwright/test';
import type { CallKey } from '@rangavalli/contracts/calls';
import { errors, type ErrorCode } from '@rangavalli/contracts/errors';

/** Lets everything pass again. */
export type Restore = () => Promise<void>;

/** Longer addresses are left to browsers (shell/server/render). */
const LEFT_TO_BROWSERS = `left-to-browsers=${'x'.repeat(600)}`;

/** Pages come without their data from now on, so that the browser asks for them itself. */
export async function drawnByBrowser(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const url = new URL(route.request().url());
    const response = await route.fetch({
      url: `${url.href}${url.search ? '&' : '?'}${LEFT_TO_BROWSERS}`,
      maxRedirects: 0,
    });
    await route.fulfill({ response });
  });
}

/** Takes over one documented call of the page; every other call goes to the real store. */
export async function onCall(page: Page, key: CallKey, take: (route: Route) => Promise<void>): Promise<Restore> {
  const [method, path = ''] = key.split(' ');
  const address = new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const matches = (url: URL) => address.test(url.pathname);
  const handler = (route: Route) => (route.request().method() === method ? take(route) : route.fallback());
  await page.route(matches, handler);
  // The server would ask for products before the page does.
  if (path.startsWith('/products/')) await drawnByBrowser(page);
  return () => page.unroute(matches, handler);
}

/** Answers it with an error of the catalogue, in the contracts' shape. */
export const refuse = (page: Page, key: CallKey, code: ErrorCode): Promise<Restore> =>
  onCall(page, key, (route) =>
    route.fulfill({
      status: errors[code].status,
      json: { success: false, code, message: errors[code].message, requestId: 'e2e' },
    }),
  );

/** Answers it with a failure that says nothing. */
export const failWithoutWords = (page: Page, key: CallKey): Promise<Restore> =>
  onCall(page, key, (route) => route.fulfill({ status: 500, json: { success: false } }));

/** Breaks the connection under it. */
export const cutOff = (page: Page, key: CallKey): Promise<Restore> =>
  onCall(page, key, (route) => route.abort('connectionreset'));

/** Answers it well, with something that the real store would not give. */
export const answerWith = (page: Page, key: CallKey, json: unknown): Promise<Restore> =>
  onCall(page, key, (route) => route.fulfill({ json }));

/** Keeps it waiting until it is let go. */
export async function holdBack(page: Page, key: CallKey): Promise<() => void> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await onCall(page, key, async (route) => {
    await gone;
    await route.continue();
  });
  return () => letGo();
}
