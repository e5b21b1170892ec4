import type { EventData } from '@rangavalli/contracts/events';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, orderLink } from './order-blocks.js';

const texts = messages.returnDecided;

/**
 * Returns the email about accepted goods: what is refunded, credited or exchanged.
 * @param storefront the shop's address; without it there is no link
 */
export function returnDecided(decided: EventData<'order.return.decided'>, storefront?: string): EmailContent {
  const { orderId, orderNumber, refund, creditPaise, exchange, customer } = decided;
  const label = orderLabel(orderId, orderNumber);
  const outcomes = [
    ...(refund ? [texts.refunded(formatPaise(refund.amountPaise))] : []),
    ...(creditPaise > 0 ? [texts.credited(formatPaise(creditPaise))] : []),
    ...(exchange ? [texts.exchanged] : []),
  ];
  return composeEmail(
    {
      subject: texts.subject(label),
      title: texts.title,
      preheader: outcomes[0] ?? texts.intro(label),
      name: customer?.emailVerified ? customer.name : undefined,
      blocks: [
        ...[texts.intro(label), ...outcomes].map((text) => ({ type: 'paragraph', text }) as const),
        ...actions(texts.view, orderLink(decided, storefront)),
      ],
      help: messages.orderConfirmation.help(label),
      audience: 'orders',
    },
    storefront,
  );
}
