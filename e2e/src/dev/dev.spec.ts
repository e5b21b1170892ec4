// A developer's day, in a copy of the project: `npm run dev`, an edit, and what the open page shows of it.
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Commands, findFreePort } from './commands.js';
import { Copy } from './copy.js';

const STARTING_MS = 600_000;
/** The compiler and a restart on a busy machine, after an edit of the contracts too, of which every process is made: it checks them all. */
const SEEN_MS = 240_000;
test.describe.configure({ mode: 'serial', timeout: STARTING_MS });

let copy: Copy;
let commands: Commands;
let address: string;
let pageAddress: string;

/** A page forgets this mark when it is loaded anew. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { sameLoad: true }));
const isSameLoad = (page: Page): Promise<boolean> => page.evaluate(() => 'sameLoad' in window);

const wrongLogin = async (): Promise<string> => {
  const answer = await fetch(`${address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' }),
  });
  return ((await answer.json()) as { message: string }).message;
};

test.beforeAll(async () => {
  test.setTimeout(STARTING_MS);
  copy = new Copy();
  commands = new Commands(copy);
  const [port, devPort] = await Promise.all([findFreePort(), findFreePort()]);
  address = `http://localhost:${port}`;
  const env = {
    DATA_DIR: path.join(copy.folder, '.data'),
    PORT: String(port),
    DEV_PORT: String(devPort),
    RATE_LIMIT: 'off',
  };
  pageAddress = `http://127.0.0.1:${devPort}`;
  await commands.startedWhen(/^shell,.* at http:\S+, with/m, ['tools/store/bootstrap.mjs', 'dev'], '.', env);
});

test.afterAll(async () => {
  await commands.end();
  copy.remove();
});

test('edits of a remote, of the shell and of the contracts are seen in the open page, which keeps what was typed', async ({
  page,
}) => {
  await page.goto(`${pageAddress}/login`);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible({ timeout: SEEN_MS });
  await page.getByLabel('Email').fill('half typed');
  await mark(page);

  copy.edit('mf-account/src/login/LoginPage.tsx', 'title="Login"', 'title="Come in"');
  await expect(page.getByRole('heading', { name: 'Come in' })).toBeVisible({ timeout: SEEN_MS });
  await expect(page.getByLabel('Email')).toHaveValue('half typed');

  copy.edit('shell/src/layout/messages.ts', 'All rights reserved.', 'All threads reserved.');
  await expect(page.getByText('All threads reserved.')).toBeVisible({ timeout: SEEN_MS });
  await expect(page.getByLabel('Email')).toHaveValue('half typed');
  expect(await isSameLoad(page)).toBe(true);

  // What all slices share is no component: the page may load itself anew.
  copy.edit(
    'packages/contracts/src/brand.ts',
    'Weaving heritage craftsmanship with modern aesthetics',
    'Woven while one waits',
  );
  await expect(page.getByText('Woven while one waits.')).toBeVisible({ timeout: SEEN_MS });
  // Every process is started anew for it, the edge too, which nothing stands before.
  await expect(() => expect(commands.said).toContain('gateway restarted')).toPass({ timeout: SEEN_MS });
});

test('edits of a service and of the contracts reach its answers, and no request fails meanwhile', async () => {
  let asked = 0;
  const enough = new AbortController();
  const failures: string[] = [];
  const shopper = (async () => {
    while (!enough.signal.aborted) {
      const answer = await fetch(`${address}/api/users/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).catch((error: Error) => error);
      asked += 1;
      if (answer instanceof Error) failures.push(answer.message);
      else if (answer.status !== 400) failures.push(String(answer.status));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  copy.edit('services/user/src/accounts/accounts.controller.ts', 'Registration successful!', 'Welcome to the loom!');
  await expect(async () => {
    const person = { name: 'Meera Nair', email: `meera-${Date.now()}@example.com`, password: 'a long enough password' };
    const answer = await fetch(`${address}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect(((await answer.json()) as { message: string }).message).toBe('Welcome to the loom!');
  }).toPass({ timeout: SEEN_MS });
  enough.abort();
  await shopper;
  expect(asked).toBeGreaterThan(0);
  expect(failures).toEqual([]);

  copy.edit('packages/contracts/src/errors.ts', 'Incorrect email or password.', 'That was not it.');
  await expect(async () => expect(await wrongLogin()).toBe('That was not it.')).toPass({ timeout: SEEN_MS });
});

test('what does not compile is said, and ends nothing', async ({ page }) => {
  await page.goto(`${pageAddress}/login`);
  copy.edit('services/user/src/accounts/accounts.controller.ts', "'Welcome to the loom!'", '42');
  await expect(() => expect(commands.said).toMatch(/accounts\.controller\.ts.*TS2322/)).toPass({ timeout: SEEN_MS });
  copy.edit('mf-account/src/login/LoginPage.tsx', 'title="Come in"', 'title=<');
  await expect(() => expect(commands.said).toMatch(/LoginPage\.tsx/)).toPass({ timeout: SEEN_MS });
  copy.edit('mf-account/src/login/LoginPage.tsx', 'title=<', 'title="Mended"');
  copy.edit('services/user/src/accounts/accounts.controller.ts', '42', "'Mended!'");
  await expect(page.getByRole('heading', { name: 'Mended' })).toBeVisible({ timeout: SEEN_MS });
  expect(commands.allRun).toBe(true);
});

test('a remote alone has a page of its own, signs in at the store and shows the store’s answers and its own edits', async ({
  page,
}) => {
  const port = await findFreePort();
  const own = `http://127.0.0.1:${port}`;
  await commands.startedWhen(
    /^mf-checkout at http:\S+, with/m,
    ['../packages/build-kit/dist/bin/dev.js'],
    'mf-checkout',
    {
      STORE_URL: address,
      PORT: String(port),
    },
  );
  await page.goto(`${own}/cart`);
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible({ timeout: SEEN_MS });

  // Over the page's own address, as its screens do it: the token, and the cookie that gives the next one.
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

  // Another slice's fragment comes from the store.
  const offered = await page.evaluate(async () => {
    const { rangavalliRemotes } = window as unknown as {
      rangavalliRemotes: (
        remote: string,
        exposed: string,
        options: { fresh: boolean },
      ) => Promise<{ default: unknown }>;
    };
    return typeof (await rangavalliRemotes('mf_account', 'AccountMenu', { fresh: false })).default;
  });
  expect(offered).toBe('function');

  await mark(page);
  copy.edit('mf-checkout/src/cart/CartPage.tsx', 'title="Cart"', 'title="Your basket"');
  await expect(page.getByRole('heading', { name: 'Your basket' })).toBeVisible({ timeout: SEEN_MS });
  expect(await isSameLoad(page)).toBe(true);
});
