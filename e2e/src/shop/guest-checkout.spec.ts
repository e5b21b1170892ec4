import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { loginCodeFor } from '../support/mail.js';
import { addressForm, createProduct, getOrders, logInAsOwner, newAccount, registerShopper } from '../support/people.js';
import {
  expectFields,
  fillFields,
  findViolations,
  logInByForm,
  paymentWindow,
  registerByForm,
  signIn,
  throttle,
  watchConsole,
} from '../support/screens.js';

const newEmail = () => `guest-${randomUUID()}@example.com`;
const main = (page: Page) => page.getByRole('main');
const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}` });

for (const [profile, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
})) {
  test.describe(`on a slow ${profile}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('a new guest buys from a product link in at most 8 taps and groups of fields', async ({ page }) => {
      test.slow();
      const product = await createProduct(await logInAsOwner(), { price: 2460, stock: 2, sizes: ['Free Size'] });
      const email = newEmail();
      const consoleIsClean = watchConsole(page);
      let steps = 0;
      const step = async (action: Promise<unknown>) => {
        steps += 1;
        await action;
      };
      await throttle(page);
      await page.goto(`/product/${product._id}`);
      await step(main(page).getByRole('button', { name: 'Shop Now' }).first().click());
      await expect(page).toHaveURL(/\/checkout$/);
      await step(fillFields(main(page), { 'Full name': 'Lakshmi Devi', Email: email, Phone: '+91 98480-12345' }));
      await step(page.getByRole('button', { name: 'Email me a code' }).click());
      const code = page.getByLabel('Code from the email');
      await expect(code).toBeFocused();
      expect(await findViolations(page)).toEqual([]);
      await step(code.pressSequentially(await loginCodeFor(email)));
      await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
      await expect(page.getByLabel('PIN code')).toBeFocused();
      await step(fillFields(main(page), { 'PIN code': '500092', Address: '12 Temple Street' }));
      await expect(page.getByLabel('City', { exact: true })).toHaveValue('Hyderabad');
      await expect(page.getByLabel('State', { exact: true })).toHaveValue('Telangana');
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('9848012345');
      expect(await findViolations(page)).toEqual([]);
      await expect(main(page)).toContainText(/Delivered by \w{3} \d+ \w{3}/);
      await step(payButton(page, '₹2,460').click());
      await step(
        paymentWindow(page)
          .getByRole('button', { name: /^Pay ₹2,460/ })
          .click(),
      );
      await expect(page).toHaveURL(/\/payment-success/, { timeout: 30_000 });
      await expect(main(page)).toContainText(product.name);
      await expect(main(page)).toContainText('Expected delivery');
      expect(steps).toBeLessThanOrEqual(8);
      consoleIsClean();
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the PIN code of the product page decides the delivery in cart and checkout; one that is not served has a waitlist', async ({
    page,
  }) => {
    const [owner, unserved, email] = [await logInAsOwner(), '744301', newEmail()];
    const product = await createProduct(owner, { price: 980, stock: 2 });
    const rule = { params: { pincode: unserved }, body: { isServed: false } };
    await mustCall('PUT /delivery/pins/{pincode}', rule, owner.token);
    await page.goto(`/product/${product._id}`);
    await fillFields(page, { 'Delivery PIN code': unserved });
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(main(page)).toContainText(`Not deliverable to PIN code ${unserved} yet.`);
    await fillFields(page, { 'Your email': email });
    await page.getByRole('button', { name: 'Notify me' }).click();
    await expect(main(page)).toContainText(`Thank you. We'll write to you when we deliver to ${unserved}.`);
    const { entries } = await mustCall('GET /delivery/waitlist', { query: { q: unserved } }, owner.token);
    expect(entries.map((entry) => entry.email)).toContain(email);

    await page.getByRole('button', { name: 'Change delivery PIN code' }).click();
    await fillFields(page, { 'Delivery PIN code': '560001' });
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(main(page)).toContainText(/Delivered by \w{3} \d+ \w{3}/);
    // Its place is reserved: what follows does not move when it is loaded.
    await page.reload({ waitUntil: 'commit' });
    const next = main(page).getByRole('heading', { name: 'Delivery and returns' });
    const before = await next.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    await expect(main(page)).toContainText(/Delivered by \w{3} \d+ \w{3}/);
    const after = await next.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    expect(Math.abs(after - before)).toBeLessThan(2);

    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click();
    await page.goto('/cart');
    await expect(main(page)).toContainText('Deliver to Bengaluru 560001');
    expect(await findViolations(page)).toEqual([]);
    await main(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expectFields(main(page), { 'PIN code': '560001', City: 'Bengaluru', State: 'Karnataka' });
    await fillFields(main(page), { 'PIN code': unserved });
    await expect(main(page)).toContainText('We do not deliver to this PIN code yet.');
  });

  test('a PIN code that does not exist is refused; a reload keeps the form, and the order note and message', async ({
    page,
  }) => {
    const product = await createProduct(await logInAsOwner(), { price: 910, stock: 1 });
    const email = newEmail();
    await page.goto(`/product/${product._id}`);
    await main(page).getByRole('button', { name: 'Shop Now' }).first().click();
    await fillFields(main(page), {
      'Full name': 'Padma Iyer',
      Email: email,
      Phone: '098480 12345',
      'PIN code': '999999',
      Address: '4 Car Street',
      City: 'Madurai',
    });
    await page.getByLabel('State', { exact: true }).selectOption('Tamil Nadu');
    await expect(page.getByText('This PIN code does not exist. Please check it.')).toBeVisible();
    // Pay sends the code too, once the form is right.
    await payButton(page, '₹910').click();
    await expect(page.getByLabel('PIN code')).toBeFocused();
    await page.getByLabel('PIN code').fill('625001');
    await expect(page.getByText('This PIN code does not exist. Please check it.')).toBeHidden();
    await page.getByText('Add an order note or a gift message').click();
    await fillFields(main(page), { 'Order note': 'Ring twice', 'Gift message': 'For Amma' });
    await page.reload();
    await expectFields(main(page), {
      'Full name': 'Padma Iyer',
      Email: email,
      'PIN code': '625001',
      Address: '4 Car Street',
      State: 'Tamil Nadu',
      'Order note': 'Ring twice',
    });
    await payButton(page, '₹910').click();
    await page.getByLabel('Code from the email').fill(await loginCodeFor(email));
    await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Madurai');
    await payButton(page, '₹910').click();
    await paymentWindow(page)
      .getByRole('button', { name: /^Pay ₹910/ })
      .click();
    await expect(page).toHaveURL(/\/payment-success/, { timeout: 20_000 });
    await page.goto('/user/orders');
    await page.getByRole('row').filter({ hasText: '₹910' }).getByRole('link', { name: /View/ }).click();
    await expect(main(page)).toContainText('Ring twice');
    await expect(main(page)).toContainText('For Amma');
    // The next login needs no password either.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login?next=%2Fuser%2Forders');
    await page.getByRole('button', { name: 'Log in with a code by email' }).click();
    await main(page).getByLabel('Email').fill(email);
    const first = await loginCodeFor(email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await expect.poll(() => loginCodeFor(email)).not.toBe(first);
    await page.getByLabel('Code from the email').fill(await loginCodeFor(email));
    await expect(page).toHaveURL(/\/user\/orders$/);
    await expect(page.getByRole('row').filter({ hasText: '₹910' })).toBeVisible();
  });

  test('cart and wishlist of a guest survive registration and login, whose email is filled in', async ({ page }) => {
    const product = await createProduct(await logInAsOwner(), { price: 640, stock: 2 });
    const account = newAccount();
    await page.goto(`/product/${product._id}`);
    await main(page)
      .getByRole('button', { name: /Wishlist/ })
      .first()
      .click();
    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByText('You must be logged in.')).toBeVisible();
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(payButton(page, '₹640')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fcheckout');
    await registerByForm(page, account);
    await expect(page).toHaveURL(/\/login$/);
    await expect(main(page).getByLabel('Email')).toHaveValue(account.email);
    await logInByForm(page, account);
    await expect(page).toHaveURL(/\/user\/dashboard$/);
    await page.goto('/user/wishlist');
    await expect(main(page)).toContainText(product.name);
    await page.goto('/checkout');
    await expect(payButton(page, '₹640')).toBeVisible();
    await page.reload();
    await expect(payButton(page, '₹640')).toBeVisible();
  });
});

test('a customer with a saved address buys with at most 60 key presses from the product page', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { price: 730, stock: 1 });
  const shopper = await registerShopper();
  await mustCall('POST /address', { body: { ...addressForm, isDefault: true } }, shopper.token);
  await signIn(page, shopper);
  await page.goto(`/product/${product._id}`);
  const shopNow = main(page).getByRole('button', { name: 'Shop Now' }).first();
  await expect(shopNow).toBeEnabled();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const tabTo = async (name: RegExp) => {
    for (;;) {
      await press('Tab');
      const focused = page
        .frames()
        .map((frame) =>
          frame.evaluate(() => (document.hasFocus() ? document.activeElement?.textContent?.trim() : '') ?? ''),
        );
      if ((await Promise.all(focused)).some((text) => name.test(text))) return;
      expect(presses).toBeLessThanOrEqual(60);
    }
  };
  await tabTo(/^Skip to/);
  await press('Enter');
  await tabTo(/^Shop Now$/);
  await press('Enter');
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(addressForm.addressLine);
  await tabTo(/^Pay ₹730$/);
  await press('Enter');
  await expect(paymentWindow(page).getByRole('button', { name: /^Pay ₹730/ })).toBeVisible();
  await tabTo(/^Pay ₹730/);
  await press('Enter');
  await expect(page).toHaveURL(/\/payment-success/, { timeout: 20_000 });
  expect(presses).toBeLessThanOrEqual(60);
  expect(await getOrders(shopper)).toHaveLength(1);
});
