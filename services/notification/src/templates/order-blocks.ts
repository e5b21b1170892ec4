import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { Block, Item, Row } from './email-document.js';
import { messages } from './messages.js';

type Order = EventData<'order.placed'>;
type Line = Order['lines'][number];

const texts = messages.orderConfirmation;

/** The URL part of an image host after which a transformation is named. */
const UPLOAD = '/image/upload/';
/** Twice the shown width, px: phones have fine screens. */
const IMAGE_WIDTH = 144;

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
/** Formats a date or a time as a date in IST. */
export const formatDate = (at: string): string => dateFormat.format(new Date(at));

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
/** Formats a time with its date in IST. */
export const formatTime = (at: string): string => timeFormat.format(new Date(at));

/** Returns the address of an order's page; undefined without the shop's address. */
export const orderLink = (
  { orderNumber }: { orderNumber: string },
  storefront: string | undefined,
): string | undefined => storefront && new URL(`/user/orders/${orderNumber}`, storefront).href;

/** Returns a button, unless there is nowhere to go. */
export const actions = (label: string, href: string | undefined): Block[] =>
  href ? [{ type: 'action', label, href }] : [];

/** Returns lines, charges and total of an order. Personalisation is text of users: for confirmed addresses only. */
export function orderSummary(order: Order, storefront: string | undefined): Block {
  const charges = chargesOf(order);
  const subtotal = order.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return {
    type: 'items',
    items: order.lines.map((line) => toItem(line, order.customer.emailVerified ?? false, storefront)),
    charges: charges.length > 0 ? [[texts.subtotal, formatPaise(subtotal)], ...charges] : [],
    total: [totalLabel(order), formatPaise(order.totalPaise)],
  };
}

function totalLabel({ payment, totalPaise }: Order): string {
  if (!payment) return texts.totalLabel;
  return payment.duePaise < totalPaise ? texts.totalLabelPart(formatPaise(payment.duePaise)) : texts.totalLabelCash;
}

function toItem(line: Line, isVerified: boolean, storefront: string | undefined): Item {
  const { name, size, quantity, unitPaise, image, personalisation = [] } = line;
  const amount = formatPaise(unitPaise * quantity);
  const own = isVerified ? personalisation.map(({ label, value }) => texts.personalisation(label, value)) : [];
  return {
    name,
    details: [texts.sizeAndQuantity(size, quantity), ...own],
    amount,
    image: pictureOf(image, storefront),
    text: [texts.line(quantity, name, size, amount), ...own.map((text) => `      ${text}`)],
  };
}

/** What the total differs from the lines by. */
function chargesOf({ charges }: Order): Row[] {
  if (!charges) return [];
  const { discountPaise, shippingPaise, codFeePaise, roundOffPaise } = charges;
  const rows = [
    [texts.discount, -discountPaise],
    [texts.delivery, shippingPaise],
    [texts.codFee, codFeePaise],
    [texts.roundOff, roundOffPaise],
  ] as const;
  return rows.filter(([, paise]) => paise !== 0).map(([label, paise]) => [label, formatPaise(paise)]);
}

/** Absolute, as JPEG: not every mail program shows WebP. Undefined without a picture or the shop's address. */
export const pictureOf = (image: string | undefined, storefront: string | undefined): string | undefined =>
  image && storefront
    ? new URL(image.replace(UPLOAD, `${UPLOAD}f_jpg,q_auto,w_${IMAGE_WIDTH}/`), storefront).href
    : undefined;

export const addressLines = ({ delivery }: Order): string[] =>
  delivery
    ? [
        delivery.fullName,
        delivery.address,
        [delivery.city, delivery.state, delivery.pincode].filter(Boolean).join(', '),
        delivery.country,
        delivery.phone,
      ]
    : [];
