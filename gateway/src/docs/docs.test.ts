import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

interface Operation {
  summary: string;
  security: object[];
  responses: Record<string, { description: string }>;
}
const readDocument = async () =>
  (await gateway.inject({ method: 'GET', url: '/api/docs/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }>();

test('every call is documented with its role and its errors', async () => {
  const { openapi, paths } = await readDocument();
  expect(openapi).toBe('3.1.0');
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, path] = key.split(' ') as [string, string];
    const described = paths[path]?.[method.toLowerCase()];
    const call = getCall(key);
    expect({ key, summary: described?.summary }).toEqual({ key, summary: call.summary });
    expect(described?.security).toEqual(call.role === 'public' ? [] : [{ bearer: [] }]);
    const documented = Object.values(described?.responses ?? {})
      .map(({ description }) => description)
      .join(', ');
    for (const code of call.errors) expect(documented).toContain(code);
    if (call.role !== 'public') expect(documented).toContain('UNAUTHENTICATED');
  }
});

test('the document has the 23 calls of the specification', async () => {
  const { paths } = await readDocument();
  const specified = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation).includes('specification §7'));
  expect(specified).toHaveLength(23);
});

test.each([
  ['/api/docs', 'text/html'],
  ['/api/docs/', 'text/html'],
  ['/api/docs/start.js', 'text/javascript'],
  ['/api/docs/swagger-ui-bundle.js', 'text/javascript'],
  ['/api/docs/swagger-ui.css', 'text/css'],
])('%s is served by the gateway', async (url, type) => {
  const response = await gateway.inject({ method: 'GET', url });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain(type);
});
