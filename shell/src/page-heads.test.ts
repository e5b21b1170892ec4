import { headOfPath, publicPaths } from './page-heads.js';
import { ownPaths, remotePaths } from './remote-paths.js';

test('every page without a part to fill in has a title of its own, and a description where search engines may look', () => {
  const paths = [...ownPaths, ...Object.values(remotePaths).flat()].filter((path) => !/[:*]/.test(path));
  const titles = paths.map((path) => headOfPath(path).title);
  expect(new Set(titles).size).toBe(paths.length);
  expect(titles).not.toContain('Page not found');
  for (const path of publicPaths) expect(headOfPath(path).description?.length).toBeLessThanOrEqual(155);
});

test.each(['/cart', '/checkout', '/login', '/user/orders', '/admin/products', '/nowhere', '/search'])(
  '%s is kept out of search engines',
  (path) => {
    expect(headOfPath(path).hidden).toBe(true);
  },
);

test('an address with a slash at its end is the same page', () => {
  expect(headOfPath('/refund/')).toBe(headOfPath('/refund'));
});
