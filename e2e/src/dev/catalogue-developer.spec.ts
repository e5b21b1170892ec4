// A catalogue developer: edits a card, adds a field and a screen, by the documents of a fresh clone.
import { expect, type Page, test } from '@playwright/test';
import { createProduct, logInAsOwner } from '../support/people.js';
import { run } from '../support/store.js';
import { findFreePort, FreshClone } from './fresh-clone.js';
import { Guide, runDocumented } from './guide.js';

const JOURNEY_TIMEOUT_MS = 3_600_000;
const SHOWN_TIMEOUT_MS = 60_000;
const DEV_SERVER = 'npm run dev -w mf-catalog';
const CARD = 'mf-catalog/src/products/ProductCard.tsx';
test.describe.configure({ mode: 'serial', timeout: JOURNEY_TIMEOUT_MS });
// A service worker would show the previous page for a moment.
test.use({ serviceWorkers: 'block' });

let clone: FreshClone;
let devPage: string;
let environments: Record<string, NodeJS.ProcessEnv>;

test.beforeAll(async () => {
  test.setTimeout(JOURNEY_TIMEOUT_MS);
  clone = new FreshClone();
  const devPort = await findFreePort();
  devPage = `http://127.0.0.1:${devPort}`;
  environments = {
    'npm start': { PORT: String(await findFreePort()) },
    [DEV_SERVER]: { PORT: String(devPort) },
  };
  const readme = new Guide(clone, 'README.md', environments);
  await readme.through('npm start');
  readme.leaveOut('npm test'); // runs longer than this journey, and by itself
  await readme.end();
  clone.useStore();
});
test.beforeEach(() => clone.discardEdits());
test.afterAll(() => clone.remove());

const edition = (page: Page, name: string) => page.locator(`article[data-edition="${name}"]`).first();

test('edits a card, tests and releases it; an open tab is unharmed; a canary and a rollback', async ({
  page,
  browser,
}) => {
  const { address } = run();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${address}/all`);
  await expect(page.locator('article').first()).toBeVisible();
  await page.evaluate(() => void Object.assign(window, { isMarked: true }));

  const newTab = await browser.newPage();
  const stopDevServer = await clone.start(DEV_SERVER, /^mf-catalog at http:\S+, with/m, environments[DEV_SERVER]);
  await newTab.goto(`${devPage}/all`);
  await expect(newTab.locator('article').first()).toBeVisible({ timeout: SHOWN_TIMEOUT_MS });
  clone.edit(CARD, '<article className={css.card}', '<article data-edition="second" className={css.card}');
  await expect(edition(newTab, 'second')).toBeVisible({ timeout: SHOWN_TIMEOUT_MS });
  await stopDevServer();

  await runDocumented(clone, 'npm test -w mf-catalog');
  const releasing = new Guide(clone, 'tools/release/README.md');
  await releasing.through('npm run release -- mf-catalog');
  await newTab.goto(`${address}/all`);
  await expect(edition(newTab, 'second')).toBeVisible();

  // The open tab keeps its release, also for what it loads only now.
  await page.locator('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);
  await expect(page.locator('article[data-edition]')).toHaveCount(0);
  expect(errors).toEqual([]);

  await releasing.through('npm run release -- order --version 2.0.0');
  clone.edit(CARD, 'data-edition="second"', 'data-edition="third"');
  await releasing.through('npm run release -- mf-catalog --canary 10');
  await releasing.end(); // ends the canary
  await newTab.goto(`${address}/all`);
  await expect(edition(newTab, 'second')).toBeVisible();
  await runDocumented(clone, 'npm run rollback -- mf-catalog');
  // For two seconds the shell may still serve the release before.
  await expect(async () => {
    await newTab.goto(`${address}/all`);
    await expect(newTab.locator('article').first()).toBeVisible();
    expect(await newTab.locator('article[data-edition]').count()).toBe(0);
  }).toPass({ timeout: SHOWN_TIMEOUT_MS });
  await newTab.close();
});

test('adds a field by the guide: it is saved, shown and, after the rollback, gone', async ({ page }) => {
  const guide = new Guide(clone, 'docs/how-to/add-a-field.md');
  await guide.through('npm run release -- mf-catalog');
  const { address, api } = run();
  const owner = await logInAsOwner();
  const { _id: id } = await createProduct(owner);
  const changed = await fetch(`${api}/products/update/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ blousePiece: 'Unstitched, 80 cm' }),
  });
  expect(changed.status).toBe(200);
  const read = async () =>
    ((await (await fetch(`${api}/products/getOne/${id}`)).json()) as { product: object }).product;
  await expect(async () => expect(await read()).toMatchObject({ blousePiece: 'Unstitched, 80 cm' })).toPass({
    timeout: SHOWN_TIMEOUT_MS,
  });
  await page.goto(`${address}/product/${id}`);
  await expect(page.getByText('Blouse piece')).toBeVisible();
  await expect(page.getByText('Unstitched, 80 cm')).toBeVisible();

  await guide.end();
  await page.goto(`${address}/product/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Blouse piece')).toHaveCount(0);
  await expect(async () => expect(await read()).not.toHaveProperty('blousePiece')).toPass({
    timeout: SHOWN_TIMEOUT_MS,
  });
});

test('adds a screen by the guide: it is shown in development and live, and a 404 after the rollback', async ({
  page,
}) => {
  const guide = new Guide(clone, 'docs/how-to/add-a-screen.md', environments);
  const { address } = run();
  const isShownAt = async (origin: string): Promise<void> => {
    await page.goto(`${origin}/small-gifts`);
    await expect(page.getByRole('heading', { name: 'Gifts', exact: true })).toBeVisible({ timeout: SHOWN_TIMEOUT_MS });
    await expect(page.getByRole('main').locator('article').first()).toBeVisible();
  };
  expect((await fetch(`${address}/small-gifts`)).status).toBe(404);
  await guide.through(DEV_SERVER);
  await isShownAt(devPage);
  await guide.stop(DEV_SERVER);
  await guide.through('npm run release -- mf-catalog');
  await isShownAt(address);
  expect((await fetch(`${address}/small-gifts`)).status).toBe(200);
  await guide.end();
  await expect(async () => expect((await fetch(`${address}/small-gifts`)).status).toBe(404)).toPass({
    timeout: SHOWN_TIMEOUT_MS,
  });
});
