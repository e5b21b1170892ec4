import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const internal = ['/metrics', '/health/live', '/health/ready', '/api/docs', '/api/docs/openapi.json'];

test.each(internal)('%s is served at the internal port', async (path) => {
  expect((await gateway.fetchInternal(path)).status).toBe(200);
});

test.each([
  ...internal,
  '/health/stopping',
  '/health/system',
  '/%6detrics',
  '/health%2Fready',
  '/api/docs/swagger-ui.css',
  '/metrics?x=1',
])('%s is not found at the public port, whatever its headers are', async (url) => {
  const headers = { host: '127.0.0.1:3001', 'x-forwarded-for': '127.0.0.1' };
  const before = gateway.upstream.seen.length;
  const response = await gateway.inject({ method: 'GET', url, headers });
  // A path that is no route of the gateway is a page of the shell, which has no such page.
  if (response.statusCode !== 404) expect(gateway.upstream.seen.length).toBe(before + 1);
  expect(response.body).not.toMatch(/"ready":|"live":|process_cpu|openapi/);
});

test.each(['/', '/api/config', '/api/products/getAll', '/media/picture.jpg', '/remotes/mf-catalog/release.json'])(
  '%s is not found at the internal port',
  async (path) => {
    const before = gateway.upstream.seen.length;
    expect((await gateway.fetchInternal(path)).status).toBe(404);
    expect(gateway.upstream.seen).toHaveLength(before);
  },
);

test('the documentation calls the storefront', async () => {
  const response = await gateway.fetchInternal('/api/docs/openapi.json');
  expect(((await response.json()) as { servers: object[] }).servers).toEqual([{ url: 'http://localhost:3000/api' }]);
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' http://localhost:3000");
});
