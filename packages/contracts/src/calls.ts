import type { z } from 'zod';
import type { Call } from './call.js';
import { accountCalls } from './calls/account.js';
import { addressBookCalls } from './calls/address-book.js';
import { cartCalls } from './calls/cart.js';
import { cashCalls } from './calls/cash.js';
import { catalogCalls } from './calls/catalog.js';
import { complaintCalls } from './calls/complaints.js';
import { creditCalls } from './calls/credit.js';
import { deliveryCalls } from './calls/delivery.js';
import { dispatchCalls } from './calls/dispatch.js';
import { gatewayCalls } from './calls/gateway.js';
import { invoiceCalls } from './calls/invoices.js';
import { offerCalls } from './calls/offers.js';
import { operationsCalls } from './calls/operations.js';
import { orderCalls } from './calls/order.js';
import { paymentCalls } from './calls/payment.js';
import { notificationCalls } from './calls/notification.js';
import { notificationsCalls } from './calls/notifications.js';
import { returnCalls } from './calls/returns.js';
import { questionCalls } from './calls/questions.js';
import { reviewCalls } from './calls/reviews.js';
import { searchCalls } from './calls/search.js';
import { securityCalls } from './calls/security.js';
import { shipmentCalls } from './calls/shipments.js';
import { shopCalls } from './calls/shop.js';
import { staffCalls } from './calls/staff.js';
import { userCalls } from './calls/user.js';

/** Every HTTP call under `/api`: the source of routes, access rules, validation, OpenAPI and the frontends' types. */
export const calls = {
  ...catalogCalls,
  ...searchCalls,
  ...cartCalls,
  ...orderCalls,
  ...cashCalls,
  ...complaintCalls,
  ...offerCalls,
  ...deliveryCalls,
  ...invoiceCalls,
  ...shopCalls,
  ...shipmentCalls,
  ...dispatchCalls,
  ...returnCalls,
  ...questionCalls,
  ...reviewCalls,
  ...paymentCalls,
  ...creditCalls,
  ...userCalls,
  ...securityCalls,
  ...accountCalls,
  ...staffCalls,
  ...addressBookCalls,
  ...notificationCalls,
  ...notificationsCalls,
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

export interface CallInput<K extends CallKey> {
  params: Parsed<Part<K, 'params'>>;
  query: Parsed<Part<K, 'query'>>;
  body: Parsed<Part<K, 'body'>>;
}

type Present<T> = { [P in keyof T as T[P] extends undefined ? never : object extends T[P] ? never : P]: T[P] } & {
  [P in keyof T as T[P] extends undefined ? never : object extends T[P] ? P : never]?: T[P];
};

export type CallRequest<K extends CallKey> = Present<{
  params: Sent<Part<K, 'params'>>;
  query: Sent<Part<K, 'query'>>;
  body: Sent<Part<K, 'body'>>;
}>;

export type CallResponse<K extends CallKey> = z.output<Calls[K]['response']>;

export const getCall = (key: CallKey): Call => calls[key];
