import { nextPage } from './next-page.js';

describe('where a login leads', () => {
  it('is the admin area for admins, whatever the address says', () => {
    expect(nextPage('admin', '/cart')).toBe('/admin/dashboard');
  });

  it('is where a customer came from, or the own area', () => {
    expect(nextPage('user', '/product/1?size=M')).toBe('/product/1?size=M');
    expect(nextPage('user', null)).toBe('/user/dashboard');
  });

  it('is never another site', () => {
    for (const outside of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
      expect(nextPage('user', outside)).toBe('/user/dashboard');
  });
});
