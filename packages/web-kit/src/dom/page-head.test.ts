import { renderHook } from '@testing-library/react';
import { applyHead, shortDescription, usePageHead } from './page-head.js';

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content');

beforeEach(() => {
  document.head.innerHTML = '<link rel="canonical" href="https://shop.example/all">';
});

test('writes title, canonical address, description and Open Graph tags', () => {
  applyHead('/pattu-saree', {
    title: 'Pattu Sarees',
    description: 'Heavy silk.',
    image: 'https://host/x/image/upload/saree',
  });
  expect(document.title).toBe('Pattu Sarees · Rangavalli');
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    'https://shop.example/pattu-saree',
  );
  expect(content('meta[name="description"]')).toBe('Heavy silk.');
  expect(content('meta[property="og:title"]')).toBe('Pattu Sarees');
  expect(content('meta[property="og:image"]')).toBe('https://host/x/image/upload/f_auto,q_auto,w_1200/saree');
  expect(document.head.querySelectorAll('link[rel="canonical"]')).toHaveLength(1);
});

test('removes the previous page’s tags', () => {
  applyHead('/cart', { title: 'Cart', hidden: true, description: 'x', image: 'https://host/a.png' });
  expect(content('meta[name="robots"]')).toBe('noindex');
  applyHead('/', { title: '' });
  expect([
    content('meta[name="robots"]'),
    content('meta[name="description"]'),
    content('meta[property="og:image"]'),
  ]).toEqual([undefined, undefined, undefined]);
  expect(document.title).toMatch(/^Rangavalli\. /);
});

test('keeps the path’s description when a screen sets only its title', () => {
  applyHead('/product/1', { title: 'Product', description: 'From our shop.' });
  renderHook(() => usePageHead({ title: 'Temple border pattu', type: 'product' }));
  expect([document.title, content('meta[name="description"]'), content('meta[property="og:type"]')]).toEqual([
    'Temple border pattu · Rangavalli',
    'From our shop.',
    'product',
  ]);
});

test('cuts a long description between words', () => {
  const short = shortDescription('woven by hand '.repeat(20));
  expect(short.length).toBeLessThanOrEqual(155);
  expect(short).toMatch(/(woven|by|hand)…$/);
});
