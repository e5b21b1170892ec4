import type { Attributes, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { currentContext, currentSpan, type OrderName, setOrder, setOrderAttributes, withSpan } from '../log/context.js';

export const TRACEPARENT = 'traceparent';

export interface SpanOptions {
  /** Low cardinality. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** No customer data. */
  attributes?: Attributes;
  /** A remote parent; default: the current span. */
  from?: string | undefined;
  /** `traceparent` of the span of another trace that caused this one. */
  link?: string | undefined;
}

/** An order or its payment, with the `traceparent` under which it was created. */
export interface Purchase extends OrderName {
  trace?: string | undefined;
}

export interface Tracer {
  start(options: SpanOptions, parent: Span | undefined): Span;
  link(span: Span, to: string): void;
  fail(span: Span, error: unknown): void;
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

type TracingConfig = Pick<
  BaseConfig,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED' | 'RELEASE_VERSION'
>;

export async function startTracing(service: string, config: TracingConfig, logger: Logger): Promise<void> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || config.OTEL_SDK_DISABLED === 'true' || tracer) return;
  const { createTracer } = await import('./open-telemetry.js');
  tracer = createTracer(service, config.RELEASE_VERSION, logger);
}

export async function stopTracing(): Promise<void> {
  const stopping = tracer;
  tracer = undefined;
  await stopping?.stop();
}

export const isTracing = (): boolean => tracer !== undefined;

export const startSpan = (options: SpanOptions): Span | undefined => tracer?.start(options, currentSpan());

/** 4xx errors do not mark a span as failed. */
export function recordFailure(span: Span | undefined, error: unknown): void {
  if (!span) return;
  if (error instanceof AppError) span.setAttribute('error.type', error.code);
  if (!(error instanceof AppError && error.status < 500)) tracer?.fail(span, error);
}

export async function inSpan<T>(options: SpanOptions, run: () => Promise<T>): Promise<T> {
  const span = startSpan(options);
  if (!span) return run();
  try {
    return await withSpan(span, run);
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    endSpan(span);
  }
}

/** Ends a span of the current request, command or event, with the order that this was about. */
export function endSpan(span: Span): void {
  setOrderAttributes(span, currentContext()?.facts ?? {});
  span.end();
}

/**
 * Runs a step of a purchase as a span of the trace in which the purchase began. Browser calls, webhooks and events have
 * traces of their own: the span is linked with theirs in both directions.
 */
export function inPurchase<T>(name: string, purchase: Purchase, run: () => Promise<T>): Promise<T> {
  const { orderId, orderNumber, trace } = purchase;
  if (!tracer || !trace) {
    setOrder(orderId, orderNumber);
    return run();
  }
  const isLinked = linkPurchase(purchase);
  const causes = isLinked ? { from: trace, link: traceparent() } : {};
  return inSpan({ name, kind: 'internal', ...causes }, run);
}

/** Names the order of the current request, and links its span. @returns whether its trace is another one */
export function linkPurchase({ orderId, orderNumber, trace }: Purchase): boolean {
  setOrder(orderId, orderNumber);
  const current = traceparent();
  if (!trace || (current && traceIdOf(current) === traceIdOf(trace))) return false;
  const { span, facts } = currentContext() ?? {};
  if (span && facts?.linkedTrace !== trace) tracer?.link(span, trace);
  if (facts) facts.linkedTrace = trace;
  return true;
}

const traceIdOf = (header: string): string | undefined => header.split('-')[1];

export function traceparent(): string | undefined {
  const context = currentSpan()?.spanContext();
  return context && `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}
