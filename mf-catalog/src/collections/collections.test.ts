import { collections } from './collections.js';

it.each([
  ['/customised-sarees', { category: ['saree'], sareeType: ['customised'] }],
  ['/handloom-saree', { category: ['saree'], sareeType: ['handloom'] }],
  ['/pattu-saree', { category: ['saree'], sareeType: ['pattu'] }],
  ['/accessaries', { category: ['accessories'] }],
  ['/family-combo', { category: ['family combo', 'customised combo'] }],
  ['/pant', { category: ['pant'] }],
  ['/kidswear', { category: ['kidswear'] }],
  ['/all', {}],
])('%s requests %j', (path, scope) => {
  expect(collections.find((collection) => collection.path === path)?.scope).toEqual(scope);
});
