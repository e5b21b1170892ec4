import { expect, type Page } from '@playwright/test';

/** Waits until the service worker keeps the page that is shown. */
export async function untilKept(page: Page): Promise<void> {
  const isKept = () => caches.match(location.href.replace(/#.*/, ''), { ignoreVary: true }).then(Boolean);
  await expect.poll(() => page.evaluate(isKept), { timeout: 15_000 }).toBe(true);
}

/** Everything that lies in the browser's Cache Storage, with its content. */
export const allKept = (page: Page): Promise<{ address: string; text: string }[]> =>
  page.evaluate(async () => {
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const entries = await Promise.all(
      shelves.map(async (shelf) => (await shelf.keys()).map((request) => ({ shelf, request }))),
    );
    return Promise.all(
      entries.flat().map(async ({ shelf, request }) => {
        const answer = await shelf.match(request, { ignoreVary: true });
        const readable = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '');
        const { pathname, search } = new URL(request.url);
        return { address: pathname + search, text: readable ? ((await answer?.text()) ?? '') : '' };
      }),
    );
  });
