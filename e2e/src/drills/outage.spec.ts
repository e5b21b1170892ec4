import { expect, type Locator, type Page, test } from '@playwright/test';
import { control, eventually, run } from '../support/store.js';

// The only drill that is retried: a busy machine delays its pages, and it makes no orders.
test.describe.configure({ mode: 'serial', timeout: 90_000, retries: 1 });

interface Slice {
  name: string;
  path: string;
}

/** Remotes stop in pairs: a page takes ten seconds to give a missing one up. */
const outages: [Slice, ...Slice[]][] = [
  [
    { name: 'mf-catalog', path: '/all' },
    { name: 'mf-admin', path: '/admin/dashboard' },
  ],
  [
    { name: 'mf-checkout', path: '/cart' },
    { name: 'mf-account', path: '/login' },
  ],
  [{ name: 'catalog', path: '/all' }],
  [{ name: 'cart', path: '/cart' }],
  [{ name: 'order', path: '/user/orders' }],
  [{ name: 'payment', path: '/checkout' }],
  [{ name: 'user', path: '/login' }],
];

const mainOf = (page: Page) => page.getByRole('main');
const loginButton = (main: Locator): Locator => main.getByRole('button', { name: 'Login' });
const cartOfGuest = (main: Locator): Locator => main.getByText(/Your cart is empty|You must be logged in\./);
/** What a guest sees of a page once its slices respond. */
const contentOf: Record<string, (main: Locator) => Locator> = {
  '/all': (main) => main.getByRole('article').first(),
  '/admin/dashboard': loginButton,
  '/cart': cartOfGuest,
  '/checkout': cartOfGuest,
  '/login': loginButton,
  '/user/orders': loginButton,
};

async function expectContent(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(contentOf[path]!(mainOf(page))).toBeVisible();
}

async function expectFrame(page: Page, { name, path }: Slice): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('banner')).toContainText('Rangavalli');
  if (name.startsWith('mf-'))
    await expect(mainOf(page).getByRole('button', { name: /try again|retry/i })).toBeVisible({ timeout: 20_000 });
}

for (const stopped of outages) {
  const names = stopped.map(({ name }) => name);
  test(`keeps the shell, the header and the other slices working without ${names.join(' and ')}`, async ({
    page,
    context,
  }) => {
    await Promise.all(names.map((name) => control(name, 'stop')));
    try {
      await Promise.all(
        stopped.map(async (slice) => {
          const tab = await context.newPage();
          await expectFrame(tab, slice);
          await tab.close();
        }),
      );
      await page.goto('/tnc');
      await expect(mainOf(page)).toContainText('Terms');
      await expect(page.getByRole('contentinfo')).toBeAttached();
      const catalogIsDown = names.some((name) => name.endsWith('catalog'));
      await expectContent(page, catalogIsDown ? '/login' : '/all');
    } finally {
      await Promise.all(names.map((name) => control(name, 'start')));
      for (const name of names)
        await eventually(async () =>
          expect((await fetch(`${run().processes[name]?.address}/health/ready`)).status).toBe(200),
        );
    }
    for (const { path } of stopped) {
      await expectContent(page, path);
      await expect(mainOf(page)).not.toContainText(/try again/i);
    }
  });
}
