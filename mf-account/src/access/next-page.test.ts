import { nextPage } from './LoginPage.js';

describe('the page after a login', () => {
  it('is the admin area for admins, regardless of `next`', () => {
    expect(nextPage('admin', '/cart')).toBe('/admin/dashboard');
  });

  it('is the previous page of a customer, or the user area', () => {
    expect(nextPage('user', '/product/1?size=M')).toBe('/product/1?size=M');
    expect(nextPage('user', null)).toBe('/user/dashboard');
  });

  it('is never another site’s', () => {
    for (const outside of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
      expect(nextPage('user', outside)).toBe('/user/dashboard');
  });
});
