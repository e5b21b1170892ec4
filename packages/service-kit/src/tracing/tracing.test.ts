// What a process loads and says with tracing off and on, in a process of its own: what is loaded stays loaded.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const dist = new URL('../../dist/', import.meta.url);

const script = `
  const { createRequire } = await import('node:module');
  await import('${dist.href}service.js');
  const { startTracing, stopTracing, inSpan, traceparent } = await import('${dist.href}tracing/tracing.js');
  const { createLogger } = await import('${dist.href}log/logger.js');
  const { createEvent } = await import('${dist.href}events/envelope.js');
  const { baseConfig } = await import('${dist.href}config.js');
  const logger = createLogger('order', 'info');
  const config = baseConfig.parse({ PORT: 1, NATS_URL: 'nats://nowhere', INTERNAL_SECRET: 'a-secret-for-tests-only', ...process.env });
  await startTracing('order', config, logger);
  await inSpan({ name: 'work', kind: 'server', from: '00-11112222333344445555666677778888-1111222233334444-01' }, async () => {
    logger.info('at work');
    const event = createEvent('catalog.product.created', { productId: 'a'.repeat(24) });
    const sdk = Object.keys(createRequire('/').cache).some((file) => file.includes('@opentelemetry/sdk-trace'));
    console.log(JSON.stringify({ sdk, sent: traceparent(), stored: event.traceparent }));
  });
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

/** What the process printed of its work. */
async function lines(env: Record<string, string>): Promise<{ log: Line; told: Line }> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  });
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const found = (is: (line: Line) => boolean): Line => printed.find(is) ?? {};
  return { log: found(({ msg }) => msg === 'at work'), told: found(({ sdk }) => sdk !== undefined) };
}

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

it.each([
  ['no collector is named', {}],
  ['it is switched off', { ...collector, OTEL_SDK_DISABLED: 'true' }],
])(
  'nothing is loaded and nothing sent when %s',
  async (_what, env) => {
    const { log, told } = await lines(env);
    expect(told).toEqual({ sdk: false });
    expect(log).not.toHaveProperty('traceId');
  },
  30_000,
);

it('goes on with the trace that came along, in logs, in what is sent and in stored events; a collector that is away harms nobody', async () => {
  const { log, told } = await lines(collector);
  expect(log.traceId).toBe('11112222333344445555666677778888');
  expect(told.sdk).toBe(true);
  expect(told.sent).toMatch(/^00-11112222333344445555666677778888-(?!1111222233334444)[0-9a-f]{16}-01$/);
  expect(told.stored).toBe(told.sent);
}, 30_000);
