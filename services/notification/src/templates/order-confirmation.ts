import { latestDispatchOf } from '@rangavalli/contracts/dispatch';
import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { Block, EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, addressLines, formatDate, orderLink, orderSummary } from './order-blocks.js';

type Order = EventData<'order.placed'>;

const texts = messages.orderConfirmation;

/**
 * Returns the confirmation with items, total, address, date of dispatch, a link to the order and how to reach the shop.
 * Name, address and personalisation are text of users: they go to confirmed email addresses only.
 * @param storefront the shop's address; without it there are no links and no pictures
 */
export function orderConfirmation(order: Order, storefront?: string): EmailContent {
  const { name, emailVerified } = order.customer;
  const dispatch = formatDate(latestDispatchOf(order.orderedAt, order.lines, order.promise));
  const address = emailVerified ? addressLines(order) : [];
  const blocks: Block[] = [
    { type: 'paragraph', text: order.payment ? texts.introCash : texts.intro },
    { type: 'paragraph', text: texts.order(order.orderNumber, formatDate(order.orderedAt)), isStrong: true },
    ...actions(texts.view, orderLink(order, storefront)),
    { type: 'heading', text: texts.itemsHeading },
    orderSummary(order, storefront),
    ...cashToPay(order),
    ...(address.length > 0
      ? [{ type: 'heading', text: texts.addressHeading } as const, { type: 'address', lines: address } as const]
      : []),
    { type: 'heading', text: texts.nextHeading },
    { type: 'steps', steps: [texts.dispatch(dispatch), ...expectedDates(order), texts.follow, texts.cancel] },
    ...(storefront ? [{ type: 'link', label: texts.policy, href: new URL('/refund', storefront).href } as const] : []),
  ];
  return composeEmail(
    {
      subject: texts.subject(order.orderNumber),
      title: texts.title,
      preheader: texts.dispatch(dispatch),
      name: emailVerified ? name : undefined,
      blocks,
      help: texts.help(order.orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}

const cashToPay = ({ payment }: Order): Block[] =>
  payment ? [{ type: 'paragraph', text: texts.payCash(formatPaise(payment.duePaise)), isStrong: true }] : [];

function expectedDates({ promise }: Order): string[] {
  if (!promise) return [];
  const [from, to] = [promise.from, promise.to].map(formatDate);
  return [from === to ? texts.expectedOn(from) : texts.expectedBetween(from, to)];
}
