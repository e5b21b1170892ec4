import { render, screen } from '@testing-library/react';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { BrowserRouter } from '@rangavalli/web-kit/federation/router';
import { buildShop } from '@rangavalli/web-kit/testing/builders';
import { fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import Refund from './Refund.js';

const show = async (shop: Partial<ShopDetails>): Promise<string> => {
  fakeApi({ 'GET /shop': { success: true, shop: buildShop({ careEmail: 'care@weavers.example', ...shop }) } });
  render(
    <BrowserRouter>
      <Refund />
    </BrowserRouter>,
  );
  await screen.findByText('care@weavers.example');
  return document.body.textContent;
};

test('names the days of the shop, of categories with their own, and those that are excluded', async () => {
  const text = await show({
    returnDays: 10,
    categoryReturnDays: { saree: 3, pant: 0 },
    finalCategories: ['customised combo'],
  });
  expect(text).toContain('You can return unworn items within 10 days of delivery');
  expect(text).toContain('These products have a period of their own: saree within 3 days.');
  expect(text).toContain('The same holds for these products: customised combo, pant.');
  expect(text).toContain('report it to us within 10 days of receipt');
});

test('names the only products that can be returned', async () => {
  const text = await show({ returnDays: 0, categoryReturnDays: { saree: 1 } });
  expect(text).toContain('You can return unworn items of these products after delivery: saree within 1 day.');
  expect(text).not.toContain('period of their own');
});

test('takes reports of faults for 7 days where nothing else can be returned', async () => {
  const text = await show({ returnDays: 0 });
  expect(text).not.toContain('Returns and exchanges');
  expect(text).toContain('report it to us within 7 days of receipt');
});
