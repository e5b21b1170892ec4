import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

interface Operation {
  summary: string;
  description: string;
  security: object[];
  responses: Record<string, { description: string }>;
}
const readDocument = async () =>
  (await (await gateway.fetchInternal('/api/docs/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };

test('every call is documented with its access and its errors', async () => {
  const { openapi, paths } = await readDocument();
  expect(openapi).toBe('3.1.0');
  for (const key of Object.keys(calls) as CallKey[]) {
    const [method, path] = key.split(' ') as [string, string];
    const described = paths[path]?.[method.toLowerCase()];
    const call = getCall(key);
    expect({ key, summary: described?.summary }).toEqual({ key, summary: call.summary });
    expect(described?.description).toContain(`Rate limit: ${call.limit ?? 'general'}.`);
    expect(described?.security).toEqual(call.access === 'public' ? [] : [{ bearer: [] }]);
    const documented = Object.values(described?.responses ?? {})
      .map(({ description }) => description)
      .join(', ');
    for (const code of call.errors) expect(documented).toContain(code);
    if (call.access !== 'public') expect(documented).toContain('UNAUTHENTICATED');
    expect(documented.includes('STEP_UP_REQUIRED')).toBe(call.stepUp === true);
    expect(documented.includes('CHALLENGE_REQUIRED')).toBe(call.challenge === true);
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
])('%s is served at the internal port only', async (url, type) => {
  const response = await gateway.fetchInternal(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect((await gateway.inject({ method: 'GET', url })).statusCode).toBe(404);
});
