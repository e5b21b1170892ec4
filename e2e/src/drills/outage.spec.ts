import { expect, test } from '@playwright/test';
import { control, eventually, run } from '../support/store.js';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

const slices: { name: string; path: string }[] = [
  { name: 'mf-catalog', path: '/all' },
  { name: 'mf-checkout', path: '/cart' },
  { name: 'mf-account', path: '/login' },
  { name: 'mf-admin', path: '/admin/dashboard' },
  { name: 'catalog', path: '/all' },
  { name: 'cart', path: '/cart' },
  { name: 'order', path: '/user/orders' },
  { name: 'payment', path: '/checkout' },
  { name: 'user', path: '/login' },
];

for (const { name, path } of slices) {
  test(`keeps the shell, the header and the other slices working without ${name}`, async ({ page }) => {
    const main = page.getByRole('main');
    await control(name, 'stop');
    try {
      await page.goto(path);
      await expect(page.getByRole('banner')).toContainText('Rangavalli');
      if (name.startsWith('mf-'))
        await expect(main.getByRole('button', { name: /try again|retry/i })).toBeVisible({ timeout: 20_000 });
      await page.goto('/tnc');
      await expect(main).toContainText('Terms');
      await expect(page.getByRole('contentinfo')).toBeAttached();
      const catalogIsDown = name === 'mf-catalog' || name === 'catalog';
      await page.goto(catalogIsDown ? '/login' : '/all');
      const content = catalogIsDown ? main.getByRole('button', { name: 'Login' }) : page.getByRole('article').first();
      await expect(content).toBeVisible();
    } finally {
      await control(name, 'start');
      await eventually(async () =>
        expect((await fetch(`${run().processes[name]?.address}/health/ready`)).status).toBe(200),
      );
    }
    await page.goto(path);
    await expect(main).not.toContainText(/try again/i);
  });
}
