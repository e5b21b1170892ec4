import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface Context {
  correlationId: string;
}

const storage = new AsyncLocalStorage<Context>();

/** The id that ties together all that one request caused, across processes. A new one outside of any request. */
export const correlationId = (): string => storage.getStore()?.correlationId ?? randomUUID();

/** Runs something under a correlation id; a new one when none (or an unusable one) came along. */
export const withCorrelation = <T>(id: string | undefined, run: () => T): T =>
  storage.run({ correlationId: id && /^[\w.:-]{1,100}$/.test(id) ? id : randomUUID() }, run);

/** The correlation id of the running request, if there is one. */
export const currentCorrelation = (): string | undefined => storage.getStore()?.correlationId;
