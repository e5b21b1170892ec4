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
])('%s asks for %j', (path, scope) => {
  expect(collections.find((one) => one.path === path)?.scope).toEqual(scope);
});

it('every page has an empty text of the documented form', () => {
  for (const { emptyText } of collections) expect(emptyText).toMatch(/^No .+ found\.$/);
});
