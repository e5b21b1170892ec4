import type { BrowserReport, ShopPages } from '@rangavalli/contracts/entities/browser-report';
import { remoteSlices } from '@rangavalli/contracts/slices';
import { register } from 'prom-client';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const shop: ShopPages = {
  pages: [
    { path: '/', slice: 'shell' },
    { path: '/product/:id', slice: 'mf-catalog' },
  ],
  releases: { shell: ['2.0.0'], 'mf-catalog': ['1.4.0', '1.5.0'] },
};
const place = { page: '/product/:id', slice: 'mf-catalog', release: '1.5.0' } as const;
const frame = { slice: 'mf-catalog', file: 'routes.0123456789.js', line: 1, column: 2 } as const;
const error = { ...place, name: 'TypeError', stack: [frame] };
const sliceMetrics = ['browser_errors_by_slice_total', 'remote_load_failures_by_slice_total'];
const emptyReport: BrowserReport = { vitals: [], errors: [], loadFailures: [] };

let gateway: TestGateway;
let initialCounts: object[];
beforeAll(async () => {
  // Other tests of this process have counted too.
  register.resetMetrics();
  gateway = await startTestGateway({ RATE_LIMIT: 'on', RATE_LIMIT_GENERAL: '30' });
  initialCounts = await Promise.all(sliceMetrics.map(countsOf));
  gateway.upstream.respond = ({ path }, response) =>
    response.writeHead(path === '/health/pages' ? 200 : 404).end(JSON.stringify(shop));
});
afterAll(() => gateway.stop());
beforeEach(() => register.resetMetrics());

const send = (report: object, headers: Record<string, string> = {}) =>
  gateway.inject({
    method: 'POST',
    url: '/api/browser-reports',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(report),
  });
const countsOf = async (metric: string) => {
  const { values = [] } = (await register.getSingleMetric(metric)?.get()) ?? {};
  return values.map(({ labels, value }) => ({ ...labels, value }));
};

test('errors and remotes that did not load are counted by slice, from zero, over all pages and releases', async () => {
  const remotes = remoteSlices.map((slice) => ({ slice, value: 0 }));
  expect(initialCounts).toEqual([[{ slice: 'shell', value: 0 }, ...remotes], remotes]);
  const errors = [error, { ...error, page: '/', release: '1.4.0' }, { ...error, page: '/nowhere' }];
  const failure = { slice: 'mf-catalog', release: '1.4.0' };
  await send({ ...emptyReport, errors, loadFailures: [failure, { ...failure, release: '' }] });
  expect(await Promise.all(sliceMetrics.map(countsOf))).toEqual([
    [{ slice: 'mf-catalog', value: 3 }],
    [{ slice: 'mf-catalog', value: 2 }],
  ]);
});

test('the first reports at the same moment have their labels', async () => {
  const report = { ...emptyReport, errors: [error] };
  await Promise.all([send(report), send(report)]);
  expect(await countsOf('browser_errors_total')).toEqual([{ ...place, value: 2 }]);
});

test('a guest reports page speed, errors and remotes that did not load', async () => {
  const response = await send({
    vitals: [{ metric: 'LCP', rating: 'poor', ...place }],
    errors: [error],
    loadFailures: [{ slice: 'mf-catalog', release: '1.4.0' }],
  } satisfies BrowserReport);
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined]);
  expect(await countsOf('web_vitals_total')).toEqual([{ metric: 'LCP', rating: 'poor', ...place, value: 1 }]);
  expect(await countsOf('browser_errors_total')).toEqual([{ ...place, value: 1 }]);
  expect(await countsOf('remote_load_failures_total')).toEqual([{ slice: 'mf-catalog', release: '1.4.0', value: 1 }]);
});

test('pages and releases that the shop does not have share one label', async () => {
  for (const page of ['/product/65a1', '/nowhere', ''])
    await send({ ...emptyReport, errors: [{ ...error, page, release: `0.0.0-${page}` }] });
  expect(await countsOf('browser_errors_total')).toEqual([
    { page: 'other', slice: 'mf-catalog', release: 'other', value: 3 },
  ]);
});

test.each(['sec-gpc', 'dnt'])('a browser that sends %s is not counted', async (header) => {
  expect((await send({ ...emptyReport, errors: [error] }, { [header]: '1' })).statusCode).toBe(200);
  expect(await countsOf('browser_errors_total')).toEqual([]);
});

test.each<[string, object]>([
  ['an unknown field', { ...emptyReport, userId: '65a1' }],
  ['an error with a message', { ...emptyReport, errors: [{ ...error, message: 'asha@example.com' }] }],
  ['an error whose name is a text', { ...emptyReport, errors: [{ ...error, name: 'asha@example.com' }] }],
  ['a position with an address', { ...emptyReport, errors: [{ ...error, stack: [{ ...frame, file: '/a?b=c.js' }] }] }],
  ['an unknown slice', { ...emptyReport, errors: [{ ...error, slice: 'mf-other' }] }],
  ['an unknown metric', { ...emptyReport, vitals: [{ metric: 'x', rating: 'good', ...place }] }],
  ['more errors than a page load reports', { ...emptyReport, errors: Array.from({ length: 6 }, () => error) }],
])('a report with %s is refused', async (_what, report) => {
  const response = await send(report);
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('other content types, which a form of another site could send, are refused', async () => {
  const response = await send({ ...emptyReport, errors: [error] }, { 'content-type': 'text/plain' });
  expect(response.statusCode).toBe(415);
  expect(await countsOf('browser_errors_total')).toEqual([]);
});

test('reports count against the limit of the visitor', async () => {
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await send(emptyReport)).statusCode));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});
