import { defaultTaxes, garmentPriceLimit, isBetweenGarmentRates } from './product-tax.js';

it('finds the prices at which a little less would be taxed lower', () => {
  // 2,500 × 1.05 and 2,500 × 1.18
  expect(garmentPriceLimit(defaultTaxes)).toBe(2_625);
  const prices = [2_625, 2_625.01, 2_950, 2_950.01];
  expect(prices.map((price) => isBetweenGarmentRates(price, defaultTaxes))).toEqual([false, true, true, false]);
  const taxes = { garmentTax: 12, garmentLimit: 1_000, garmentTaxAbove: 28 };
  expect([1_120, 1_121, 1_280, 1_281].map((price) => isBetweenGarmentRates(price, taxes))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
