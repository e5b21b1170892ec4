// What is not in the OpenAPI document: pages, headers, cookies, webhooks and uploads.
import fc from 'fast-check';
import { hostileTexts } from './cases.js';

export interface RawCase {
  /** Row of the report. */
  group: RawGroup;
  method: string;
  /** Percent-encoded, with the query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

export const rawGroups = ['pages', 'headers', 'cookies', 'webhooks', 'uploads'] as const;
export type RawGroup = (typeof rawGroups)[number];

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
/** Node refuses to send other characters in a header. */
const headerText = (text: string) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').trim();

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE');

const pagePaths = [
  '/',
  '/all',
  '/search',
  '/login',
  '/cart',
  '/checkout',
  '/admin/dashboard',
  '/user/orders',
  '/handloom-saree',
  '/product/65a1b2c3d4e5f60718293a4d',
  '/sitemap.xml',
  '/robots.txt',
  '/registry.json',
  '/remotes/mf-catalog/release.json',
  '/media/demo/image/upload/x.webp',
  '/.well-known/security.txt',
  '/assets/none.js',
  '/service-worker.js',
];
/** Sent as they are: not every path can be decoded. */
const rawSegments = [
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..',
  '%00',
  '%zz',
  '%',
  '%09/evil.example',
  '%6dedia',
  '//evil.example',
  ';a=b',
  '%ff%fe',
  'a'.repeat(5_000),
];

const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('q', 'page', 'next', 'x', 'category', 'v', '__proto__'), text), text), {
    maxLength: 5,
  })
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));

const segment = fc.oneof(fc.constantFrom(...rawSegments), text.map(encoded));
const path = fc
  .tuple(fc.constantFrom(...pagePaths), fc.array(segment, { maxLength: 3 }), query)
  .map(([base, segments, search]) => [base, ...segments].join('/') + (search && `?${search}`));

const pages = fc.record({
  group: fc.constant<RawGroup>('pages'),
  method,
  path,
  headers: fc.constant({}),
  body: fc.constant(undefined),
});

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'x-challenge-solution',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-rangavalli-identity',
  'x-razorpay-signature',
  'x-request-id',
];
const headerValue = fc.oneof(
  text.map(headerText),
  fc.constantFrom(
    'gzip;q=0, br;q=abc, *;q=-1',
    'bytes=0-0,-1,5-2',
    `W/"${'x'.repeat(1_000)}"`,
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'eyJhbGciOiJFZERTQSJ9.e30.AAAA',
    '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff',
    '::1, 127.0.0.1',
    'null',
    'x'.repeat(7_000),
  ),
);
const headers = fc.record({
  group: fc.constant<RawGroup>('headers'),
  method: fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
  path: fc.constantFrom(...pagePaths, '/api/products/getAll', '/api/cart', '/api/config', '/api/users/profile'),
  headers: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 4 }),
  body: fc.constant(undefined),
});

const cookieNames = ['rangavalli_refresh', '__Host-rangavalli_refresh', 'device', '__Host-device', 'theme', ''];
const cookieValue = fc.oneof(
  text.map(headerText),
  fc.uuid().map((id) => `${id}.${'A'.repeat(43)}`),
  fc.constantFrom('e30.e30.e30', '"quoted"', 'a=b=c', '.', 'x'.repeat(4_000)),
);
const cookies = fc.record({
  group: fc.constant<RawGroup>('cookies'),
  method: fc.constant('POST'),
  path: fc.constantFrom('/api/users/refresh', '/api/users/logout', '/api/users/login'),
  headers: fc
    .array(fc.tuple(fc.constantFrom(...cookieNames), cookieValue), { minLength: 1, maxLength: 5 })
    .map((pairs): Record<string, string> => ({
      cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
    })),
  body: fc.constantFrom(Buffer.from('{}'), Buffer.from('{"email":"nobody@example.com","password":"x"}')),
});

const webhookEvent = fc.record(
  {
    event: fc.oneof(fc.constantFrom('payment.captured', 'payment.failed', 'refund.processed', 'order.paid'), text),
    account_id: text,
    created_at: fc.oneof(fc.integer(), fc.double(), text),
    payload: fc.oneof(
      fc.record({
        payment: fc.record({
          entity: fc.record(
            {
              id: text,
              order_id: text,
              amount: fc.oneof(fc.integer(), fc.double(), text),
              currency: fc.oneof(fc.constant('INR'), text),
              status: fc.constantFrom('captured', 'failed', 'refunded', ''),
              notes: fc.anything({ maxDepth: 2 }),
            },
            { requiredKeys: [] },
          ),
        }),
      }),
      fc.anything({ maxDepth: 3 }),
    ),
  },
  { requiredKeys: [] },
);
const json = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
const webhooks = fc.record({
  group: fc.constant<RawGroup>('webhooks'),
  method: fc.constant('POST'),
  path: fc.constant('/api/payments/webhook'),
  headers: fc.record({
    'content-type': fc.constantFrom('application/json', 'application/json', 'text/plain', ''),
    'x-razorpay-signature': fc.oneof(fc.stringMatching(/^[0-9a-f]{64}$/), text.map(headerText)),
    'x-razorpay-event-id': text.map((id) => headerText(id).slice(0, 200)),
  }),
  body: fc.oneof(
    webhookEvent.map((event) => Buffer.from(json(event))),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
});

const BOUNDARY = 'fuzz-boundary';
const pictures = [
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('GIF89a<script>alert(1)</script>'),
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from('<!ENTITY x SYSTEM "file:///etc/passwd">'),
];
const part = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('file', 'public_id', 'folder', 'signature', 'timestamp', 'api_key', 'upload_preset'),
      text,
    ),
    fc.option(text, { nil: undefined }),
    fc.oneof(
      fc.constantFrom(...pictures),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      text.map((value) => Buffer.from(value)),
    ),
  )
  .map(([name, filename, content]) => {
    const file = filename === undefined ? '' : `; filename="${filename.replaceAll(/["\r\n]/g, '_')}"`;
    const disposition = `content-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '_')}"${file}`;
    return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\n`), content, Buffer.from('\r\n')]);
  });
/** None is signed: the image host must store nothing. */
const uploads = fc.record({
  group: fc.constant<RawGroup>('uploads'),
  method: fc.constant('POST'),
  path: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: segment.map((one) => `/${one}`) }),
  headers: fc.constantFrom<Record<string, string>>(
    { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json' },
  ),
  body: fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.boolean())
    .map(([parts, isClosed]) => Buffer.concat([...parts, Buffer.from(isClosed ? `--${BOUNDARY}--\r\n` : '')])),
});

const arbitraries: Record<RawGroup, fc.Arbitrary<RawCase>> = { pages, headers, cookies, webhooks, uploads };

export const sampleRawCases = (group: RawGroup, numRuns: number, seed: number): RawCase[] =>
  fc.sample(arbitraries[group], { numRuns, seed });
