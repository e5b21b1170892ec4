import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';

interface Context {
  correlationId: string;
  span?: Span | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** Shared by everything that one request caused, across processes; outside a request, a new id. */
export const correlationId = (): string => storage.getStore()?.correlationId ?? randomUUID();

export const withCorrelation = <T>(id: string | undefined, run: () => T): T =>
  storage.run({ correlationId: validIdOrNew(id), span: currentSpan() }, run);

export const validIdOrNew = (id: string | string[] | undefined): string =>
  typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : randomUUID();

export const currentCorrelationId = (): string | undefined => storage.getStore()?.correlationId;

export const withSpan = <T>(span: Span | undefined, run: () => T): T =>
  span ? storage.run({ correlationId: correlationId(), span }, run) : run();

export const currentSpan = (): Span | undefined => storage.getStore()?.span;
