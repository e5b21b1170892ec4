import { expect, type Page } from '@playwright/test';
import { messagesTo } from '../support/mail.js';
import { createProduct, logInAsOwner, newAccount, registerShopper } from '../support/people.js';
import { test } from '../support/releases.js';
import { fillBilling, fillFields, findViolations, logInByForm, paymentWindow, signIn } from '../support/screens.js';
import { accounts, eventually } from '../support/store.js';

test.use({ viewport: { width: 390, height: 844 } });

const emailedLink = (email: string): Promise<string> =>
  eventually(async () => {
    const [url] = (await messagesTo(email)).flatMap(({ text }) => /^Pay now:\s+(\S+)$/m.exec(text ?? '')?.[1] ?? []);
    expect(url).toBeDefined();
    return url ?? '';
  });

async function payLink(page: Page, url: string, amount: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
  await paymentWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await expect(page.getByText('Payment successful.')).toBeVisible();
}

test('a customer whose payment failed gets a link by email, pays later and has the order', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { price: 1840, stock: 1 });
  const shopper = await registerShopper();
  await signIn(page, shopper);
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('✅ Added to cart successfully!')).toBeVisible();
  await page.goto('/checkout');
  await fillBilling(page);
  await page.getByRole('button', { name: /^Pay ₹1,840/ }).click();
  await paymentWindow(page).getByRole('button', { name: 'Simulate failure' }).click();
  await paymentWindow(page).getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Pay later: email me a link' }).click();
  await expect(page.getByText('We have emailed you a payment link')).toBeVisible();
  const url = await emailedLink(shopper.email);

  await page.goto('/user/orders');
  await expect(page.getByRole('region', { name: 'Waiting for your payment' })).toContainText('₹1,840');
  expect(await findViolations(page)).toEqual([]);

  await payLink(page, url, '₹1,840');
  await eventually(async () => {
    await page.goto('/user/orders');
    await expect(page.getByRole('row').filter({ hasText: '₹1,840' })).toContainText('Pending', { timeout: 1_000 });
  });
  await expect(page.getByRole('region', { name: 'Waiting for your payment' })).toHaveCount(0);
});

test('staff take an order on the phone, and the customer pays with the emailed link', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { price: 2210, stock: 2 });
  const { name, email } = newAccount();
  await page.goto('/login');
  await logInByForm(page, accounts().admin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goto('/admin/phone-orders/new');
  await fillFields(page, { Email: email, Name: name, 'Mobile number': '9876543210' });
  await page.getByLabel('Find a product').fill(product.name);
  await page.getByRole('button', { name: `Add ${product.name}` }).click();
  await fillFields(page, { 'House, street and area': '12 Temple Street', City: 'Hyderabad', 'PIN code': '500092' });
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hold the items and send the link' }).click();
  await expect(page.getByText('The payment link was emailed.')).toBeVisible();
  const url = await emailedLink(email);
  await page.goto('/admin/payments?view=links&state=open');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Not paid');

  await payLink(page, url, '₹2,210');
  await eventually(async () => {
    await page.goto('/admin/orders');
    await expect(page.getByRole('article').filter({ hasText: email })).toContainText(product.name, { timeout: 1_000 });
  });
});
