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
const describedCalls = async () =>
  (await gateway.inject({ method: 'GET', url: '/api/docs/openapi.json' })).json() as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };

test('every call is described with its access and its errors', async () => {
  const { openapi, paths } = await describedCalls();
  expect(openapi).toBe('3.1.0');
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, path] = key.split(' ') as [string, string];
    const described = paths[path]?.[method.toLowerCase()];
    const call = getCall(key);
    expect({ key, summary: described?.summary }).toEqual({ key, summary: call.summary });
    expect(described?.security).toEqual(call.role === 'public' ? [] : [{ bearer: [] }]);
    const told = Object.values(described?.responses ?? {})
      .map(({ description }) => description)
      .join(', ');
    for (const code of call.errors) expect(told).toContain(code);
    if (call.role !== 'public') expect(told).toContain('UNAUTHENTICATED');
  }
});

test('the 23 calls of the specification are among them', async () => {
  const { paths } = await describedCalls();
  const documented = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation).includes('specification §7'));
  expect(documented).toHaveLength(23);
});

test.each([
  ['/api/docs', 'text/html'],
  ['/api/docs/', 'text/html'],
  ['/api/docs/start.js', 'text/javascript'],
  ['/api/docs/swagger-ui-bundle.js', 'text/javascript'],
  ['/api/docs/swagger-ui.css', 'text/css'],
])('%s comes from here', async (url, type) => {
  const answer = await gateway.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain(type);
});
