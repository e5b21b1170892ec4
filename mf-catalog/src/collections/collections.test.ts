import { aProduct } from '@rangavalli/web-kit/testing/builders';
import { collections } from './collections.js';

const shop = [
  aProduct({ name: 'pattu', category: 'saree', sareeType: 'pattu' }),
  aProduct({ name: 'handloom', category: 'saree', sareeType: 'handloom' }),
  aProduct({ name: 'customised', category: 'saree', sareeType: 'customised' }),
  aProduct({ name: 'accessory', category: 'accessories', sareeType: undefined }),
  aProduct({ name: 'combo', category: 'family combo', sareeType: undefined }),
  aProduct({ name: 'own combo', category: 'customised combo', sareeType: undefined }),
  aProduct({ name: 'pant', category: 'pant', sareeType: undefined }),
  aProduct({ name: 'kids', category: 'kidswear', sareeType: undefined }),
];

it.each([
  ['/customised-sarees', ['customised']],
  ['/handloom-saree', ['handloom']],
  ['/pattu-saree', ['pattu']],
  ['/accessaries', ['accessory']],
  ['/family-combo', ['combo', 'own combo']],
  ['/pant', ['pant']],
  ['/kidswear', ['kids']],
  ['/all', shop.map(({ name }) => name)],
])('%s shows %j', (path, names) => {
  const collection = collections.find((one) => one.path === path);
  expect(shop.filter((product) => collection?.includes(product)).map(({ name }) => name)).toEqual(names);
});

it('every page has an empty text of the documented form', () => {
  for (const { emptyText } of collections) expect(emptyText).toMatch(/^No .+ found\.$/);
});
