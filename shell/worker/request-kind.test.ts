/** @jest-environment node */
import { getCall, calls, type CallKey } from '@rangavalli/contracts/calls';
import { requestKind, selectsRelease } from './request-kind.js';

const SHOP = 'https://shop.example';
const ID = '65a1b2c3d4e5f60718293a4b';
const kindOf = (path: string, init: Partial<Pick<Request, 'method' | 'mode' | 'headers'>> = {}) =>
  requestKind({ url: new URL(path, SHOP).href, method: 'GET', mode: 'cors', headers: new Headers(), ...init }, SHOP);

test.each(['/', '/about', '/pattu-saree', `/product/${ID}`, '/search?q=silk', '/cart', '/user/orders', '/gifts'])(
  '%s is a page',
  (path) => expect(kindOf(path, { mode: 'navigate' })).toBe('page'),
);

test('files, pictures and public reads are recognised by their addresses', () => {
  expect(kindOf('/main.0123456789.js')).toBe('file');
  expect(kindOf('/remotes/mf-catalog/1.4.0/routes.0123456789.css')).toBe('file');
  expect(kindOf('/media/rangavalli/image/upload/w_320/v1/silk.jpg')).toBe('picture');
  expect(kindOf('/api/products/getAll?category=saree')).toBe('read');
  expect(kindOf(`/api/products/getOne/${ID}`)).toBe('read');
});

test.each([
  '/registry.json',
  '/sw.js',
  '/remotes/mf-catalog/release.json',
  '/robots.txt',
  'https://checkout.razorpay.com/v1/checkout.js',
  '/api/docs',
])('%s bypasses the worker', (path) => {
  expect(kindOf(path)).toBeUndefined();
});

test('only cacheable calls pass through the worker', () => {
  const handled = (Object.keys(calls) as CallKey[]).filter((key) => {
    const [method, path = ''] = key.split(' ');
    return kindOf(`/api${path.replaceAll(/\{\w+\}/g, ID)}`, { method }) !== undefined;
  });
  expect(handled.length).toBeGreaterThan(0);
  expect(handled.filter((key) => !getCall(key).cacheable)).toEqual([]);
});

test('writes and range requests bypass the worker', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    expect(kindOf('/api/products/getAll', { method })).toBeUndefined();
  expect(kindOf('/media/rangavalli/video.mp4', { headers: new Headers({ range: 'bytes=0-' }) })).toBeUndefined();
});

test('a page’s address may select a release', () => {
  expect(selectsRelease(`${SHOP}/pattu-saree?mf-catalog=1.4.0`)).toBe(true);
  expect(selectsRelease(`${SHOP}/pattu-saree?colour=mf-red`)).toBe(false);
});
