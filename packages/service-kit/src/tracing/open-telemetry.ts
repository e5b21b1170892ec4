import { hostname } from 'node:os';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { getNumberFromEnv, getStringFromEnv, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { errorFields } from '../log/error-fields.js';
import type { Tracer } from './tracing.js';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
const STOP_TIMEOUT_MS = 2_000;

/** Reads the standard `OTEL_*` variables. Spans are lost while the collector is down. */
export function createTracer(service: string, version: string | undefined, logger: Logger): Tracer {
  const warn = (message: string, ...rest: unknown[]): void => logger.warn({ tracing: rest.map(String) }, message);
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'rangavalli',
    'service.instance.id': `${hostname()}:${process.pid}`,
    ...(version ? { 'service.version': version } : {}),
  });
  const provider = new TracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerFromEnv(),
    spanProcessors: [new BatchSpanProcessor(batchOptionsFromEnv())],
  });
  const spans = provider.getTracer('rangavalli');
  return {
    start({ name, kind, attributes = {}, from, link }, parent) {
      const remote = remoteContext(from);
      const linked = remoteContext(link);
      const context = remote
        ? trace.setSpanContext(ROOT_CONTEXT, remote)
        : parent
          ? trace.setSpan(ROOT_CONTEXT, parent)
          : ROOT_CONTEXT;
      const links = linked ? [{ context: linked }] : [];
      return spans.startSpan(name, { kind: kinds[kind], attributes, links }, context);
    },
    link(span, to) {
      const context = remoteContext(to);
      if (context) span.addLink({ context });
    },
    fail(span, error) {
      const { type, ...fields } = errorFields(error);
      span.recordException({ name: type, ...fields });
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    async stop() {
      await Promise.race([
        provider.shutdown().catch(ignore),
        new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref()),
      ]);
    },
  };
}

function remoteContext(header: string | undefined): SpanContext | undefined {
  const parsed = header === undefined ? null : parseTraceParent(header);
  return parsed ? { ...parsed, isRemote: true } : undefined;
}

// The SDK does not read `OTEL_TRACES_SAMPLER` and `OTEL_BSP_*`.
function samplerFromEnv(): Sampler {
  const name = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const ratio = getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1;
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace(/^parentbased_/, '')];
  if (!root) throw new Error(`OTEL_TRACES_SAMPLER: unknown sampler ${name}`);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const batchOptionsFromEnv = () => ({
  exporter: new OTLPTraceExporter(),
  scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
  exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
  maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
  maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
});
