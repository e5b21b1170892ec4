// `npm run dev` in a fresh clone: edits appear in the open page.
import { expect, test, type Page } from '@playwright/test';
import { findFreePort, FreshClone } from './fresh-clone.js';

const START_TIMEOUT_MS = 600_000;
/** Compiling and restarting on a busy machine; an edit of the contracts affects every process. */
const CHANGE_TIMEOUT_MS = 240_000;
test.describe.configure({ mode: 'serial', timeout: START_TIMEOUT_MS });

let clone: FreshClone;
let address: string;
let pageAddress: string;

/** Marks the document, which a reload removes. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'isMarked' in window);

const getLoginError = async (): Promise<string> => {
  const response = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' }),
  });
  return ((await response.json()) as { message: string }).message;
};

test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS);
  clone = new FreshClone();
  const [port, devPort] = await Promise.all([findFreePort(), findFreePort()]);
  address = `http://localhost:${port}`;
  const env = { PORT: String(port), DEV_PORT: String(devPort), RATE_LIMIT: 'off' };
  pageAddress = `http://127.0.0.1:${devPort}`;
  await clone.start('npm run dev', /^shell,.* at http:\S+, with/m, env);
});

test.afterAll(async () => {
  await clone.remove();
});

test('edits of a remote, the shell and the contracts appear in the open page, which keeps its input', async ({
  page,
}) => {
  await page.goto(`${pageAddress}/login`);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  await page.getByLabel('Email').fill('half typed');
  await mark(page);

  clone.edit('mf-account/src/access/LoginPage.tsx', 'title={messages.login}', 'title="Come in"');
  await expect(page.getByRole('heading', { name: 'Come in' })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  await expect(page.getByLabel('Email')).toHaveValue('half typed');

  clone.edit('shell/src/layout/messages.ts', 'All rights reserved.', 'All threads reserved.');
  await expect(page.getByText('All threads reserved.')).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  await expect(page.getByLabel('Email')).toHaveValue('half typed');
  expect(await isSameDocument(page)).toBe(true);

  // Contracts are not components: the page may reload.
  clone.edit(
    'packages/contracts/src/brand.ts',
    'Weaving heritage craftsmanship with modern aesthetics',
    'Woven on demand',
  );
  await expect(page.getByText('Woven on demand.')).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  // Every process restarts, the gateway included.
  await expect(() => expect(clone.output).toContain('gateway restarted')).toPass({ timeout: CHANGE_TIMEOUT_MS });
});

test('edits of a service and the contracts change its responses, and no request fails meanwhile', async () => {
  let requests = 0;
  const stopping = new AbortController();
  const failures: string[] = [];
  const requesting = (async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${address}/api/users/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).catch((error: Error) => error);
      requests += 1;
      if (response instanceof Error) failures.push(response.message);
      else if (response.status !== 400) failures.push(String(response.status));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  clone.edit('services/user/src/accounts/accounts.controller.ts', 'Registration successful!', 'Welcome to the loom!');
  await expect(async () => {
    const person = { name: 'Meera Nair', email: `meera-${Date.now()}@example.com`, password: 'a long enough password' };
    const response = await fetch(`${address}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect(((await response.json()) as { message: string }).message).toBe('Welcome to the loom!');
  }).toPass({ timeout: CHANGE_TIMEOUT_MS });
  stopping.abort();
  await requesting;
  expect(requests).toBeGreaterThan(0);
  expect(failures).toEqual([]);

  clone.edit('packages/contracts/src/errors.ts', 'Incorrect email or password.', 'That was not it.');
  await expect(async () => expect(await getLoginError()).toBe('That was not it.')).toPass({
    timeout: CHANGE_TIMEOUT_MS,
  });
});

test('compile errors are reported and stop nothing', async ({ page }) => {
  // The contracts' edit before this test may reload the page while the remote does not compile.
  await page.addLocatorHandler(page.getByRole('button', { name: 'Try again' }), (button) => button.click());
  await page.goto(`${pageAddress}/login`);
  await expect(page.getByRole('heading', { name: 'Come in' })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  clone.edit('services/user/src/accounts/accounts.controller.ts', "'Welcome to the loom!'", '42');
  await expect(() => expect(clone.output).toMatch(/accounts\.controller\.ts.*TS2322/)).toPass({
    timeout: CHANGE_TIMEOUT_MS,
  });
  // The dev servers of shell and remotes each add one.
  const overlay = page.frameLocator('#rspack-dev-server-client-overlay').first();
  await expect(overlay.getByText(/accounts\.controller\.ts.*TS2322/)).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  clone.edit('mf-account/src/access/LoginPage.tsx', 'title="Come in"', 'title=<');
  await expect(() => expect(clone.output).toMatch(/LoginPage\.tsx/)).toPass({ timeout: CHANGE_TIMEOUT_MS });
  clone.edit('mf-account/src/access/LoginPage.tsx', 'title=<', 'title="Mended"');
  clone.edit('services/user/src/accounts/accounts.controller.ts', '42', "'Mended!'");
  await expect(page.getByRole('heading', { name: 'Mended' })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  await expect(page.locator('#rspack-dev-server-client-overlay')).toHaveCount(0, { timeout: CHANGE_TIMEOUT_MS });
  expect(clone.isEveryChildRunning).toBe(true);
});

test('a remote runs alone, logs in at the store and shows the store’s data and its own edits', async ({ page }) => {
  const port = await findFreePort();
  const own = `http://127.0.0.1:${port}`;
  await clone.start('npm run dev -w mf-checkout', /^mf-checkout at http:\S+, with/m, { PORT: String(port) });
  await page.goto(`${own}/cart`);
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });

  // Through the page's own origin, as its screens do: token and refresh cookie.
  const person = { name: 'Asha Rao', email: `asha-${Date.now()}@example.com`, password: 'a long enough password' };
  const statuses = await page.evaluate(async (given) => {
    const post = (path: string, body: unknown) =>
      fetch(`/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const registered = await post('/users/register', given);
    const login = await post('/users/login', given);
    const refreshed = await post('/users/refresh', {});
    const { token } = (await refreshed.json()) as { token: string };
    const cart = await fetch('/api/cart', { headers: { authorization: `Bearer ${token}` } });
    return [registered.status, login.status, refreshed.status, cart.status];
  }, person);
  expect(statuses).toEqual([201, 200, 200, 200]);

  // Another slice's fragment is loaded from the store.
  const fragment = await page.evaluate(async () => {
    const { rangavalliRemotes } = window as unknown as {
      rangavalliRemotes: (
        remote: string,
        exposed: string,
        options: { fresh: boolean },
      ) => Promise<{ default: unknown }>;
    };
    return typeof (await rangavalliRemotes('mf_account', 'AccountMenu', { fresh: false })).default;
  });
  expect(fragment).toBe('function');

  await mark(page);
  clone.edit('mf-checkout/src/cart/CartPage.tsx', 'title="Cart"', 'title="Your basket"');
  await expect(page.getByRole('heading', { name: 'Your basket' })).toBeVisible({ timeout: CHANGE_TIMEOUT_MS });
  expect(await isSameDocument(page)).toBe(true);
});
