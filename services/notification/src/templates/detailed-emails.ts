import { notificationKinds } from '@rangavalli/contracts/notification-kinds';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { Block, EmailContent, Item, Row } from './email-document.js';
import type { Addressee, KindData, RenderContext } from './kind-data.js';
import { messages } from './messages.js';
import { actions, formatDate, formatTime, pictureOf } from './order-blocks.js';
import { fillPattern, linkOf, shortMessageOf } from './short-messages.js';

const texts = messages.details;
const audiences = { security: 'account', orders: 'orders', marketing: 'marketing' } as const;

type Detailed =
  | 'payment_failed'
  | 'delayed'
  | 'cancelled'
  | 'refunded'
  | 'return_updated'
  | 'pin_served'
  | 'price_drop'
  | 'review_request'
  | 'abandoned_cart';

/** What an email has besides the short text of its kind. */
interface Details {
  /** Without it, the short text. */
  intro?: string;
  /** Without it, the title of the short text. */
  subject?: string;
  /** Number of the order, to be mentioned when asking for help. */
  order?: string;
  blocks: Block[];
  action: string;
  closing: string[];
}

const paragraph = (text: string): Block => ({ type: 'paragraph', text });
const facts = (...rows: (Row | undefined)[]): Block => ({
  type: 'facts',
  rows: rows.flatMap((row) => (row ? [row] : [])),
});
const money = (label: string, paise: number): Row | undefined => (paise > 0 ? [label, formatPaise(paise)] : undefined);
const items = (...list: Item[]): Block => ({ type: 'items', items: list });

const detailsOf: { [K in Detailed]: (data: KindData[K], storefront?: string) => Details } = {
  payment_failed: (data) => ({
    intro: texts.intros.payment_failed,
    subject: texts.subjects.payment_failed(data.orderNumber),
    order: data.orderNumber,
    blocks: [
      facts([texts.order, data.orderNumber], money(texts.amount, data.amountPaise), [
        texts.payUntil,
        texts.inIndia(formatTime(data.expiresAt)),
      ]),
    ],
    action: texts.payNow,
    closing: [texts.payHow, messages.paymentLink.stock, texts.notCharged],
  }),
  delayed: (data) => ({
    intro: texts.intros.delayed,
    subject: texts.subjects.delayed(data.orderNumber),
    order: data.orderNumber,
    blocks: [facts([texts.order, data.orderNumber], [texts.expected, formatDate(data.promisedBy)])],
    action: data.trackingPath ? texts.track : texts.viewOrder,
    closing: [texts.sorry],
  }),
  cancelled: (data) => ({
    intro: texts.intros.cancelled,
    subject: texts.subjects.cancelled(data.orderNumber),
    order: data.orderNumber,
    blocks: [
      facts(
        [texts.order, data.orderNumber],
        money(texts.refund, data.refundPaise),
        money(texts.credit, data.creditPaise),
      ),
    ],
    action: texts.viewOrder,
    closing: [texts.restocked, ...(data.refundPaise > 0 ? [texts.refundTime] : [])],
  }),
  refunded: (data) => ({
    intro: data.to ? texts.intros.paidOut[data.to] : texts.intros.refunded,
    subject: texts.subjects.refunded(data.orderNumber),
    order: data.orderNumber,
    blocks: [
      facts(
        [texts.order, data.orderNumber],
        money(texts.amount, data.amountPaise),
        data.arn ? [data.to ? texts.transferReference : texts.reference, data.arn] : undefined,
      ),
    ],
    action: texts.viewOrder,
    closing: [data.to ? texts.payoutTime : texts.refundTime, ...(data.arn ? [texts.arnHelp] : [])],
  }),
  return_updated: (data) => ({
    intro: texts.intros.return_updated[data.step],
    subject: texts.subjects.return_updated(data.orderNumber),
    order: data.orderNumber,
    blocks: [
      facts(
        [texts.order, data.orderNumber],
        data.pickupOn ? [texts.pickupOn, formatDate(data.pickupOn)] : undefined,
        data.courierName ? [texts.courier, data.courierName] : undefined,
      ),
    ],
    action: texts.viewOrder,
    closing: [texts.returnSteps[data.step]],
  }),
  pin_served: ({ pincode, product }) => ({
    subject: texts.subjects.pin_served(pincode),
    blocks: product ? [items({ name: product.name, details: [] })] : [facts([texts.pincode, pincode])],
    action: texts.viewItem,
    closing: [texts.pinServed],
  }),
  price_drop: ({ product, fromPaise, toPaise }, storefront) => ({
    intro: texts.intros.price_drop,
    subject: texts.subjects.price_drop(product.name),
    blocks: [
      items({
        name: product.name,
        details: [],
        amount: formatPaise(toPaise),
        amountBefore: formatPaise(fromPaise),
        image: pictureOf(product.images?.[0]?.url, storefront),
      }),
    ],
    action: texts.viewItem,
    closing: [texts.priceNote],
  }),
  review_request: (data) => ({
    subject: texts.subjects.review_request(data.orderNumber),
    order: data.orderNumber,
    blocks: [items(...data.lines.map(({ name }) => ({ name, details: [] })))],
    action: texts.writeReview,
    closing: [texts.reviewNote],
  }),
  abandoned_cart: ({ lines }, storefront) => ({
    intro: texts.intros.abandoned_cart,
    blocks: [
      items(
        ...lines.map(({ name, quantity, image }) => ({
          name,
          details: [messages.orderConfirmation.sizeAndQuantity('', quantity)],
          image: pictureOf(image, storefront),
        })),
      ),
    ],
    action: texts.openCart,
    closing: [texts.cartNote],
  }),
};

/** Returns an email with the short text of a kind, what there is to know besides, and one button. */
export function detailedEmail<K extends Detailed>(
  kind: K,
  data: KindData[K] & { customer?: Addressee },
  { storefront, language }: RenderContext,
): EmailContent {
  const short = shortMessageOf(kind, data, { language });
  if (!short) throw new Error(`no text of ${kind}`);
  const { title } = short;
  const {
    intro = fillPattern(short),
    subject = title,
    order,
    blocks,
    action,
    closing,
  } = detailsOf[kind](data, storefront);
  const { customer } = data;
  return composeEmail(
    {
      subject,
      title,
      preheader: fillPattern(short),
      name: customer?.emailVerified ? customer.name : undefined,
      blocks: [paragraph(intro), ...blocks, ...actions(action, linkOf(short, storefront)), ...closing.map(paragraph)],
      help: order ? messages.orderConfirmation.help(order) : messages.help,
      audience: audiences[notificationKinds[kind].category],
    },
    storefront,
  );
}
