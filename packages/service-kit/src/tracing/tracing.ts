import type { Attributes, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { currentSpan, withSpan } from '../log/context.js';

/** The header, of HTTP and of NATS, in which a trace goes on to the next process (W3C Trace Context). */
export const TRACEPARENT = 'traceparent';

/** One piece of work that a trace shows. */
export interface SpanFacts {
  /** Of few different ones: routes are templates, subjects those of the contracts. */
  name: string;
  /** `server` and `consumer` answer somebody, `client` and `producer` wait for somebody or tell somebody. */
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** Nothing of a customer's. */
  attributes?: Attributes;
  /** The traceparent of what caused it elsewhere; without one it belongs to what is running here. */
  from?: string | undefined;
}

/** What OpenTelemetry does for us; it is loaded only when tracing is switched on (`open-telemetry.ts`). */
export interface Tracer {
  start(facts: SpanFacts, parent: Span | undefined): Span;
  fail(span: Span, error: unknown): void;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

type TracingConfig = Pick<
  BaseConfig,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED' | 'RELEASE_VERSION'
>;

/** Switches tracing on for this process if its environment names a collector; else nothing is loaded and nothing is done. */
export async function startTracing(service: string, config: TracingConfig, logger: Logger): Promise<void> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || config.OTEL_SDK_DISABLED === 'true' || tracer) return;
  const { openTelemetry } = await import('./open-telemetry.js');
  tracer = openTelemetry(service, config.RELEASE_VERSION, logger);
}

/** Last of all at a stop. */
export async function stopTracing(): Promise<void> {
  const stopping = tracer;
  tracer = undefined;
  await stopping?.stop();
}

export const isTracing = (): boolean => tracer !== undefined;

/** Begins a span that somebody else ends; undefined while tracing is off. */
export const startSpan = (facts: SpanFacts): Span | undefined => tracer?.start(facts, currentSpan());

/** Marks a span as failed, and not when the caller was only refused. */
export function spanFailed(span: Span | undefined, error: unknown): void {
  if (!span) return;
  if (error instanceof AppError) span.setAttribute('error.type', error.code);
  if (!(error instanceof AppError && error.status < 500)) tracer?.fail(span, error);
}

/** Runs something within a span that ends with it. */
export async function inSpan<T>(facts: SpanFacts, run: () => Promise<T>): Promise<T> {
  const span = startSpan(facts);
  if (!span) return run();
  try {
    return await withSpan(span, run);
  } catch (error) {
    spanFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** What goes to the next process in the header `traceparent`; undefined while tracing is off. */
export function traceparent(): string | undefined {
  const context = currentSpan()?.spanContext();
  return context && `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}
