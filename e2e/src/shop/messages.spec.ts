import { type BrowserContext, expect, test as base } from '@playwright/test';
import { buy, createProduct, logInAsOwner, registerShopper } from '../support/people.js';
import { storedUser, signIn, findToast } from '../support/screens.js';
import { addressRows } from './messages/addresses.js';
import { cartRows } from './messages/cart.js';
import { collectionRows } from './messages/collections.js';
import { documented } from './messages/documented.js';
import { loginRows } from './messages/login.js';
import { orderRows } from './messages/orders.js';
import { paymentRows } from './messages/payment.js';
import { productRows } from './messages/products.js';
import type { Fixtures, Row } from './messages/row.js';
import { userAreaRows } from './messages/user-area.js';

const all: readonly Row[] = [
  ...cartRows,
  ...loginRows,
  ...paymentRows,
  ...userAreaRows,
  ...addressRows,
  ...productRows,
  ...orderRows,
  ...collectionRows,
];

/** `npm test` triggers each message by its first cause, `npm run walk` by every cause. */
const rows = process.env.WHOLE_WALK
  ? all
  : all.filter((row) => all.find(({ message }) => message === row.message) === row);

const storeUrl = process.env.STORE_URL ?? 'http://localhost:8080';

const test = base.extend<object, { fixtures: Fixtures; tabs: BrowserContext }>({
  // One context per worker, so that scripts are loaded once.
  tabs: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: storeUrl, serviceWorkers: 'block' });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tabs }, use) => {
    const page = await tabs.newPage();
    const session = await tabs.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(storeUrl).origin,
      storageTypes: 'cookies,indexeddb,local_storage',
    });
    await use(page);
    await page.close();
  },
  fixtures: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the needed fixtures from it: none.
    async ({}, use) => {
      const [admin, shopper, buyer] = await Promise.all([logInAsOwner(), registerShopper(), registerShopper()]);
      const { order } = await buy(buyer, await createProduct(admin, { price: 250 }), 2);
      await use({ admin, shopper, order });
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'parallel' });
/** For a busy machine. */
const expectEventually = expect.configure({ timeout: 30_000 });

for (const row of rows) {
  test(`“${row.message}”: ${row.cause}`, async ({ page, fixtures }) => {
    if (row.as)
      await signIn(page, fixtures[row.as], storedUser(fixtures[row.as], row.as === 'admin' ? 'owner' : 'user'));
    const checkAfterwards = await row.trigger({ page, ...fixtures });
    const text = row.text ?? row.message;
    await expectEventually(
      row.toast ? findToast(page, text) : page.getByText(text, { exact: true }).first(),
    ).toBeVisible();
    await checkAfterwards();
  });
}

test('the table has every documented message', () => {
  const shown = new Set<string>(rows.map(({ message }) => message));
  expect(Object.keys(documented).filter((message) => !shown.has(message))).toEqual([]);
});
