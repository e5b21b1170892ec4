// What a customer and staff see of an order: its number, its papers and its email.
import { expect, test, type Page } from '@playwright/test';
import {
  addToCart,
  createCheckout,
  createProduct,
  getCart,
  logInAsOwner,
  pay,
  registerShopper,
  verify,
} from '../support/people.js';
import { signIn, storedUser } from '../support/screens.js';
import { run } from '../support/store.js';

const countPages = async (page: Page): Promise<number> =>
  ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;

test('an order of six items is opened by its number, found by staff, printed on one page and confirmed by email', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [owner, shopper] = [await logInAsOwner(), await registerShopper()];
  for (let count = 1; count <= 6; count += 1)
    await addToCart(shopper, await createProduct(owner, { name: `Papers saree ${count}` }), count === 1 ? 2 : 1);
  const { total } = await getCart(shopper);
  const checkout = await createCheckout(shopper, total);
  const { order } = await verify(shopper, await pay(checkout.order.id), total);
  const number = order.orderNumber;
  expect(checkout.orderNumber).toBe(number);

  for (const width of [390, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await signIn(page, shopper);
    await page.goto(`/payment-success?order=${number}`);
    const main = page.getByRole('main');
    for (const text of [number, '12 Temple Street', 'What happens next', /hand it to the courier by \d/, '+91'])
      await expect(main).toContainText(text);
    await expect(main.getByRole('listitem').filter({ hasText: 'Papers saree' })).toHaveCount(6);
    expect(await countPages(page)).toBe(1);
    await main.getByRole('link', { name: 'View order' }).click();
    await expect(page).toHaveURL(`/user/orders/${number}`);
    await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Papers saree 6' })).toBeVisible();
    expect(await countPages(page)).toBe(1);
    // Bookmarks of older releases, and a number as people type it.
    for (const reference of [order._id, number.replaceAll('-', '').toLowerCase()]) {
      await page.goto(`/user/orders/${reference}`);
      await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
    }
    await context.close();
  }

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, owner, storedUser(owner, 'owner'));
  await page.goto(`/admin/orders?q=${number.replaceAll('-', '').toLowerCase()}`);
  await page.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page).toHaveURL(`/admin/orders/${number}`);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
  await page.goto(`/admin/orders?q=${wrong}`);
  await expect(page.getByRole('main')).toContainText('Check the number: one of its digits is wrong.');
  await page.goto(`/admin/payments?view=all&q=${number}`);
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await context.close();
});

test('the confirmation email fits a phone of 360 px and leads to the order', async ({ browser }) => {
  const [owner, shopper] = [await logInAsOwner(), await registerShopper()];
  await addToCart(shopper, await createProduct(owner, { name: 'Email saree' }));
  const { total } = await getCart(shopper);
  const { order } = await verify(shopper, await pay((await createCheckout(shopper, total)).order.id), total);
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  await expect(async () => {
    await page.goto(run().mail);
    await page.getByRole('link', { name: shopper.email }).filter({ hasText: order.orderNumber }).click();
  }).toPass();
  await page.goto(`${page.url()}/html`);
  for (const text of [order.orderNumber, 'Email saree', 'What happens next', 'Need help?'])
    await expect(page.locator('body')).toContainText(text);
  await expect(page.getByRole('link', { name: 'View your order' })).toHaveAttribute(
    'href',
    new RegExp(`/user/orders/${order.orderNumber}$`),
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.close();
});
