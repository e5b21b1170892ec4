import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';

interface Context {
  correlationId: string;
  /** What is being timed right now; only while tracing is on. */
  span?: Span | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** The id that ties together all that one request caused, across processes. A new one outside of any request. */
export const correlationId = (): string => storage.getStore()?.correlationId ?? randomUUID();

/** Runs something under a correlation id; a new one when none (or an unusable one) came along. */
export const withCorrelation = <T>(id: string | undefined, run: () => T): T =>
  storage.run({ correlationId: usableId(id), span: currentSpan() }, run);

/** An id that came along from outside, if it may be used; otherwise a new one. */
export const usableId = (id: string | string[] | undefined): string =>
  typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : randomUUID();

/** The correlation id of the running request, if there is one. */
export const currentCorrelation = (): string | undefined => storage.getStore()?.correlationId;

/** Runs something within a span, under the same correlation id. */
export const withSpan = <T>(span: Span | undefined, run: () => T): T =>
  span ? storage.run({ correlationId: correlationId(), span }, run) : run();

/** The span of what is running, if tracing is on. */
export const currentSpan = (): Span | undefined => storage.getStore()?.span;
