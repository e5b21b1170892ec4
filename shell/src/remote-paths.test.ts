import { isKnownPath, remoteOfPath } from './remote-paths.js';

test.each([
  ['/pattu-saree', 'mf_catalog'],
  ['/product/65a1b2c3d4e5f60718293a4b', 'mf_catalog'],
  ['/cart/', 'mf_checkout'],
  ['/user/orders', 'mf_account'],
  ['/user', 'mf_account'],
  ['/admin/products/edit/1', 'mf_admin'],
])('%s is shown by %s', (path, remote) => {
  expect(remoteOfPath(path)).toBe(remote);
});

test.each(['/product', '/product/1/2', '/loginx', '/nowhere'])('%s is nobody’s', (path) => {
  expect(isKnownPath(path)).toBe(false);
});

test('the shell’s own pages are known', () => {
  expect(isKnownPath('/')).toBe(true);
  expect(isKnownPath('/refund/')).toBe(true);
});
