import { nextPage } from './next-page.js';

describe('the page after a login', () => {
  it('is the admin area for staff, regardless of `next`', () => {
    expect(nextPage('admin', '/cart')).toBe('/admin/dashboard');
  });

  it('is the previous page of a customer, or the user area', () => {
    expect(nextPage('user', '/product/1?size=M#reviews')).toBe('/product/1?size=M#reviews');
    expect(nextPage('user', null)).toBe('/user/dashboard');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '',
  ])('is never another site’s: %j', (outside) => {
    expect(nextPage('user', outside)).toBe('/user/dashboard');
  });
});
