import type { EventData } from '@rangavalli/contracts/events';
import { composeEmail } from './compose-email.js';
import type { Block, EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions } from './order-blocks.js';

type Moved = EventData<'order.parcel.moved'>;
const texts = messages.parcelMoved;

/** Whether the link opens without login; an order without parcels has its own page instead. */
const isTrackingPath = (path: string): boolean => path.startsWith('/track/');

/** Statuses with an email. */
export type AnnouncedStatus = keyof typeof texts.statuses;

/**
 * Returns the email about a parcel that moved, with the link to its tracking page.
 * @param storefront the shop's address; without it there is no link
 */
export function parcelMoved(moved: Moved & { status: AnnouncedStatus }, storefront?: string): EmailContent {
  const { orderNumber, status, awb, lines, trackingPath, customer } = moved;
  const { subject, title, intro } = texts.statuses[status];
  const contents = lines.map(({ quantity, name }) => texts.item(quantity, name)).join(', ');
  const blocks: Block[] = [
    { type: 'paragraph', text: intro },
    {
      type: 'facts',
      rows: [[texts.order, orderNumber], [texts.items, contents], ...(awb ? [[texts.number, awb] as const] : [])],
    },
    ...actions(
      isTrackingPath(trackingPath) ? texts.view : messages.orderConfirmation.view,
      storefront && new URL(trackingPath, storefront).href,
    ),
  ];
  return composeEmail(
    {
      subject: subject(orderNumber),
      title,
      preheader: intro,
      name: customer.emailVerified ? customer.name : undefined,
      blocks,
      help: messages.orderConfirmation.help(orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}
