import { getCall } from '@rangavalli/contracts/calls';
import { knownQuery } from './query.js';

const products = getCall('GET /products/getAll');

test.each([
  ['/products/getAll', ''],
  ['/products/getAll?', ''],
  ['/products/getAll?x=1&utm_source=mail&_=7', ''],
  ['/products/getAll?x=1&q=silk', '?q=silk'],
  ['/products/getAll?size=M&category=saree&size=L', '?category=saree&size=M&size=L'],
  ['/products/getAll?q=red+silk', '?q=red+silk'],
  ['/products/getAll?q=red%20silk', '?q=red+silk'],
  ['/products/getAll?q=%E2%9D%A4&__proto__=1&constructor=2&toString=3', '?q=%E2%9D%A4'],
  ['/products/getAll?q=a%26x%3D1', '?q=a%26x%3D1'],
  ['/products/getAll?Q=silk', ''],
])('%s is forwarded with %j', (url, query) => expect(knownQuery(products, url)).toBe(query));

test('a call without parameters is forwarded without any', () =>
  expect(knownQuery(getCall('GET /cart'), '/cart?userId=1')).toBe(''));
