import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call, mustCall } from '../support/api.js';
import { createProduct, logInAsOwner } from '../support/people.js';
import { signIn, storedUser } from '../support/screens.js';

test('staff turn a search without results into a synonym, which every shopper’s search uses', async ({ page }) => {
  const part = randomUUID().replaceAll(/[^a-f]/g, '');
  const [word, name] = [`qyx${part}`, `Vzw${part} border saree`];
  const owner = await logInAsOwner();
  const product = await createProduct(owner, { name });
  await page.goto(`/search?q=${word}`);
  await expect(page.getByText(`No products found for “${word}”.`)).toBeVisible();
  await page.goto(`/search?q=${encodeURIComponent('9848010407')}`);

  await signIn(page, owner, storedUser(owner, 'owner'));
  // The gateway sends counts every few seconds.
  await expect(async () => {
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: `Add synonym for ${word}` }).click({ timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  const dialog = page.getByRole('dialog', { name: 'Add words that mean the same' });
  await dialog.getByLabel('Words', { exact: true }).fill(`${word}, vzw${part}`);
  await expect(dialog.getByText('Finds 1 product')).toBeVisible();
  await expect(dialog.getByRole('link', { name })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save words' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Add synonym for ${word}` })).toHaveCount(0);

  await page.goto(`/search?q=${word}`);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  const { terms } = await mustCall('GET /search/terms', { query: { limit: 100 } }, owner.token);
  expect(JSON.stringify(terms)).not.toContain('9848010407');

  const { families } = await mustCall('GET /search/synonyms', {}, owner.token);
  const id = families.find(({ words }) => words.includes(word))?.id ?? '';
  await mustCall('DELETE /search/synonyms/{id}', { params: { id } }, owner.token);
  await call('DELETE /products/delete/{id}', { params: { id: product._id } }, owner.token);
});
