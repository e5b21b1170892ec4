import type { ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { PAGE_ZONE_HEADER } from '@rangavalli/contracts/page-zone';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { register } from 'prom-client';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const UPLOAD_ORIGIN = 'https://api.cloudinary.example';
const MEDIA_ORIGIN = 'https://res.cloudinary.example';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    CLOUDINARY_UPLOAD_URL: `${UPLOAD_ORIGIN}/v1_1/shop/image/upload`,
    CLOUDINARY_DELIVERY_URL: '',
    MEDIA_ORIGIN,
    RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  });
});
afterAll(() => gateway.stop());

/** The sources of each directive that are not of the shop itself. */
function thirdPartiesIn(policy: unknown): Record<string, string[]> {
  const directives = String(policy)
    .split('; ')
    .map((directive) => directive.split(' ') as [string, ...string[]])
    .map(([name, ...sources]) => [name, sources.filter((source) => /^https?:|\*/.test(source))] as const);
  return Object.fromEntries(directives.filter(([, sources]) => sources.length > 0));
}

async function headersOfPage(zone?: string) {
  gateway.upstream.respond = (_seen, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...(zone ? { [PAGE_ZONE_HEADER]: zone } : {}) }).end('page');
  return (await gateway.inject({ method: 'GET', url: '/page' })).headers;
}

describe('the content security policy', () => {
  test('of pages that anybody may read allows the translator', async () => {
    const { 'content-security-policy': policy } = await headersOfPage('public');
    expect(thirdPartiesIn(policy)['script-src']).toEqual([
      'https://translate.google.com',
      'https://translate.googleapis.com',
      'https://translate-pa.googleapis.com',
    ]);
    expect(thirdPartiesIn(policy)['img-src']).toContain(MEDIA_ORIGIN);
    expect(policy).not.toMatch(/razorpay/);
  });

  test('of pages where passwords are entered allows no third party', async () => {
    expect(thirdPartiesIn((await headersOfPage('access'))['content-security-policy'])).toEqual({});
  });

  test('of account pages allows only the image host, for pictures and the uploads of reviews', async () => {
    expect(thirdPartiesIn((await headersOfPage('account'))['content-security-policy'])).toEqual({
      'img-src': [MEDIA_ORIGIN],
      'media-src': [MEDIA_ORIGIN],
      'connect-src': [UPLOAD_ORIGIN],
    });
  });

  test('of the checkout allows the payment provider and pictures only', async () => {
    const razorpay = ['https://checkout.razorpay.com', 'https://api.razorpay.com'];
    expect(thirdPartiesIn((await headersOfPage('checkout'))['content-security-policy'])).toEqual({
      'script-src': razorpay,
      'img-src': [MEDIA_ORIGIN, ...razorpay],
      'connect-src': [...razorpay, 'https://lumberjack.razorpay.com'],
      'frame-src': razorpay,
      'form-action': razorpay,
    });
  });

  test('of the admin area allows only the image host', async () => {
    expect(thirdPartiesIn((await headersOfPage('admin'))['content-security-policy'])).toEqual({
      'img-src': [MEDIA_ORIGIN],
      'media-src': [MEDIA_ORIGIN],
      'connect-src': [UPLOAD_ORIGIN],
    });
  });

  test.each([undefined, 'everything', '__proto__', 'public, admin'])(
    'of a page in the zone %p allows no third party',
    async (zone) => {
      const headers = await headersOfPage(zone);
      expect(thirdPartiesIn(headers['content-security-policy'])).toEqual({});
      expect(headers[PAGE_ZONE_HEADER]).toBeUndefined();
    },
  );

  test('and the other headers are part of every response', async () => {
    await headersOfPage('public');
    for (const url of ['/', '/api/config', '/api/nothing', '/media/a.avif', '/.well-known/security.txt']) {
      const { headers } = await gateway.inject({ method: 'GET', url });
      const policy = String(headers['content-security-policy']);
      for (const directive of ["object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", 'report-to csp'])
        expect(policy).toContain(directive);
      expect(policy).not.toMatch(/upgrade-insecure-requests|script-src[^;]*'unsafe/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    }
  });

  test('of calls names no third party', async () => {
    const { headers } = await gateway.inject({ method: 'GET', url: '/api/config' });
    expect(thirdPartiesIn(headers['content-security-policy'])).toEqual({});
  });
});

test('a store with TLS keeps browsers on it for a year, subdomains included', async () => {
  const secure = await startTestGateway({ PUBLIC_URL: 'https://shop.example' });
  const { headers } = await secure.inject({ method: 'GET', url: '/api/config' }).finally(() => secure.stop());
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

describe('a call that reached the proxy without TLS', () => {
  const PROXY = '127.0.0.1';
  const statusOf = async (env: Record<string, string>, headers: Record<string, string>) => {
    const one = await startTestGateway(env);
    const response = await one.inject({ method: 'GET', url: '/api/config', headers }).finally(() => one.stop());
    return [response.statusCode, response.json<{ code?: string }>().code];
  };
  const secure = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: PROXY };
  const plain = { 'x-forwarded-proto': 'http' };

  test('is refused, not redirected', async () => {
    expect(await statusOf(secure, plain)).toEqual([403, 'HTTPS_REQUIRED']);
  });

  test.each([
    ['with TLS', secure, { 'x-forwarded-proto': 'https' }],
    ['with TLS to the last of several proxies', secure, { 'x-forwarded-proto': 'http, https' }],
    ['of the shell’s server', secure, {}],
    ['of a store without TLS', { ...secure, PUBLIC_URL: 'http://localhost:3000' }, plain],
    ['whose proxy is not trusted', { ...secure, TRUST_PROXY: 'false' }, plain],
  ])('one %s is accepted', async (_which, env, headers: Record<string, string>) => {
    expect(await statusOf(env, headers)).toEqual([200, undefined]);
  });
});

test.each(['/api/%zz', '/%zz'])(
  'the refusal of %s, which cannot be decoded, may neither load nor be framed',
  async (url) => {
    const { statusCode, headers } = await gateway.inject({ method: 'GET', url });
    expect(statusCode).toBe(404);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    });
  },
);

test('only the checkout may pass the payment feature on', async () => {
  const payment = async (zone: string) =>
    /payment=\(([^)]*)\)/.exec(String((await headersOfPage(zone))['permissions-policy']));
  expect((await payment('checkout'))?.[1]).toBe('self "https://checkout.razorpay.com" "https://api.razorpay.com"');
  for (const zone of ['public', 'access', 'account', 'admin']) expect((await payment(zone))?.[1]).toBe('');
});

test('security.txt names a contact and expires within a year', async () => {
  const response = await gateway.inject({ method: 'GET', url: '/.well-known/security.txt' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(response.body).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(response.body).toContain('Canonical: http://localhost:3000/.well-known/security.txt');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(response.body)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

describe('reports of violations', () => {
  const shop: ShopPages = {
    pages: [
      { path: '/', slice: 'shell' },
      { path: '/track/:token', slice: 'mf-account' },
    ],
    releases: {},
  };
  const logged: object[] = [];
  beforeAll(() => {
    gateway.upstream.respond = (_seen, response) => response.writeHead(200).end(JSON.stringify(shop));
    gateway.app.get<Logger>(LOGGER).warn = ({ violation }: { violation: object }) => void logged.push(violation);
  });
  beforeEach(() => void (logged.length = 0));

  const send = (contentType: string, payload: unknown, headers: Record<string, string> = {}) =>
    gateway.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { 'content-type': contentType, ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const countOf = async (directive: string) => {
    const { values = [] } = (await register.getSingleMetric('csp_reports_total')?.get()) ?? {};
    return values.find(({ labels }) => labels['directive'] === directive)?.value ?? 0;
  };
  const legacy = {
    'csp-report': {
      'document-uri': 'http://localhost:3000/login?next=%2Fcart',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js',
    },
  };
  const current = [
    {
      type: 'csp-violation',
      url: 'http://localhost:3000/',
      body: { effectiveDirective: 'img-src', blockedURL: 'inline' },
    },
    { type: 'deprecation', body: {} },
  ];

  test('are accepted in both formats and counted by directive', async () => {
    expect((await send('application/csp-report', legacy)).statusCode).toBe(200);
    expect((await send('application/reports+json', current)).statusCode).toBe(200);
    expect([await countOf('script-src-elem'), await countOf('img-src')]).toEqual([1, 1]);
  });

  test('with made-up directives share one count', async () => {
    for (const directive of ['a', 'b'.repeat(3_000), '__proto__'])
      await send('application/csp-report', { 'csp-report': { 'effective-directive': directive } });
    expect(await countOf('other')).toBe(3);
    expect(await countOf('a')).toBe(0);
  });

  test('are logged with the pattern of the page, origins and keywords only', async () => {
    const ofPage = (url: string, body: object = {}) => ({ type: 'csp-violation', url, body });
    await send('application/reports+json', [
      ofPage('http://localhost:3000/track/AbC123secret', {
        blockedURL: 'https://ads.example/asha@example.com?tel=9876543210',
        sourceFile: 'https://asha:secret@files.example:8443/track/AbC123secret.js',
      }),
      ofPage('http://localhost:3000/reset/AbC123secret', {
        blockedURL: 'data',
        sourceFile: 'chrome-extension://ab/c.js',
      }),
      ofPage('http://localhost:3000/', { blockedURL: 'data:text/html,asha@example.com' }),
    ]);
    await send('application/csp-report', {
      'csp-report': {
        'document-uri': 'asha@example.com +919876543210',
        'blocked-uri': 'asha@example.com +919876543210',
        'source-file': 'asha:+919876543210',
      },
    });
    const other = { directive: 'other', page: 'other', blocked: 'other', source: 'other' };
    expect(logged).toEqual([
      { ...other, page: '/track/:token', blocked: 'https://ads.example', source: 'https://files.example:8443' },
      { ...other, blocked: 'data', source: 'chrome-extension' },
      { ...other, page: '/', blocked: 'data', source: '' },
      other,
    ]);
  });

  test.each(['sec-gpc', 'dnt'])('of a browser that sends %s are ignored', async (header) => {
    const before = await countOf('script-src-elem');
    expect((await send('application/csp-report', legacy, { [header]: '1' })).statusCode).toBe(200);
    expect([await countOf('script-src-elem'), logged]).toEqual([before, []]);
  });

  test.each([
    ['application/csp-report', '{', 400],
    ['application/csp-report', { anything: true }, 400],
    ['text/plain', 'x', 415],
    ['application/csp-report', { 'csp-report': { 'blocked-uri': 'x'.repeat(100_000) } }, 413],
  ])('of the type %s with %j are refused with %i', async (contentType, payload, status) => {
    expect((await send(contentType, payload)).statusCode).toBe(status);
  });
});
