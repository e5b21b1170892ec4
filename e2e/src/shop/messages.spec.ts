import { expect, test as plain } from '@playwright/test';
import { aProduct, aShopper, beginCheckout, pay, putIntoCart, theAdmin, verify } from '../support/people.js';
import { recordOf, signIn, toastOf } from '../support/screens.js';
import { addressRows } from './messages/addresses.js';
import { cartRows } from './messages/cart.js';
import { collectionRows } from './messages/collections.js';
import { documented } from './messages/documented.js';
import { loginRows } from './messages/login.js';
import { orderRows } from './messages/orders.js';
import { paymentRows } from './messages/payment.js';
import { productRows } from './messages/products.js';
import type { Cast, Row } from './messages/row.js';
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

const test = plain.extend<object, { cast: Cast }>({
  cast: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are wanted: none.
    async ({}, use) => {
      const [admin, shopper, buyer] = await Promise.all([theAdmin(), aShopper(), aShopper()]);
      await putIntoCart(buyer, await aProduct(admin, { price: 250 }), 2);
      const { order: begun } = await beginCheckout(buyer, 500);
      const { order } = await verify(buyer, await pay(begun.id), 500);
      await use({ admin, shopper, order });
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'parallel' });
/** A page comes late on a busy machine. */
const patiently = expect.configure({ timeout: 30_000 });

for (const row of rows) {
  test(`“${row.message}”: ${row.when}`, async ({ page, cast }) => {
    if (row.as) await signIn(page, cast[row.as], recordOf(cast[row.as], row.as === 'admin' ? 'admin' : 'user'));
    const afterwards = await row.play({ page, cast });
    const text = row.reads ?? row.message;
    await patiently(row.toast ? toastOf(page, text) : page.getByText(text, { exact: true }).first()).toBeVisible();
    await afterwards();
  });
}

test('every documented message has been brought up by a row', () => {
  const shown = new Set<string>(rows.map(({ message }) => message));
  expect(Object.keys(documented).filter((message) => !shown.has(message))).toEqual([]);
});
