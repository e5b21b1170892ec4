import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, formatTime, orderLink } from './order-blocks.js';

const texts = messages.returnDecided;

/**
 * Returns the email about accepted or cancelled goods: what is refunded, credited or exchanged.
 * @param storefront the shop's address; without it there is no link
 */
export function returnDecided(
  decided: EventData<'order.return.decided' | 'order.lines.cancelled'>,
  storefront?: string,
): EmailContent {
  const { orderNumber, refund, creditPaise, customer, staff } = decided;
  const isCancellation = 'lines' in decided;
  const exchange = isCancellation ? undefined : decided.exchange;
  const cancelled = staff ? texts.cancelledByShop(orderNumber) : texts.cancelledIntro(orderNumber);
  const intro = isCancellation ? cancelled : texts.intro(orderNumber);
  const outcomes = [
    ...(refund ? [texts.refunded(formatPaise(refund.amountPaise))] : []),
    ...(creditPaise > 0 ? [texts.credited(formatPaise(creditPaise))] : []),
    ...(exchange && !exchange.due ? [texts.exchanged] : []),
    ...(exchange?.differencePaise ? [texts.difference(formatPaise(exchange.differencePaise))] : []),
    ...(exchange?.due
      ? [texts.due(formatPaise(exchange.due.amountPaise), formatTime(exchange.due.payBy)), texts.unpaid]
      : []),
  ];
  return composeEmail(
    {
      subject: isCancellation ? texts.cancelledSubject(orderNumber) : texts.subject(orderNumber),
      title: isCancellation ? texts.cancelledTitle : texts.title,
      preheader: outcomes[0] ?? intro,
      name: customer?.emailVerified ? customer.name : undefined,
      blocks: [
        ...[intro, ...outcomes].map((text) => ({ type: 'paragraph', text }) as const),
        ...actions(texts.view, orderLink(decided, storefront)),
      ],
      help: messages.orderConfirmation.help(orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}
