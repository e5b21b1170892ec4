// From an advertised coupon to the tax invoice of a business.
import { expect, test } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { messagesTo } from '../support/mail.js';
import { addToCart, createProduct, logInAsOwner, registerShopper } from '../support/people.js';
import { fillBilling, findViolations, paymentWindow, signIn, watchConsole } from '../support/screens.js';
import { eventually } from '../support/store.js';

test.use({ viewport: { width: 390, height: 844 } });

test('a business finds a coupon, pays less with it and downloads its tax invoice', async ({ page }) => {
  test.slow();
  const [owner, shopper] = [await logInAsOwner(), await registerShopper()];
  const code = `PONGAL${Date.now() % 1_000_000_000}`;
  const offer = { code, kind: 'percent' as const, value: 10, isAdvertised: true, minSubtotal: 3_000 };
  await mustCall('POST /offers', { body: offer }, owner.token);
  const product = await createProduct(owner, { name: `Coupon saree ${code}`, price: 5_000, stock: 2 });
  await addToCart(shopper, product, 1);
  await signIn(page, shopper);
  const main = page.getByRole('main');
  // The unknown coupon.
  const consoleIsClean = watchConsole(page, [/cart\/coupon/]);

  const card = main.getByRole('listitem').filter({ hasText: code });
  // The list may be ten seconds old.
  await expect(async () => {
    await page.goto('/offers');
    await expect(card).toContainText('10% off');
  }).toPass({ timeout: 30_000 });
  await expect(card).toContainText('On orders from ₹3,000');
  expect(await findViolations(page)).toEqual([]);

  await page.goto('/cart');
  await main.getByText('Have a coupon?').click();
  const field = main.getByLabel('Coupon code');
  await field.fill(`${code}X`);
  await main.getByRole('button', { name: 'Apply' }).click();
  await expect(main).toContainText('This coupon code does not exist. Please check it for a typing error.');
  await field.fill(code.toLowerCase());
  await main.getByRole('button', { name: 'Apply' }).click();
  await expect(main).toContainText(`Coupon ${code} applied`);
  await expect(main).toContainText('You save ₹500');
  expect(await findViolations(page)).toEqual([]);

  await page.goto('/checkout');
  await fillBilling(page);
  await main.getByText('Buying for a business? Get a GST invoice').click();
  await main.getByLabel('Business name').fill('Aranya Silks LLP');
  await main.getByLabel('GSTIN').fill('29AAGCB7383J1Z5');
  const payButton = main.getByRole('button', { name: /^Pay ₹4,500/ });
  await payButton.click();
  await expect(main).toContainText('This GSTIN is not valid. Please check its 15 characters.');
  await main.getByLabel('GSTIN').fill('29aagcb7383j1z4');
  await payButton.click();
  await paymentWindow(page)
    .getByRole('button', { name: /^Pay ₹4,500/ })
    .click();
  await expect(page).toHaveURL(/\/payment-success\?order=RV-/, { timeout: 20_000 });
  for (const text of ['Items₹5,000', '−₹500', '₹4,500', 'Inclusive of all taxes'])
    await expect(main).toContainText(text);
  const orderId = new URL(page.url()).searchParams.get('order') ?? '';
  const shipped = { params: { orderId }, body: { status: 'Shipped' as const } };
  await mustCall('PUT /orders/admin/{orderId}', shipped, owner.token);

  await page.goto(`/user/orders/${orderId}`);
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download invoice' }).click();
  expect((await download).suggestedFilename()).toBe(`invoice-${orderId}.pdf`);
  const query = { format: 'json' as const };
  const request = { params: { orderId }, query };
  const { invoice } = await mustCall('GET /orders/{orderId}/invoice', request, owner.token);
  // Registered in Karnataka: 450,000 × 5 / 105 = 21,428.57
  expect(invoice).toMatchObject({
    buyer: { name: 'Aranya Silks LLP', gstin: '29AAGCB7383J1Z4', stateCode: '29' },
    placeOfSupply: '29',
    lines: [{ discountPaise: 50_000, taxablePaise: 428_571 }],
    igstPaise: 21_429,
    totalPaise: 450_000,
  });
  await eventually(async () => {
    const subjects = (await messagesTo(shopper.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.endsWith('is on its way'))).toBe(true);
  });
  consoleIsClean();
});
