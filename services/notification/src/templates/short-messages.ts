import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { KindData, RenderContext } from './kind-data.js';
import { messages } from './messages.js';
import { formatDate } from './order-blocks.js';
import { decisionOf } from './return-decided.js';

/** A text of one or two sentences, for SMS, WhatsApp and push notifications. */
export interface ShortMessage {
  title: string;
  /** As registered with the operators (DLT): `{#var#}` stands for each variable. */
  pattern: string;
  variables: string[];
  /** Below the shop's address. */
  path?: string | undefined;
  /** A page elsewhere, for all channels but push, which opens pages of the shop only. */
  url?: string | undefined;
  /** Whether the SMS ends with the link too, as a last variable: for pages that open without login. */
  isLinkInSms?: boolean;
}

const PLACEHOLDER = '{#var#}';
const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const texts = messages.shortMessages;

const orderPath = ({ orderNumber }: { orderNumber: string }): string => `/user/orders/${orderNumber}`;

/** Title and text of a kind with its variables, in their order. */
const of = (text: { title: string; pattern: string }, variables: string[], path?: string): ShortMessage => ({
  ...text,
  variables,
  path,
});

const linked = (...message: Parameters<typeof of>): ShortMessage => ({ ...of(...message), isLinkInSms: true });

// One pattern for each kind: a template of DLT and of WhatsApp is one text.
type ShortMessages = { [K in NotificationKind]?: (data: KindData[K]) => ShortMessage };

const shortMessages: ShortMessages = {
  one_time_code: ({ code, validMinutes }) => of(texts.oneTimeCode, [code, String(validMinutes)]),
  cod_confirm: ({ data }) => of(texts.codConfirm, [data.code, data.orderNumber, formatPaise(data.totalPaise)]),
  order_placed: (order) => of(texts.orderPlaced, [order.orderNumber, formatPaise(order.totalPaise)], orderPath(order)),
  payment_failed: ({ orderNumber, amountPaise, url }) => ({
    ...linked(texts.paymentFailed, [orderNumber, formatPaise(amountPaise)], '/user/orders'),
    url,
  }),
  dispatched: (data) => of(texts.dispatched, [data.orderNumber], orderPath(data)),
  parcel_picked_up: (data) => linked(texts.parcelPickedUp, [data.orderNumber], data.trackingPath),
  out_for_delivery: (data) => linked(texts.outForDelivery, [data.orderNumber], data.trackingPath),
  delivered: (data) => linked(texts.delivered, [data.orderNumber], data.trackingPath),
  undelivered: (data) => linked(texts.undelivered, [data.orderNumber], data.trackingPath),
  delayed: (data) =>
    linked(
      texts.delayed,
      [data.orderNumber, dateFormat.format(new Date(data.promisedBy))],
      data.trackingPath ?? orderPath(data),
    ),
  cancelled: (data) =>
    of(
      texts.cancelled,
      [data.orderNumber, data.refundPaise > 0 ? formatPaise(data.refundPaise) : texts.noRefund],
      orderPath(data),
    ),
  refunded: (data) =>
    of(
      texts.refunded,
      [formatPaise(data.amountPaise), data.orderNumber, data.arn ?? texts.noReference],
      orderPath(data),
    ),
  return_updated: (data) => {
    const day = data.step === 'pickup_scheduled' && data.pickupOn;
    const step = day ? texts.pickupOn(formatDate(day)) : texts.returnSteps[data.step];
    return of(texts.returnUpdated, [data.orderNumber, step], orderPath(data));
  },
  return_decided: (data) => {
    const { titles, pattern, outcomes } = texts.returnDecided;
    const decision = decisionOf(data);
    return of({ title: titles[decision], pattern }, [data.orderNumber, outcomes[decision]], orderPath(data));
  },
  back_in_stock: ({ product }) => of(texts.backInStock, [product.name], `/product/${product._id}`),
  pin_served: ({ pincode, product }) => of(texts.pinServed, [pincode], product && `/product/${product._id}`),
  price_drop: ({ product, fromPaise, toPaise }) =>
    of(texts.priceDrop, [product.name, formatPaise(toPaise), formatPaise(fromPaise)], `/product/${product._id}`),
  review_request: (data) => of(texts.reviewRequest, [data.lines[0]?.name ?? data.orderNumber], orderPath(data)),
  abandoned_cart: ({ lines }) => of(texts.abandonedCart, [lines.map(({ name }) => name).join(', ')], '/cart'),
};

/** Returns the short text of a kind; undefined for kinds that are emails only. */
export const shortMessageOf = <K extends NotificationKind>(
  kind: K,
  data: KindData[K],
  _context: Pick<RenderContext, 'language'>,
): ShortMessage | undefined => (shortMessages[kind] as ((data: KindData[K]) => ShortMessage) | undefined)?.(data);

/** Returns where a message leads to; undefined without the shop's address. */
export const linkOf = ({ path, url }: ShortMessage, storefront: string | undefined): string | undefined =>
  url ?? (path && storefront && new URL(path, storefront).href);

export function fillPattern({ pattern, variables }: Pick<ShortMessage, 'pattern' | 'variables'>): string {
  const [first = '', ...rest] = pattern.split(PLACEHOLDER);
  return first + rest.map((part, index) => (variables[index] ?? '') + part).join('');
}
