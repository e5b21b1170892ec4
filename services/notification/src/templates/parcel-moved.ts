import type { EventData } from '@rangavalli/contracts/events';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { button, layout, paragraph } from './html.js';
import { compose, type EmailContent, messages } from './messages.js';

type Moved = EventData<'order.parcel.moved'>;
const texts = messages.parcelMoved;

/** Statuses with an email. */
export type AnnouncedStatus = keyof typeof texts.statuses;
export const isAnnounced = (status: Moved['status']): status is AnnouncedStatus =>
  Object.hasOwn(texts.statuses, status);

/**
 * Returns the email about a parcel that moved, with the link to its tracking page.
 * @param storefront the shop's address; without it there is no link
 */
export function parcelMoved(moved: Moved & { status: AnnouncedStatus }, storefront?: string): EmailContent {
  const { orderId, orderNumber, status, awb, lines, trackingPath, customer } = moved;
  const label = orderLabel(orderId, orderNumber);
  const name = customer.emailVerified ? customer.name : undefined;
  const { subject: subjectOf, intro } = texts.statuses[status];
  const subject = subjectOf(label);
  const link = storefront && new URL(trackingPath, storefront).href;
  const contents = [
    intro,
    texts.items(lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')),
    ...(awb ? [texts.number(awb)] : []),
  ];
  const text = compose(subject, name, [...contents, ...(link ? [texts.link(link)] : []), messages.help]);
  const html = layout(subject, [
    paragraph(messages.greeting(name)),
    ...contents.map((content) => paragraph(content)),
    ...(link ? [button(link, texts.view)] : []),
    paragraph(messages.help),
  ]);
  return { ...text, html };
}
