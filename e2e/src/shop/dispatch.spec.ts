// A morning at the packing table: many orders leave the shop by keyboard.
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { mustCall } from '../support/api.js';
import {
  addToCart,
  billing,
  createProduct,
  logInAsOwner,
  pay,
  type Person,
  registerShopper,
  verify,
} from '../support/people.js';
import { signIn, storedUser } from '../support/screens.js';

const ORDERS = 100;
const SHOPPERS = 10;
/** Of this test only: other orders are left alone. */
const kochi = { city: 'Kochi', state: 'Kerala', pincode: '682001' };

test(`${ORDERS} orders are shipped, printed and handed to the courier by keyboard`, async ({ browser }) => {
  test.setTimeout(180_000);
  const owner = await logInAsOwner();
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => registerShopper()));
  const product = await createProduct(owner, { name: 'Dispatch saree', stock: ORDERS });
  const buy = async (person: Person, fullName: string) => {
    const { cart } = await addToCart(person, product);
    const body = { amount: cart.total, billing: { ...billing, ...kochi, fullName } };
    const { order } = await mustCall('POST /payments/create-order', { body }, person.token);
    const bought = (await verify(person, await pay(order.id), cart.total)).order;
    // The next order would contain these units too.
    await expect.poll(async () => (await mustCall('GET /cart', {}, person.token)).cart.count).toBe(0);
    return bought;
  };
  const orders = await Promise.all(
    shoppers.map(async (shopper, first) => {
      const bought = [];
      for (let count = first; count < ORDERS; count += SHOPPERS) bought.push(await buy(shopper, `సీత ${count + 1}`));
      return bought;
    }),
  ).then((all) => all.flat());

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, owner, storedUser(owner, 'owner'));
  await page.goto(`/admin/dispatch?q=${kochi.pincode}`);
  const actions = page.getByRole('region', { name: 'Actions on the selection' });
  const rowsOf = (table: string) => page.getByRole('table', { name: table }).getByRole('checkbox');
  await expect(async () => {
    await page.reload();
    await expect(rowsOf('To ship')).toHaveCount(ORDERS, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('సీత 100')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(actions).toContainText(`${ORDERS} selected`);
  await page.keyboard.press('s');
  await expect(page.getByText(`${ORDERS} shipped.`).first()).toBeVisible({ timeout: 30_000 });
  await expect(rowsOf('Ready').first()).toBeVisible();
  await expect(actions).toContainText(`${ORDERS} selected`);
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.keyboard.press('p');
  const file = await (await download).path();
  const pdf = (await readFile(file)).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  // A slip and a label each.
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2 * ORDERS);
  await expect(page.getByText(`The papers of ${ORDERS} parcels were saved as a PDF.`)).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByText(`${ORDERS} dispatched.`).first()).toBeVisible({ timeout: 30_000 });
  await context.close();

  for (const { _id: orderId } of [orders[0]!, orders.at(-1)!]) {
    const { shipments } = await mustCall('GET /shipments', { query: { orderId } }, owner.token);
    expect(shipments.map(({ status, lines }) => [status, lines.length])).toEqual([['picked_up', 1]]);
  }
});
