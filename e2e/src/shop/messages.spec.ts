import { expect, test as base } from '@playwright/test';
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

const rows: readonly Row[] = [
  ...cartRows,
  ...loginRows,
  ...paymentRows,
  ...userAreaRows,
  ...addressRows,
  ...productRows,
  ...orderRows,
  ...collectionRows,
];

const test = base.extend<object, { fixtures: Fixtures }>({
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
