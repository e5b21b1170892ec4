import { buildProduct } from '@rangavalli/web-kit/testing/builders';
import { changesInCart, lineChanges } from './line-changes.js';

const silk = (facts = {}) => buildProduct({ name: 'Silk', price: 1200, stock: 3, ...facts });

it('an unchanged line, or one without a stored price, has no changes', () => {
  expect(lineChanges({ product: silk(), size: '', quantity: 3, addedPrice: 1200 })).toEqual({});
  expect(lineChanges({ product: silk(), size: '', quantity: 3 })).toEqual({});
});

it('shows the old and the new price', () => {
  expect(lineChanges({ product: silk(), size: '', quantity: 1, addedPrice: 1000 }).price).toBe(
    'The price went up from ₹1,000 to ₹1,200 since you added it.',
  );
  expect(lineChanges({ product: silk(), size: '', quantity: 1, addedPrice: 1500 }).price).toBe(
    'The price came down from ₹1,500 to ₹1,200 since you added it.',
  );
});

it('compares the price of a running sale', () => {
  const product = silk({ sale: { price: 900 } });
  expect(lineChanges({ product, size: '', quantity: 1, addedPrice: 900 })).toEqual({});
  expect(lineChanges({ product, size: '', quantity: 1, addedPrice: 1200 }).price).toBe(
    'The price came down from ₹1,200 to ₹900 since you added it.',
  );
});

it('shows the available quantity when it is too low', () => {
  expect(lineChanges({ product: silk(), size: '', quantity: 4 }).stock).toMatch(/^Only 3 left in stock/);
  expect(lineChanges({ product: silk({ stock: 0 }), size: '', quantity: 4 }).stock).toMatch(/^Out of stock/);
  expect(lineChanges({ product: silk(), size: '', quantity: 4 }, 3)).toEqual({});
});

it("counts the line's own size where stock is counted by size", () => {
  const product = silk({
    stock: 6,
    sizes: ['S', 'M'],
    sizeStock: [
      { size: 'S', stock: 1 },
      { size: 'M', stock: 5 },
    ],
  });
  expect(lineChanges({ product, size: 'S', quantity: 2 }).stock).toMatch(/^Only 1 left in stock/);
  expect(lineChanges({ product, size: 'M', quantity: 5 })).toEqual({});
});

it('shows a size that is no longer offered', () => {
  expect(lineChanges({ product: silk({ sizes: ['S'] }), size: 'XL', quantity: 1 }).stock).toBe(
    'Size XL is no longer available.',
  );
  expect(lineChanges({ product: silk({ sizes: ['S'] }), size: '', quantity: 1 }).stock).toBe(
    'This product now comes in sizes. Please choose one.',
  );
});

it('names what the customer entered that no longer fits the product', () => {
  const initials = { kind: 'text', label: 'Initials', required: true, maxLength: 2 } as const;
  const line = (value: string) => ({
    product: silk({ personalisationFields: [initials] }),
    size: '',
    quantity: 1,
    personalisation: [{ label: 'Initials', value }],
  });
  expect(lineChanges(line('RK'))).toEqual({});
  expect(lineChanges(line('RKS'))).toEqual({ personalisation: 'Initials: Please enter at most 2 characters.' });
  expect(lineChanges({ ...line('RK'), product: silk() })).toEqual({
    personalisation: 'Initials: This is no longer offered for this product.',
  });
  expect(changesInCart([line('RKS')])).toBe(
    'Please check before you pay: 1 item needs new details since you added it.',
  );
});

it('sums a cart up', () => {
  const dearer = { product: silk(), size: '', quantity: 1, addedPrice: 1000 };
  const short = { product: silk(), size: '', quantity: 9 };
  expect(changesInCart([{ ...short, quantity: 1 }])).toBeUndefined();
  expect(changesInCart([dearer])).toBe('Please check before you pay: 1 price has changed since you added it.');
  expect(changesInCart([dearer, dearer, short])).toBe(
    'Please check before you pay: 2 prices have changed and 1 item is low in stock since you added them.',
  );
});
