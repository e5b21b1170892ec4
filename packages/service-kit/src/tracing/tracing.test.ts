// Runs in a process of its own, because loaded modules stay loaded.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);
const dist = new URL('../../dist/', import.meta.url);

const script = `
  const { registerHooks } = await import('node:module');
  let sdk = false;
  registerHooks({
    resolve(name, context, next) {
      sdk ||= name.startsWith('@opentelemetry/sdk-trace');
      return next(name, context);
    },
  });
  await import('${dist.href}service.js');
  const { startTracing, stopTracing, inSpan, traceparent } = await import('${dist.href}tracing/tracing.js');
  const { createLogger } = await import('${dist.href}log/logger.js');
  const { createEvent } = await import('${dist.href}events/envelope.js');
  const { baseConfig } = await import('${dist.href}config.js');
  const logger = createLogger('order', 'info');
  const required = { PORT: 1, NATS_URL: 'nats://nowhere' };
  const config = baseConfig.parse({ ...required, ...process.env });
  await startTracing('order', config, logger);
  const from = '00-11112222333344445555666677778888-1111222233334444-01';
  await inSpan({ name: 'work', kind: 'server', from }, async () => {
    logger.info('at work');
    const event = createEvent('catalog.product.created', { productId: 'a'.repeat(24) });
    console.log(JSON.stringify({ sdk, sent: traceparent(), stored: event.traceparent }));
  });
  const error = Object.assign(new Error('450 <asha@example.com>: greylisted'), { code: 'EENVELOPE' });
  const fail = () => Promise.reject(error);
  await inSpan({ name: 'send an email', kind: 'client' }, fail).catch(() => undefined);
  await stopTracing();
  process.exit(0);
`;

interface Line {
  msg?: string;
  traceId?: string;
  sdk?: boolean;
  sent?: string;
  stored?: string;
}

async function lines(env: Record<string, string>): Promise<{ log: Line; result: Line }> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  });
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const find = (matches: (line: Line) => boolean): Line => printed.find(matches) ?? {};
  return { log: find(({ msg }) => msg === 'at work'), result: find(({ sdk }) => sdk !== undefined) };
}

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

it.each([
  ['no collector is configured', {}],
  ['it is switched off', { ...collector, OTEL_SDK_DISABLED: 'true' }],
])(
  'loads and sends nothing when %s',
  async (_what, env) => {
    const { log, result } = await lines(env);
    expect(result).toEqual({ sdk: false });
    expect(log).not.toHaveProperty('traceId');
  },
  30_000,
);

it('continues the incoming trace in logs, headers and stored events, also while the collector is down', async () => {
  const { log, result } = await lines(collector);
  expect(log.traceId).toBe('11112222333344445555666677778888');
  expect(result.sdk).toBe(true);
  expect(result.sent).toMatch(/^00-11112222333344445555666677778888-(?!1111222233334444)[0-9a-f]{16}-01$/);
  expect(result.stored).toBe(result.sent);
}, 30_000);

it('records the code and the redacted texts of an error', async () => {
  const bodies: Promise<string>[] = [];
  const server = createServer((request, response) => {
    bodies.push(text(request));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await lines({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  server.close();
  const exported = (await Promise.all(bodies)).join('');
  expect(exported).toContain('450 <[redacted]>: greylisted');
  expect(exported).toContain('EENVELOPE');
  expect(exported).not.toContain('asha');
}, 30_000);
