import { expect, type Page } from '@playwright/test';

export async function waitUntilCached(page: Page): Promise<void> {
  const isCached = () => caches.match(location.href.replace(/#.*/, ''), { ignoreVary: true }).then(Boolean);
  await expect.poll(() => page.evaluate(isCached), { timeout: 15_000 }).toBe(true);
}

/** Returns all entries of the browser's Cache Storage; `text` is empty for binary ones. */
export const readCaches = (page: Page): Promise<{ url: string; text: string }[]> =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const entries = await Promise.all(
      opened.map(async (cache) => (await cache.keys()).map((request) => ({ cache, request }))),
    );
    return Promise.all(
      entries.flat().map(async ({ cache, request }) => {
        const response = await cache.match(request, { ignoreVary: true });
        const isText = /text|json|javascript/.test(response?.headers.get('content-type') ?? '');
        const { pathname, search } = new URL(request.url);
        return { url: pathname + search, text: isText ? ((await response?.text()) ?? '') : '' };
      }),
    );
  });
