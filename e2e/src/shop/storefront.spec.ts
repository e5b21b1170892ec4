import { expect, test, type Locator, type Page } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { createGate } from '../support/network.js';
import { createProduct, logInAsOwner } from '../support/people.js';
import { waitForHydration } from '../support/screens.js';

const style = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** Opens the home page, whose scripts load once `visit` has ended. */
async function openWithoutScripts(page: Page, visit: () => Promise<void>): Promise<void> {
  const { proceed, handle } = createGate();
  await page.route('**/*.js', handle);
  await page.goto('/', { waitUntil: 'commit' });
  await visit();
  proceed();
}

test.describe('on a wide screen', () => {
  test.use({ viewport: desktop });

  test('the hero fades for 4 s, pauses on hover and has arrows', async ({ page }) => {
    await page.clock.install();
    const hero = page.getByRole('region', { name: 'Highlights' });
    const title = hero.getByRole('heading', { level: 1 });
    // Before the page is hydrated, so that the load time does not matter.
    await openWithoutScripts(page, () => hero.hover());
    await expect(hero).toHaveAttribute('data-held', 'true');
    expect(await style(hero.locator('picture').first(), 'transition-duration')).toBe('4s');
    const titles = ['Timeless Style', 'Tailored Grace', 'Effortless Beauty', 'Unveil Your Elegance'];
    const first = titles.indexOf((await title.textContent()) ?? '');
    const slide = (step: number) => titles[(first + step) % titles.length] ?? '';
    await page.mouse.move(desktop.width / 2, 20);
    await expect(hero).toHaveAttribute('data-held', 'false');
    await page.clock.runFor(6_000);
    await page.clock.runFor(100);
    await expect(title).toHaveText(slide(1));
    await hero.getByRole('button', { name: 'Next slide' }).click();
    await page.clock.runFor(100);
    await expect(title).toHaveText(slide(2));
    // The mouse is over the slides.
    await page.clock.runFor(20_000);
    await expect(title).toHaveText(slide(2));
  });

  test('the hero pauses while focused and does not move with reduced motion', async ({ page }) => {
    await page.clock.install();
    const hero = page.getByRole('region', { name: 'Highlights' });
    const title = hero.getByRole('heading', { level: 1 });
    await openWithoutScripts(page, async () => {
      await page.keyboard.press('Tab');
      await hero.getByRole('link', { name: 'Explore' }).focus();
    });
    await expect(hero).toHaveAttribute('data-held', 'true');
    const shown = (await title.textContent()) ?? '';
    await page.clock.runFor(20_000);
    await expect(title).toHaveText(shown);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.clock.runFor(20_000);
    await expect(title).toHaveText('Timeless Style');
    await expect(hero.getByRole('button', { name: /play slides/ })).toBeVisible();
  });

  test('the carousel spaces items 180 px apart, moves in 0.5 s and reacts to clicks and keys', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Trending Wear Collection' });
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.getByRole('link')).toHaveCount(7);
    expect(await style(carousel.getByRole('listitem').first(), 'transition-duration')).toMatch(/^0\.5s/);
    const middle = async (look: number) => {
      const box = await carousel.getByRole('link', { name: `look ${look} of 13` }).boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
    };
    // The first layout may still be moving.
    await expect.poll(async () => (await middle(2)) - (await middle(1))).toBe(180);
    // Until then, a picture is just a link.
    await waitForHydration(carousel);
    await carousel.getByRole('link', { name: 'look 3 of 13' }).click();
    await expect
      .poll(() => middle(3))
      .toBe(Math.round((await page.evaluate(() => document.documentElement.clientWidth)) / 2));
    await page.keyboard.press('ArrowRight');
    await expect(carousel.getByRole('link', { name: 'look 4 of 13' })).toBeFocused();
    await expect(carousel.getByRole('link', { name: 'look 4 of 13' })).toHaveAttribute('aria-current', 'true');
  });

  test('the pictures of a product stay in view as a whole', async ({ page }) => {
    const { products } = await mustCall('GET /products/getAll', { query: { q: 'kanchipuram saree', limit: '1' } });
    await page.goto(`/product/${products[0]?._id}`);
    const thumbnails = page.getByRole('list', { name: 'Pictures' });
    await expect(thumbnails).toBeInViewport({ ratio: 1 });
    await page.getByRole('heading', { name: 'Delivery and returns' }).scrollIntoViewIfNeeded();
    await expect(page.getByTitle('Look closer').first()).toBeInViewport({ ratio: 1 });
    await expect(thumbnails).toBeInViewport({ ratio: 1 });
  });

  test('every picture leads to products', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'look 1 of 13' })).toBeAttached();
    const searched = await page
      .getByRole('main')
      .locator('a')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('q')));
    const texts = [...new Set(searched.filter((text) => text !== null))];
    expect(texts).toHaveLength(18);
    for (const q of texts) {
      const { products } = await mustCall('GET /products/getAll', { query: { q, limit: '1' } });
      const weave = /kanchipuram|banarasi|chanderi|paithani|kalamkari|ikat|patola|organza|tussar/i.exec(q)?.[0] ?? '';
      expect(products.map((product) => [q, product.category, RegExp(weave, 'i').test(product.weave ?? '')])).toEqual([
        [q, 'saree', true],
      ]);
    }
  });

  test('a look of the trending strip shows its text on hover', async ({ page }) => {
    await page.goto('/');
    const look = page.getByRole('region', { name: 'Trending', exact: true }).getByRole('link').first();
    await look.hover();
    await expect.poll(() => style(look.getByText('Style & Elegance').locator('..'), 'opacity')).toBe('1');
  });

  test('the header sticks after 60 px without a jump and hides the information above it', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    const top = () =>
      page
        .getByRole('region', { name: 'Trending Wear Collection' })
        .evaluate((node) => node.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    await page.evaluate(() => window.scrollTo(0, 60));
    await expect(header).toHaveAttribute('data-stuck', 'false');
    await page.evaluate(() => window.scrollTo(0, 61));
    await expect(header).toHaveAttribute('data-stuck', 'true');
    await expect(page.getByText('Reg. No.')).toBeHidden();
    expect(await top()).toBe(before);
    expect(await page.evaluate(() => window.scrollY)).toBe(61);
  });
});

for (const viewport of [phone, desktop]) {
  test(`the trending strip has two heights at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const looks = page.getByRole('region', { name: 'Trending', exact: true }).getByRole('listitem');
    await expect(looks).toHaveCount(6);
    const [first, second] = await Promise.all([looks.nth(0).boundingBox(), looks.nth(1).boundingBox()]);
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(30);
  });

  test(`the footer rises in 0.8 s on entering the viewport and counts the visit at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/about');
    const content = page.getByRole('contentinfo').locator('[data-shown]');
    await expect(content).toHaveAttribute('data-shown', 'false');
    expect(await style(content, 'transition-duration')).toMatch(/^0\.8s/);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(content).toHaveAttribute('data-shown', 'true');
    await expect(page.getByRole('contentinfo')).toContainText('Visitors: 8,799');
    expect(await page.evaluate(() => localStorage.getItem('visitor-count'))).toBe('8799');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(content).toHaveAttribute('data-shown', 'false');
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('the hero has no arrows and reacts to swipes', async ({ page }) => {
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Highlights' });
    await expect(hero.getByRole('button', { name: 'Next slide' })).toBeHidden();
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Timeless Style');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }] });
    await touch('touchStart', 300);
    for (const x of [260, 200, 140]) await touch('touchMove', x);
    await touch('touchEnd', 140);
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Tailored Grace');
  });

  test('a picture zooms where it is tapped, is pinched and swiped, and Back closes it', async ({ page }) => {
    const { products } = await mustCall('GET /products/getAll', { query: { q: 'kanchipuram saree', limit: '1' } });
    await page.goto(`/product/${products[0]?._id}`);
    const slide = page.getByTitle('Look closer').first();
    await slide.scrollIntoViewIfNeeded();
    const box = (await slide.boundingBox())!;
    const dialog = page.getByRole('dialog');
    await waitForHydration(slide);
    await page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height * 0.4);
    const picture = dialog.getByRole('img').first();
    /** Which place of the picture is in the middle of the screen, and how wide the picture is. */
    const view = () =>
      picture.evaluate((img) => {
        const [shown, pane] = [img, img.parentElement as Element].map((element) => element.getBoundingClientRect());
        if (!shown || !pane) throw new Error('not shown');
        const at = (start: number, length: number, from: number, size: number) => (start + length / 2 - from) / size;
        return {
          x: at(pane.left, pane.width, shown.left, shown.width),
          y: at(pane.top, pane.height, shown.top, shown.height),
          width: shown.width,
          middle: { x: pane.left + pane.width / 2, y: pane.top + pane.height / 2 },
        };
      });
    await expect.poll(async () => (await view()).x).toBeCloseTo(0.7, 1);
    const tapped = await view();
    expect(tapped.y).toBeCloseTo(0.4, 1);
    expect(tapped.width).toBeGreaterThan(2 * phone.width);

    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const { x, y } = tapped.middle;
    await touch('touchStart', { x: x - 120, y }, { x: x + 120, y });
    for (const half of [90, 60, 30]) await touch('touchMove', { x: x - half, y }, { x: x + half, y });
    await touch('touchEnd');
    await expect.poll(async () => (await view()).width).toBeLessThanOrEqual(phone.width);

    await touch('touchStart', { x: x + 100, y });
    for (const left of [60, 0, -80]) await touch('touchMove', { x: x + left, y });
    await touch('touchEnd');
    await expect(dialog.getByText('2 / 3')).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/product\//);
  });

  test('the menu opens a collection, closes and focuses the page’s heading', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
    await menu.getByRole('link', { name: 'Pattu Sarees' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/pattu-saree$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('Back closes what is open before it leaves the page, and passes over what was closed', async ({ page }) => {
    await page.goto('/all');
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await page.getByRole('button', { name: 'Filters' }).click();
    await filters.getByRole('checkbox', { name: /^In stock/ }).click();
    await expect(page).toHaveURL(/inStock/);
    await expect(filters.getByRole('checkbox', { name: /^In stock/ })).toBeChecked();
    await page.goBack();
    await expect(filters).toBeHidden();
    await expect(page).toHaveURL(/inStock/);
    await page.goBack();
    await expect(page).toHaveURL(/\/all$/);

    await page
      .getByRole('link', { name: /^Shop Now/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/product\//);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/product\//);
    const search = page.getByRole('dialog', { name: 'Search' });
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/all$/);
  });
});

test('the search suggests while typing and opens a product or the search page', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { name: `Zari ${Date.now()} pattu` });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Search the shop' });
  await expect(field).toBeFocused();
  await field.fill(product.name);
  await expect(page.getByRole('option', { name: new RegExp(product.name) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/product/${product._id}$`));
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('option', { name: new RegExp(product.name) })).toContainText('Recent search');
  await field.fill('half a word');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await field.fill('silk');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=silk$/);
});

test('text typed while the search opens stays, however late its script loads', async ({ page }) => {
  const product = await createProduct(await logInAsOwner(), { name: `Early ${Date.now()} pattu` });
  await page.goto('/about');
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await expect(button).toBeVisible();
  const { proceed, handle } = createGate();
  await page.route('**/*.js', handle);
  await button.click();
  await page.keyboard.type(product.name);
  const field = page.getByRole('combobox', { name: 'Search the shop' });
  await expect(field).toHaveValue(product.name);
  proceed();
  await expect(page.getByRole('option', { name: new RegExp(product.name) })).toBeVisible();
  await expect(field).toHaveValue(product.name);
});

test('the keyboard skips the header, and a lost connection shows a notice', async ({ page, context }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
});

test('a list needs at most 12 Tabs to its first product, and keeps its columns on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/all');
  const first = page.locator('main a[href^="/product/"]').first();
  await expect(first).toBeVisible();
  const pressed: string[] = [];
  const isFocused = () => first.evaluate((link) => link === document.activeElement);
  for (let isProduct = false; !isProduct && pressed.length < 12; isProduct = await isFocused()) {
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '');
    const key = name === 'Skip to content' || name === 'Skip to the products' ? 'Enter' : 'Tab';
    await page.keyboard.press(key);
    pressed.push(key);
  }
  await expect(first, pressed.join(' ')).toBeFocused();
  const columns = page.getByRole('button', { name: 'Two columns' });
  const isChosen = (await columns.getAttribute('aria-pressed')) === 'true';
  await columns.click();
  await page.reload();
  await expect(columns).toHaveAttribute('aria-pressed', String(!isChosen));
});

test('search engines and previews get a sitemap and a head of its own on every page', async ({ request, page }) => {
  const product = await createProduct(await logInAsOwner());
  const robots = await (await request.get('/robots.txt')).text();
  const sitemap = /Sitemap: (\S+)/.exec(robots)?.[1] ?? '';
  const index = await (await request.get(new URL(sitemap).pathname)).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, part]) => new URL(part ?? '').pathname);
  const [pages = '', products = ''] = await Promise.all(parts.map(async (part) => (await request.get(part)).text()));
  expect(pages).toContain('/pattu-saree</loc>');
  expect(products).toContain(`/product/${product._id}</loc>`);
  const html = await (await request.get('/handloom-saree')).text();
  expect(html).toMatch(/<title>Handloom Sarees · /);
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/handloom-saree">/);
  await page.goto(`/product/${product._id}`);
  await expect(page).toHaveTitle(new RegExp(product.name));
  expect((await request.get('/manifest.webmanifest')).ok()).toBe(true);
  expect((await request.get('/icon.svg')).headers()['content-type']).toContain('image/svg+xml');
});

test('printed pages have the shop’s name and content but no controls', async ({ page }) => {
  await page.goto('/refund');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByText('Rangavalli')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('7 days');
  for (const hidden of [
    page.getByRole('contentinfo'),
    page.getByRole('navigation').first(),
    page.getByRole('button').first(),
  ])
    await expect(hidden).toBeHidden();
});
