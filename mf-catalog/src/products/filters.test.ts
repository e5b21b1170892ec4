import { aProduct } from '@rangavalli/web-kit/testing/builders';
import { hasTag, matchesSearch } from './filters.js';

it('a tag is found in whatever case, with hyphen or space', () => {
  const product = aProduct({ tags: ['Kanchipuram Pattu', 'bridal'] });
  expect(hasTag(product, 'kanchipuram-pattu')).toBe(true);
  expect(hasTag(product, 'Bridal')).toBe(true);
  expect(hasTag(product, 'pattu')).toBe(false);
});

describe('a search', () => {
  const product = aProduct({ name: 'Temple border saree', description: 'For weddings.', colour: 'Indigo', weave: 'Ikat', tags: ['festive'] });

  it('finds a product by any of its words, all of them needed', () => {
    expect(matchesSearch(product, 'INDIGO temple')).toBe(true);
    expect(matchesSearch(product, 'ikat wedding festive')).toBe(true);
    expect(matchesSearch(product, 'indigo cotton')).toBe(false);
  });

  it('finds nothing when it is empty', () => {
    expect(matchesSearch(product, '  ')).toBe(false);
  });
});
