import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';

export interface OrderName {
  orderId: string;
  orderNumber?: string | undefined;
}

/** Shared by everything that one request, command or event does in this process. */
interface Facts {
  orderId?: string;
  orderNumber?: string | undefined;
  errorCode?: string;
  /** `traceparent` of the purchase with which it is linked. */
  linkedTrace?: string;
}

export interface Context {
  correlationId: string;
  span?: Span | undefined;
  facts: Facts;
}

/** The span attributes by which the traces of an order are found. */
const ORDER_ATTRIBUTE = 'rangavalli.order.id';
const ORDER_NUMBER_ATTRIBUTE = 'rangavalli.order.number';

const storage = new AsyncLocalStorage<Context>();

/** Shared by everything that one request caused, across processes; outside a request, a new id. */
export const correlationId = (): string => storage.getStore()?.correlationId ?? randomUUID();

export const withCorrelation = <T>(id: string | undefined, run: () => T): T =>
  storage.run({ correlationId: validIdOrNew(id), span: currentSpan(), facts: {} }, run);

/** Runs what a periodic task does for one order. Without it, orders of one run would share their log lines' order. */
export const withOrder = <T>({ orderId, orderNumber }: OrderName, run: () => T): T =>
  storage.run({ correlationId: correlationId(), span: currentSpan(), facts: { orderId, orderNumber } }, run);

export const validIdOrNew = (id: string | string[] | undefined): string =>
  typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : randomUUID();

export const currentContext = (): Context | undefined => storage.getStore();

/** For callbacks that run outside the request that registered them. */
export const inContext = <T>(context: Context | undefined, run: () => T): T =>
  context ? storage.run(context, run) : run();

export const withSpan = <T>(span: Span | undefined, run: () => T): T =>
  span ? storage.run({ correlationId: correlationId(), span, facts: storage.getStore()?.facts ?? {} }, run) : run();

export const currentSpan = (): Span | undefined => storage.getStore()?.span;

const ORDER_ID = /^[0-9a-f]{24}$/;
const ORDER_NUMBER = /^RV-\d{2}-\d{7,12}$/;

/** Names the order that the current request, command or event is about, in its log lines and spans. */
export function setOrder(orderId: unknown, orderNumber?: unknown): void {
  const context = storage.getStore();
  if (!context) return;
  if (typeof orderId === 'string' && ORDER_ID.test(orderId)) context.facts.orderId = orderId;
  if (typeof orderNumber === 'string' && ORDER_NUMBER.test(orderNumber)) context.facts.orderNumber = orderNumber;
  if (context.span) setOrderAttributes(context.span, context.facts);
}

/** As `setOrder`, for a command or an event that names its order. */
export function setOrderOf(request: unknown): void {
  const { data, ...own } = request as { orderId?: unknown; orderNumber?: unknown; data?: object };
  const { orderId, orderNumber }: typeof own = own.orderId ? own : (data ?? {});
  setOrder(orderId, orderNumber);
}

export function setOrderAttributes(span: Span, { orderId, orderNumber }: Partial<OrderName>): void {
  if (orderId) span.setAttribute(ORDER_ATTRIBUTE, orderId);
  if (orderNumber) span.setAttribute(ORDER_NUMBER_ATTRIBUTE, orderNumber);
}

export function setErrorCode(code: string): void {
  const context = storage.getStore();
  if (context) context.facts.errorCode = code;
}
