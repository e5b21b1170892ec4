import { expect } from '@playwright/test';
import { loginCodeFor } from '../support/mail.js';
import { createProduct, registerShopper, newAccount, logInAsOwner } from '../support/people.js';
import { servePreviousRelease, test } from '../support/releases.js';
import {
  fillBilling,
  findViolations,
  logInByForm,
  paymentWindow,
  registerByForm,
  signIn,
  watchConsole,
} from '../support/screens.js';
import { accounts } from '../support/store.js';

test.use({ viewport: { width: 390, height: 844 } });

test('a guest registers, pays and sees the order delivered', async ({ page, browser, releases }) => {
  test.slow();
  const product = await createProduct(await logInAsOwner(), {
    name: `Temple border pattu ${Date.now()}`,
    price: 7450,
    stock: 4,
    sizes: ['Free Size', 'With blouse'],
  });
  const account = newAccount();
  const consoleIsClean = watchConsole(page);

  await page.goto('/pattu-saree');
  const card = page.getByRole('article').filter({ hasText: product.name });
  await expect(card).toContainText('₹7,450');
  await card.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL(new RegExp(`/product/${product._id}$`));
  await expect(page.getByRole('heading', { name: product.name, exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Please select a size.')).toBeVisible();
  await page.getByRole('radio', { name: 'With blouse' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('You must be logged in.')).toBeVisible();
  await expect(page.getByText('Saved in your cart. Log in or check out as a guest.')).toBeVisible();
  await expect(page.getByText('1 in the cart')).toBeAttached();

  await page.goto('/cart');
  await expect(page.getByRole('main')).toContainText('₹7,450');

  await registerByForm(page, account);
  await expect(page).toHaveURL(/\/login/);
  await logInByForm(page, account);
  await expect(page).toHaveURL(/\/user\/dashboard$/);

  await page.goto(`/product/${product._id}`);
  await expect(page.getByText('1 in the cart')).toBeAttached();
  await page.getByRole('radio', { name: 'With blouse' }).click();
  await page
    .getByRole('button', { name: /increase|more|\+/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('✅ Added to cart successfully!')).toBeVisible();

  // The guest's unit and two more.
  await page.goto('/cart');
  await expect(page.getByRole('main')).toContainText('₹22,350');
  await page.getByRole('button', { name: 'One fewer' }).click();
  await expect(page.getByRole('main')).toContainText('₹14,900');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await fillBilling(page);
  await page.getByRole('button', { name: /^Pay ₹14,900/ }).click();
  await paymentWindow(page)
    .getByRole('button', { name: /^Pay ₹14,900/ })
    .click();

  await expect(page).toHaveURL(/\/payment-success/, { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText(product.name);
  await expect(page.getByRole('main')).toContainText('₹14,900');

  await page.goto('/user/orders');
  await expect(page.getByRole('row').filter({ hasText: '₹14,900' })).toContainText('Pending');

  const adminPage = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await servePreviousRelease(adminPage.context(), releases);
  const adminConsoleIsClean = watchConsole(adminPage);
  await adminPage.goto('/login');
  await logInByForm(adminPage, accounts().admin);
  await expect(adminPage).toHaveURL(/\/admin\/dashboard$/);
  await adminPage.goto('/admin/orders');
  const order = adminPage.getByRole('article').filter({ hasText: account.email });
  await expect(order).toContainText(`${product.name} (x 2)`);
  await order.getByLabel('Update Status').selectOption('Delivered');
  await expect(adminPage.getByText('✅ Order status updated')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '₹14,900' })).toContainText('Delivered');
  consoleIsClean();
  adminConsoleIsClean();
});

test('an order is confirmed with an emailed code, paid in cash at the door and remitted by the courier', async ({
  page,
  browser,
  releases,
}) => {
  test.slow();
  const shopper = await registerShopper();
  const product = await createProduct(await logInAsOwner(), { price: 2500, stock: 2 });
  await signIn(page, shopper);
  // The wrong code.
  const consoleIsClean = watchConsole(page, [/orders\/cod\/confirm/]);
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('✅ Added to cart successfully!')).toBeVisible();
  await page.goto('/checkout');
  await fillBilling(page);
  await page.getByRole('radio', { name: /Cash on delivery \(\+ ₹49\)/ }).check();
  const main = page.getByRole('main');
  await expect(main).toContainText('₹2,549');
  await page.getByRole('button', { name: 'Place order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your order' });
  const code = dialog.getByLabel('Code from the email');
  await expect(code).toBeFocused();
  await expect(dialog).toContainText('you pay ₹2,549 in cash on delivery');
  expect(await findViolations(page)).toEqual([]);
  const digits = await loginCodeFor(shopper.email);
  await code.pressSequentially(digits === '111111' ? '222222' : '111111');
  await expect(dialog.getByRole('alert')).toHaveText('This code is incorrect. You have 4 attempts left.');
  // Back closes the step only; the same order and code continue.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Hyderabad');
  await page.getByRole('button', { name: 'Place order' }).click();
  await code.pressSequentially(digits);
  await expect(page).toHaveURL(/\/payment-success\?order=RV-/, { timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Order placed' })).toBeVisible();
  await expect(main).toContainText('Pay ₹2,549 in cash on delivery');
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await main.getByRole('link', { name: 'View order' }).click();
  await expect(main).toContainText('Pay ₹2,549 in cash on delivery');

  const adminPage = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await servePreviousRelease(adminPage.context(), releases);
  const adminConsoleIsClean = watchConsole(adminPage);
  await adminPage.goto('/login');
  await logInByForm(adminPage, accounts().admin);
  await expect(adminPage).toHaveURL(/\/admin\/dashboard$/);
  await adminPage.goto(`/admin/orders/${number}`);
  await expect(adminPage.getByRole('main')).toContainText('Pay ₹2,549 in cash on delivery');
  await adminPage.getByLabel('Update Status').selectOption('Delivered');
  await expect(adminPage.getByRole('main')).toContainText('₹2,549 collected on');
  await adminPage.goto('/admin/cash?view=remittances');
  await adminPage.getByLabel('CSV file').setInputFiles({
    name: 'remittance.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Order No,Amount,Date,UTR\n${number},2549,20-11-2026,UTR${number}\n`),
  });
  await expect(adminPage.getByText('1 of 1 rows match: ₹2,549.')).toBeVisible();
  expect(await findViolations(adminPage)).toEqual([]);
  await adminPage.getByRole('button', { name: 'Record 1 row' }).click();
  await expect(adminPage.getByText('1 of 1 rows were recorded: ₹2,549.').first()).toBeVisible();
  await adminPage.goto('/admin/cash?state=remitted');
  await expect(adminPage.getByRole('row').filter({ hasText: number })).toContainText(`UTR${number}`);
  await page.reload();
  await expect(main).toContainText('Paid in cash');
  consoleIsClean();
  adminConsoleIsClean();
  await adminPage.context().close();
});

test('a dismissed payment keeps the form, and paying again succeeds', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { price: 990, stock: 1 });
  await page.goto('/login');
  await logInByForm(page, await registerShopper());
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('✅ Added to cart successfully!')).toBeVisible();
  await page.goto('/checkout');
  await fillBilling(page);
  await page.getByRole('button', { name: /^Pay ₹990/ }).click();
  await paymentWindow(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Hyderabad');
  await page.getByRole('button', { name: /^Pay ₹990/ }).click();
  await paymentWindow(page)
    .getByRole('button', { name: /^Pay ₹990/ })
    .click();
  await expect(page).toHaveURL(/\/payment-success/, { timeout: 20_000 });
});
