import type { z } from 'zod';
import type { Call } from './call.js';
import { cartCalls } from './calls/cart.js';
import { catalogCalls } from './calls/catalog.js';
import { gatewayCalls } from './calls/gateway.js';
import { operationsCalls } from './calls/operations.js';
import { orderCalls } from './calls/order.js';
import { paymentCalls } from './calls/payment.js';
import { notificationCalls } from './calls/notification.js';
import { userCalls } from './calls/user.js';

/**
 * Every HTTP call under `/api`, by `METHOD /path`. Gateway routes, access rules, validation, the OpenAPI
 * document and the frontends' types all come from this table.
 */
export const calls = {
  ...catalogCalls,
  ...cartCalls,
  ...orderCalls,
  ...paymentCalls,
  ...userCalls,
  ...notificationCalls,
  ...operationsCalls,
  ...gatewayCalls,
} as const;

export type Calls = typeof calls;
export type CallKey = keyof Calls;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Part<K extends CallKey, Name extends 'params' | 'query' | 'body'> = Calls[K] extends { [P in Name]: infer T }
  ? T
  : undefined;

/** What a call takes once it has been checked: the service's view. */
export interface CallInput<K extends CallKey> {
  params: Parsed<Part<K, 'params'>>;
  query: Parsed<Part<K, 'query'>>;
  body: Parsed<Part<K, 'body'>>;
}

/** The parts that a call has. One of which nothing has to be told may be left out. */
type Present<T> = { [P in keyof T as T[P] extends undefined ? never : object extends T[P] ? never : P]: T[P] } & {
  [P in keyof T as T[P] extends undefined ? never : object extends T[P] ? P : never]?: T[P];
};

/** What a caller sends: only the parts that the call has, defaults left out. */
export type CallRequest<K extends CallKey> = Present<{
  params: Sent<Part<K, 'params'>>;
  query: Sent<Part<K, 'query'>>;
  body: Sent<Part<K, 'body'>>;
}>;

/** What a call answers when all is well. */
export type CallResponse<K extends CallKey> = z.output<Calls[K]['response']>;

/** A call by its key, with the table's wide type, for code that treats all calls alike. */
export const getCall = (key: CallKey): Call => calls[key];
