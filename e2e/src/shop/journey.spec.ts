import { expect } from '@playwright/test';
import { aProduct, aShopper, newcomer, theAdmin } from '../support/people.js';
import { mix, test } from '../support/releases.js';
import { fillBilling, logInByForm, paymentWindow, watchConsole } from '../support/screens.js';
import { accounts } from '../support/store.js';

test.use({ viewport: { width: 390, height: 844 } });

test('a guest becomes a customer, pays, and sees the order delivered', async ({ page, browser, releases }) => {
  test.slow();
  const product = await aProduct(await theAdmin(), {
    name: `Temple border pattu ${Date.now()}`,
    price: 7450,
    stock: 4,
    sizes: ['Free Size', 'With blouse'],
  });
  const person = newcomer();
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
  await expect(page.getByText('Saved in your cart. Log in to check out.')).toBeVisible();
  await expect(page.getByText('1 in the cart')).toBeAttached();

  await page.goto('/cart');
  await expect(page.getByRole('main')).toContainText('₹7,450');
  await expect(page.getByText('You must be logged in.')).toBeVisible();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/);

  await page.goto('/register');
  const form = page.getByRole('main');
  await form.getByLabel('Name', { exact: true }).fill(person.name);
  await form.getByLabel('Email', { exact: true }).fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: /Register|Sign ?up/ }).click();
  await expect(page).toHaveURL(/\/login/);
  await logInByForm(page, person);
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

  // The guest's piece, and two more.
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

  const office = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await mix(office.context(), releases);
  const officeIsClean = watchConsole(office);
  await office.goto('/login');
  await logInByForm(office, accounts().admin);
  await expect(office).toHaveURL(/\/admin\/dashboard$/);
  await office.goto('/admin/orders');
  const order = office.getByRole('article').filter({ hasText: person.email });
  await expect(order).toContainText(`${product.name} (x 2)`);
  await order.getByLabel('Update Status').selectOption('Delivered');
  await expect(office.getByText('✅ Order status updated')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '₹14,900' })).toContainText('Delivered');
  consoleIsClean();
  officeIsClean();
});

test('a guest who presses Shop Now logs in and pays for that piece', async ({ page }) => {
  const product = await aProduct(await theAdmin(), { price: 640, stock: 2 });
  const person = await aShopper();
  const consoleIsClean = watchConsole(page);
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Shop Now' }).click();
  await expect(page.getByText('You must be logged in.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logInByForm(page, person);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('main')).toContainText(product.name);
  await expect(page.getByRole('button', { name: /^Pay ₹640/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Pay ₹640/ })).toBeVisible();
  consoleIsClean();
});

test('a dismissed payment leaves the form as it was, and paying again ends well', async ({ page }) => {
  const product = await aProduct(await theAdmin(), { price: 990, stock: 1 });
  await page.goto('/login');
  await logInByForm(page, await aShopper());
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
