import { getCall, calls, type CallKey } from '@rangavalli/contracts/calls';
import { asksForRelease, kindOf } from './kinds.js';

const SHOP = 'https://shop.example';
const ID = '65a1b2c3d4e5f60718293a4b';
const asked = (path: string, about: { method?: string; mode?: string; headers?: Headers } = {}) =>
  kindOf({ url: new URL(path, SHOP).href, method: 'GET', mode: 'cors', headers: new Headers(), ...about }, SHOP);
const opened = (path: string) => asked(path, { mode: 'navigate' });

test.each([
  '/',
  '/about',
  '/trending',
  '/pattu-saree',
  '/pattu-saree/',
  '/pattu-saree?page=2',
  `/product/${ID}`,
  '/search?q=silk',
])('%s is a public page', (path) => {
  expect(opened(path)).toBe('page');
});

test.each([
  '/cart',
  '/checkout',
  '/payment-success',
  '/login',
  '/register',
  '/reset-password',
  '/user',
  '/user/orders',
  '/admin',
  '/admin/products',
  '/design',
  '/nothing-of-the-kind',
])('%s is never kept', (path) => expect(opened(path)).toBe('own page'));

test('what its name says is a file, a picture, a product', () => {
  expect(asked('/main.0123456789.js')).toBe('file');
  expect(asked('/remotes/mf-catalog/1.4.0/routes.0123456789.css')).toBe('file');
  expect(asked('/media/rangavalli/image/upload/w_320/v1/silk.jpg')).toBe('picture');
  expect(asked('/api/products/getAll?category=saree')).toBe('read');
  expect(asked(`/api/products/getOne/${ID}`)).toBe('read');
});

test.each([
  '/registry.json',
  '/sw.js',
  '/remotes/mf-catalog/release.json',
  '/robots.txt',
  'https://checkout.razorpay.com/v1/checkout.js',
  '/api/docs',
])('%s passes it by', (path) => {
  expect(asked(path)).toBeUndefined();
});

test('of all documented calls only those pass through it that are everybody’s alike', () => {
  const taken = (Object.keys(calls) as CallKey[]).filter((key) => {
    const [method, path = ''] = key.split(' ');
    return asked(`/api${path.replaceAll(/\{\w+\}/g, ID)}`, { method }) !== undefined;
  });
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter((key) => !getCall(key).cacheable)).toEqual([]);
});

test('no write, whatever its address, and no part of a file', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    expect(asked('/api/products/getAll', { method })).toBeUndefined();
  expect(asked('/media/rangavalli/video.mp4', { headers: new Headers({ range: 'bytes=0-' }) })).toBeUndefined();
});

test('a tester’s address is known', () => {
  expect(asksForRelease(`${SHOP}/pattu-saree?mf-catalog=1.4.0`)).toBe(true);
  expect(asksForRelease(`${SHOP}/pattu-saree?colour=mf-red`)).toBe(false);
});
