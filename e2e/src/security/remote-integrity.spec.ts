import { expect, type Page, test } from '@playwright/test';

/** Appends a statement to the scripts of mf-catalog that match, as a changed file in the release store would. */
async function changeScripts(page: Page, files: RegExp): Promise<() => number> {
  let changed = 0;
  await page.route(/\/remotes\/mf-catalog\/.*\.js$/, async (route) => {
    if (!files.test(route.request().url())) return route.fallback();
    const response = await route.fetch();
    changed += 1;
    await route.fulfill({ response, body: `${await response.text()};globalThis.stolen = true;` });
  });
  return () => changed;
}

for (const [what, files] of [
  ['entry', /remoteEntry/],
  ['chunk', /\/routes\./],
] as const) {
  test(`a changed ${what} of a remote is not run`, async ({ page }) => {
    const countChanged = await changeScripts(page, files);
    // Not rendered by the server.
    await page.goto('/privacy');
    await page.getByRole('navigation').getByRole('link', { name: 'Pattu Sarees' }).first().click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(countChanged()).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false);
  });
}

test.describe('the policy of a document', () => {
  /** Without running the page, which may leave for the login. */
  const policyOf = async (page: Page, path: string) => {
    const policy = (await page.request.get(path)).headers()['content-security-policy'];
    if (!policy) throw new Error(`${path} has no policy`);
    return policy;
  };

  test('has no third party on login, account and admin pages, and only the payment provider at the checkout', async ({
    page,
  }) => {
    for (const path of ['/login', '/register', '/user/profile', '/admin/dashboard', '/checkout'])
      expect(await policyOf(page, path)).not.toMatch(/google|gstatic/);
    for (const path of ['/login', '/register', '/reset-password', '/stock-alert/confirm'])
      expect(await policyOf(page, path)).not.toMatch(/https?:/);
    expect(await policyOf(page, '/')).toContain('https://translate.google.com');
    for (const path of ['/', '/login']) expect(await policyOf(page, path)).toMatch(/frame-src 'none'/);
    expect(await policyOf(page, '/checkout')).not.toMatch(/frame-src 'none'/);
  });

  test('is that of the page also after a click: the document is loaded again', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => Object.assign(globalThis, { isFirstDocument: true }));
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => page.evaluate(() => 'isFirstDocument' in globalThis)).toBe(false);
    await expect(page.getByRole('button', { name: 'Translate this page' })).toHaveCount(0);
  });
});
