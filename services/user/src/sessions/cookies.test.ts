import { buildCookie, readCookie } from './cookies.js';

const PLAIN = 'http://localhost:3000';
const TLS = 'https://shop.example';

test('with TLS, cookies are Secure and belong to the one host', () => {
  expect(buildCookie('refresh', 'i.s', { maxAgeMs: 1000, publicUrl: TLS })).toBe(
    '__Host-rangavalli_refresh=i.s; Path=/; Max-Age=1; HttpOnly; SameSite=Strict; Secure',
  );
  expect(buildCookie('device', 'd', { maxAgeMs: 1000, publicUrl: TLS })).toBe(
    '__Host-device=d; Path=/; Max-Age=1; HttpOnly; SameSite=Strict; Secure',
  );
});

test('without TLS, as on localhost, browsers would refuse prefix and Secure', () => {
  expect(buildCookie('refresh', 'i.s', { maxAgeMs: 2500, publicUrl: PLAIN })).toBe(
    'rangavalli_refresh=i.s; Path=/; Max-Age=2; HttpOnly; SameSite=Strict',
  );
  expect(buildCookie('refresh', undefined, { publicUrl: PLAIN })).toMatch(/^rangavalli_refresh=; .*Max-Age=0;/);
});

test('are read under both names, and under no other', () => {
  expect(readCookie('a=b; __Host-rangavalli_refresh=i.s', 'refresh')).toBe('i.s');
  expect(readCookie('rangavalli_refresh=i.s; device=d', 'device')).toBe('d');
  for (const header of ['rangavalli_refreshed=x', 'xrangavalli_refresh=x', 'x=device=d', undefined])
    expect(readCookie(header, 'refresh')).toBeUndefined();
});
