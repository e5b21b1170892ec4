import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { runCommand } from '../support/command.js';
import { eventually, run } from '../support/store.js';
import { liveVersion, processIds, hashShell } from './served.js';
import { type Edit, TeamCheckout } from './team-checkout.js';

const SLICE = 'mf-catalog';
const RELEASE_TIMEOUT_MS = 150_000;

async function get(path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(run().address + path);
  return { status: response.status, body: await response.text() };
}

test('a catalogue page is released with title, menu and sitemap entry without touching the shell', async ({ page }) => {
  test.setTimeout(RELEASE_TIMEOUT_MS);
  const base = liveVersion(SLICE);
  const readShell = async () => ({ processes: processIds(), files: await hashShell() });
  const shellBefore = await readShell();
  const team = new TeamCheckout(SLICE);
  try {
    expect((await get('/gifts')).status).toBe(404);
    const definition = {
      path: '/gifts',
      title: 'Wedding Gifts',
      description: `Gifts for weddings, ${randomUUID()}`,
      prerender: true,
      menu: { label: 'Gifts', order: 5 },
      sitemap: true,
    };
    const search = "{ path: '/search',";
    const route = '<Route path="/search"';
    const withRoute: Edit = [
      'src/listing/Listing.tsx',
      route,
      `<Route path="/gifts" element={<h1>All gifts</h1>} />\n      ${route}`,
    ];
    team.change([withRoute]);
    const refused = await team.release();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain('/gifts: the shell would respond with 404; add a page to mf-catalog/src/pages.ts');
    expect(liveVersion(SLICE)).toBe(base);

    team.change([
      ['src/pages.ts', search, `${JSON.stringify(definition)},\n  ${search}`],
      [
        'src/listing/Listing.tsx',
        route,
        `<Route path="/gifts" element={<h1>All wedding gifts</h1>} />\n      ${route}`,
      ],
    ]);
    expect(await team.release()).toMatchObject({ code: 0 });

    await eventually(async () => {
      const { status, body } = await get('/gifts');
      expect(status).toBe(200);
      expect(body).toContain('<title>Wedding Gifts · Rangavalli</title>');
      expect(body).toContain(`<meta name="description" content="${definition.description}">`);
      expect(body).toContain('<h1>All wedding gifts</h1>');
    }, 10_000);
    const manifest = JSON.parse((await get(`/remotes/${SLICE}/release.json`)).body) as { entry: string; types: string };
    const types = await get(manifest.entry.replace(/[^/]*$/, manifest.types));
    expect([types.status, types.body]).toEqual([200, expect.stringContaining("declare module 'mf_catalog/routes'")]);
    expect((await get('/sitemap-pages.xml')).body).toMatch(/<loc>[^<]*\/gifts<\/loc>/);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    const menu = page.getByRole('banner').getByRole('navigation', { name: 'Collections' });
    await expect(menu.getByRole('link').first()).toHaveText('Gifts');
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await menu.getByRole('link', { name: 'Gifts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All wedding gifts' })).toBeVisible();
    await expect(page).toHaveTitle('Wedding Gifts · Rangavalli');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(await readShell()).toEqual(shellBefore);
  } finally {
    team.remove();
    if (liveVersion(SLICE) !== base) await runCommand('rollback', SLICE, base);
  }
  await eventually(async () => expect((await get('/gifts')).status).toBe(404), 10_000);
});
