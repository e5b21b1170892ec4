import { matchPage } from './page-matcher.js';
import { pageDefinition, pageDefinitions } from './pages.js';

const page = { path: '/pattu-saree', title: 'Pattu Sarees' };

describe('matchPage', () => {
  const pages = [
    { path: '/user/*' },
    { path: '/' },
    { path: '/product/:id' },
    { path: '/user/:section/:id' },
    { path: '/product/new' },
    { path: '/all' },
    { path: '/user/orders/:id' },
  ];

  it.each([
    ['/', '/'],
    ['', '/'],
    ['/all', '/all'],
    ['/all/', '/all'],
    ['//all', '/all'],
    ['/product/42', '/product/:id'],
    ['/product/new', '/product/new'],
    ['/user', '/user/*'],
    ['/user/profile', '/user/*'],
    ['/user/orders/42', '/user/orders/:id'],
    ['/user/addresses/42', '/user/:section/:id'],
    ['/user/orders/42/return', '/user/*'],
  ])('matches %p with %p', (path, pattern) => {
    expect(matchPage(pages, path)?.path).toBe(pattern);
    expect(matchPage(pages.toReversed(), path)?.path).toBe(pattern);
  });

  it.each(['/product', '/product/42/reviews', '/ALL', '/users', '/unknown'])('matches %p with no page', (path) => {
    expect(matchPage(pages, path)).toBeUndefined();
  });

  it('returns the page itself, with all its fields', () => {
    const own = { path: '/all', remote: 'mf_catalog' };
    expect(matchPage([own], '/all')).toBe(own);
    expect(matchPage([], '/all')).toBeUndefined();
  });
});

describe('a page definition', () => {
  it('accepts every field', () => {
    const full = {
      ...page,
      description: 'Pure silk.',
      prerender: true,
      menu: { label: 'Pattu', order: 3 },
      sitemap: true,
      query: ['page', 'minPrice'],
      zone: 'checkout',
    };
    expect(pageDefinition.parse(full)).toEqual(full);
  });

  it.each(['/', '/user/*', '/product/:id', '/user/orders/:orderId/return'])('accepts the path %p', (path) => {
    expect(pageDefinition.safeParse({ ...page, path }).success).toBe(true);
  });

  it.each(['', 'all', '/all/', '/*/all', '/a//b', '/:', '/a b', '/*', 'https://example.com/'])(
    'rejects the path %p',
    (path) => {
      expect(pageDefinition.safeParse({ ...page, path }).success).toBe(false);
    },
  );

  it('rejects menu and sitemap entries of a path with parameters, and a sitemap entry of a hidden page', () => {
    expect(pageDefinition.safeParse({ ...page, path: '/product/:id', sitemap: true }).success).toBe(false);
    const menu = { label: 'User', order: 1 };
    expect(pageDefinition.safeParse({ ...page, path: '/user/*', menu }).success).toBe(false);
    expect(pageDefinition.safeParse({ ...page, hidden: true, sitemap: true }).success).toBe(false);
  });

  it('rejects an unknown zone and a query parameter with characters that are not allowed', () => {
    expect(pageDefinition.safeParse({ ...page, zone: 'everywhere' }).success).toBe(false);
    expect(pageDefinition.safeParse({ ...page, query: ['a b'] }).success).toBe(false);
  });

  it('rejects the same path twice', () => {
    expect(pageDefinitions.safeParse([page, page]).success).toBe(false);
    expect(pageDefinitions.safeParse([page, { ...page, path: '/all' }]).success).toBe(true);
  });
});
