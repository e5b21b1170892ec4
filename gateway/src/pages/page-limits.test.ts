import { SHELL_KEY_HEADER } from '@rangavalli/contracts/shell-key';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const KEY = 'the key of the shell in this test';
const PREVIOUS_KEY = 'the key of the shell before the rotation';
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({
    RATE_LIMIT: 'on',
    RATE_LIMIT_GENERAL: '5',
    RATE_LIMIT_PAGES: '4',
    RATE_LIMIT_FILES: '6',
    RATE_LIMIT_SITEMAPS: '1',
    RATE_LIMIT_SHELL: '50',
    SHELL_API_KEY: KEY,
    SHELL_API_KEY_PREVIOUS: PREVIOUS_KEY,
    TRUST_PROXY: 'true',
    CACHE_BYTES: '0',
  });
});
afterEach(() => gateway.stop());

const get = (url: string, address = '192.0.2.1', headers: Record<string, string> = {}) =>
  gateway.inject({ method: 'GET', url, headers: { 'x-forwarded-for': address, ...headers } });
const statusesOf = async (urls: readonly string[], address?: string) => {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await get(url, address)).statusCode);
  return statuses;
};
const unique = (count: number, path: string) => Array.from({ length: count }, (_none, index) => `${path}${index}`);

test('one address cannot open pages without limit, and others still can', async () => {
  expect(await statusesOf(unique(6, '/search?q=random'))).toEqual([200, 200, 200, 200, 429, 429]);
  const forwarded = gateway.upstream.seen.length;
  const pages = [
    '/registry.json',
    '/sitemap.xml',
    '/%72egistry.json',
    '//a.js/',
    '/product/x.abcdefg',
    '/product/x%2Ejs',
  ];
  expect(await statusesOf([...pages, '/robots.txt'])).toEqual([...pages.map(() => 429), 200]);
  expect(gateway.upstream.seen).toHaveLength(forwarded + 1);
  expect((await get('/search?q=silk', '192.0.2.2')).statusCode).toBe(200);
});

test('a visitor over the limit gets a page that names the time to retry, a script gets the error', async () => {
  await statusesOf(unique(4, '/?x='));
  const page = await get('/all', '192.0.2.1', { 'sec-fetch-mode': 'navigate' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
  expect(page.body).toContain('Please wait a minute');
  expect((await get('/registry.json')).json()).toMatchObject({ success: false, code: 'RATE_LIMITED' });
});

test('files and sitemaps have limits of their own', async () => {
  expect(await statusesOf(unique(7, '/media/image/upload/a.avif?v='))).toEqual([...Array<number>(6).fill(200), 429]);
  expect(await statusesOf(['/main.0123456789.js', '/remotes/mf-catalog/1.0.0/a.js'])).toEqual([429, 429]);
  expect((await get('/')).statusCode).toBe(200);
  const sitemaps = ['/sitemap-mf-catalog-1.xml', '/sitemap-mf-catalog-2.xml', '/%73itemap-mf-catalog-3.xml'];
  expect(await statusesOf(sitemaps, '192.0.2.3')).toEqual([200, 429, 429]);
});

test('the addresses of one IPv6 connection are one visitor', async () => {
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:3::3', '2001:db8:1:2::4'];
  for (const address of addresses) expect((await get('/', address)).statusCode).toBe(200);
  expect((await get('/', '2001:db8:1:2:5::5')).statusCode).toBe(429);
  expect((await get('/', '2001:db8:1:3::1')).statusCode).toBe(200);
});

test("visitors do not use up the shell's calls, and the shell's key is needed for them", async () => {
  const call = (headers: Record<string, string>) => get('/api/products/getAll?q=silk', '192.0.2.9', headers);
  for (let turn = 0; turn < 8; turn += 1) await call({});
  expect((await call({})).statusCode).toBe(429);
  expect((await call({ [SHELL_KEY_HEADER]: 'x'.repeat(KEY.length) })).statusCode).toBe(429);
  for (let turn = 0; turn < 20; turn += 1) {
    const key = turn % 2 === 0 ? KEY : PREVIOUS_KEY;
    expect((await call({ [SHELL_KEY_HEADER]: key })).statusCode).toBe(200);
  }
  // The key reaches no service.
  expect(gateway.upstream.last.headers[SHELL_KEY_HEADER]).toBeUndefined();
  for (let turn = 0; turn < 30; turn += 1) await call({ [SHELL_KEY_HEADER]: KEY });
  expect((await call({ [SHELL_KEY_HEADER]: KEY })).statusCode).toBe(429);
});
