import { expect, test, type Page } from '@playwright/test';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import { mustCall } from '../support/api.js';
import { createCheckout, createProduct, logInAsOwner, logInByCode, pay, verify } from '../support/people.js';
import { createGate } from '../support/network.js';
import { messagesTo } from '../support/mail.js';
import {
  fillBilling,
  fillFields,
  findToast,
  findViolations,
  signIn,
  storedUser,
  waitForHydration,
} from '../support/screens.js';
import { eventually } from '../support/store.js';

const sizeStock = [
  { size: 'S', stock: 20 },
  { size: 'M', stock: 2 },
  { size: 'L', stock: 0 },
];
const initials: PersonalisationField = { kind: 'text', label: 'Initials', required: true, maxLength: 3, extraDays: 4 };
const personalisationFields: PersonalisationField[] = [
  initials,
  { kind: 'choice', label: 'Lining', required: false, choices: ['Silk', 'Cotton'] },
  { kind: 'measure', label: 'Waist', required: false, unit: 'in', min: 22, max: 48 },
];

/** Two seconds of woven colours, made with ffmpeg. */
const DRAPE = new URL('../../assets/drape.mp4', import.meta.url).pathname;
const IMAGE_HOST = `${process.env['STORE_URL'] ?? 'http://localhost:8080'}/media/rangavalli`;
const VIDEO = `${IMAGE_HOST}/video/upload/v1/rangavalli/products/drape.mp4`;
const PICTURE = new URL('../../../demo/pictures/products/banarasi-brocade-potli-3.avif', import.meta.url).pathname;
const POSTER = `${IMAGE_HOST}/image/upload/v1795449685/rangavalli/products/peach-desi-tussar-1.avif`;

/** Ms and bytes per second: a phone on a busy 4G network. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('the page has the whole buy box', async ({ page }) => {
    const product = await createProduct(await logInAsOwner(), { sizeStock, personalisationFields });
    await page.goto(`/product/${product._id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
    const box = page.getByRole('region', { name: `Buy ${product.name}` });
    await expect(box.getByRole('radio', { name: 'S', exact: true })).toBeEnabled();
    await expect(box.getByRole('radio', { name: 'L, sold out' })).toBeDisabled();
    await expect(box.getByRole('textbox', { name: 'Initials' })).toBeVisible();
    await expect(box.getByRole('group', { name: /^Quantity of/ })).toHaveText('1');
    for (const name of ['Add to Cart', 'Shop Now']) await expect(box.getByRole('button', { name })).toBeVisible();
  });
});

test.describe('on a slow phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('what is chosen, entered and tapped before the scripts run is in the cart', async ({ page }) => {
    test.slow();
    const product = await createProduct(await logInAsOwner(), { sizeStock, personalisationFields });
    await slowDown(page);
    const { proceed, handle } = createGate();
    await page.route(/\/main\.\w+\.js$/, handle);
    await page.goto(`/product/${product._id}`, { waitUntil: 'commit' });
    const box = page.getByRole('region', { name: `Buy ${product.name}` });
    await box.getByRole('radio', { name: 'S', exact: true }).check({ force: true });
    await box.getByRole('textbox', { name: 'Initials' }).fill('RK');
    await box.getByRole('combobox', { name: /^Lining/ }).selectOption('Silk');
    const add = box.getByRole('button', { name: 'Add to Cart' });
    await add.tap();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    proceed();
    // The scripts take a while on such a phone, and longer while other tests run.
    await expect(page.getByText('Saved in your cart. Log in or check out as a guest.')).toBeVisible({
      timeout: 45_000,
    });
    await expect(box.getByRole('textbox', { name: 'Initials' })).toHaveValue('RK');

    // Past the box, price and button stay in reach.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const bar = page.locator('[data-bottom-bar]');
    await expect(bar).toContainText('₹1,234.50');
    await bar.getByRole('button', { name: 'Add to Cart' }).tap();
    await expect(findToast(page, 'Saved in your cart. Log in or check out as a guest.')).toBeVisible();

    await page.goto('/cart');
    const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('Initials: RK, Lining: Silk');
    await expect(items.getByRole('group', { name: /^Quantity of/ })).toHaveText('2');
  });
});

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('chosen, sold-out and last sizes differ by more than a background', async ({ page }) => {
    const product = await createProduct(await logInAsOwner(), { sizeStock });
    await page.goto(`/product/${product._id}`);
    const box = page.getByRole('region', { name: `Buy ${product.name}` });
    await waitForHydration(box.getByRole('button', { name: 'Add to Cart' }));
    await box.getByRole('radio', { name: 'S', exact: true }).check({ force: true });
    const look = (size: string) =>
      box.locator(`input[value="${size}"] + span`).evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        const { borderTopStyle, borderTopColor, outlineStyle, backgroundColor, color } = getComputedStyle(element);
        return { borderTopStyle, borderTopColor, outlineStyle, backgroundColor, color };
      });
    const [chosen, last, soldOut] = [await look('S'), await look('M'), await look('L')];
    expect([chosen.borderTopStyle, chosen.outlineStyle]).toEqual(['double', 'solid']);
    expect([last.borderTopStyle, last.outlineStyle]).toEqual(['solid', 'none']);
    expect(soldOut.borderTopStyle).toBe('dashed');
    expect(new Set([chosen, last, soldOut].map(({ color }) => color)).size).toBe(3);
    for (const { color, backgroundColor } of [chosen, last, soldOut]) expect(color).not.toBe(backgroundColor);
    await expect(box.locator('input[value="M"] + span small')).toHaveText('Only 2 left');
    await expect(box.locator('input[value="L"] + span b')).toHaveCSS('text-decoration-line', 'line-through');
  });
});

/** Fills the product form. @returns the id of the product */
async function addByForm(page: Page, name: string): Promise<string> {
  const form = page.getByRole('main');
  await page.goto('/admin/products/add');
  await fillFields(form, {
    Name: name,
    'Price (₹)': '1000',
    Stock: '5',
    Category: 'accessories',
    'Video of the drape': VIDEO,
    'Poster of the video': POSTER,
  });
  await form.locator('input[type=file]').setInputFiles(PICTURE);
  await expect(form.getByRole('button', { name: 'View image 1' })).toBeVisible();
  await form.getByRole('button', { name: 'Add a field' }).click();
  await fillFields(form, { Label: 'Initials', 'Maximum length': '3', 'Extra days': '4' });
  await form.getByLabel('Required').check();
  await form.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product added')).toBeVisible();
  const { products } = await mustCall('GET /products/getAll', { query: { q: name } });
  return products.find((product) => product.name === name)?._id ?? '';
}

test('a product with a video is personalised twice, and both initials reach the order, its email and staff', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const [owner, shopper] = [await logInAsOwner(), await logInByCode()];
  const staff = await browser.newPage();
  await signIn(staff, owner, storedUser(owner, 'owner'));
  const name = `Embroidered potli ${Date.now()}`;
  const id = await addByForm(staff, name);

  await signIn(page, shopper);
  await page.route(VIDEO, (route) => route.fulfill({ path: DRAPE, contentType: 'video/mp4' }));
  await page.goto(`/product/${id}`);
  await page.getByRole('button', { name: 'Show the video' }).click();
  const video = page.getByLabel(`${name}, video`);
  await expect(video).toHaveAttribute('poster', /w_960/);
  await expect(video).toBeInViewport();
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    while (element.currentTime === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const { muted, videoWidth, error } = element;
    element.pause();
    return { muted, videoWidth, error };
  });
  expect(played).toEqual({ muted: true, videoWidth: 160, error: null });

  const box = page.getByRole('region', { name: `Buy ${name}` });
  const add = box.getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await expect(box.getByRole('textbox', { name: 'Initials' })).toHaveAttribute('aria-invalid', 'true');
  for (const value of ['RK', 'SV']) {
    await box.getByRole('textbox', { name: 'Initials' }).fill(value);
    const added = page.waitForResponse(/\/cart\/add$/);
    await add.click();
    expect((await added).status()).toBe(200);
  }
  await page.goto('/cart');
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  for (const text of ['Initials: RK', 'Initials: SV']) await expect(items.filter({ hasText: text })).toHaveCount(1);

  // Another definition refuses what was entered before anything is charged.
  await page.goto('/checkout');
  await expect(page.getByText('Initials: SV')).toBeVisible();
  const define = (fields: PersonalisationField[]) =>
    mustCall('PUT /products/update/{id}', { params: { id }, body: { personalisationFields: fields } }, owner.token);
  await define([{ ...initials, maxLength: 1 }]);
  await fillBilling(page);
  await page.getByRole('button', { name: /^Pay/ }).click();
  // Once the cart is read again, its line shows it too.
  await expect(page.getByText('Please enter at most 1 characters.').first()).toBeVisible();
  await define([initials]);

  const { order: checkout } = await createCheckout(shopper, 2000);
  const { order } = await verify(shopper, await pay(checkout.id), 2000);
  await page.goto(`/user/orders/${order._id}`);
  for (const text of ['Initials: RK', 'Initials: SV']) await expect(page.getByText(text)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const email = await eventually(async () => {
    const confirmation = (await messagesTo(shopper.email)).find(({ text }) => text?.includes(order.orderNumber));
    expect(confirmation).toBeDefined();
    return confirmation;
  });
  for (const text of [name, 'Initials: RK', 'Initials: SV']) expect(email?.text).toContain(text);

  await staff.goto(`/admin/orders/${order._id}`);
  const products = staff.getByRole('table').first();
  await expect(products).toContainText('RK');
  await expect(products).toContainText('SV');
  await expect(products.getByText('4 days')).toHaveCount(2);
  await staff.close();
});
