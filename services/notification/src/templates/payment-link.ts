import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, formatTime } from './order-blocks.js';

const texts = messages.paymentLink;

/**
 * Returns the email with the link that pays for an order. It names nobody: the address may not be confirmed.
 * @param storefront the shop's address, for the links of the footer
 */
export function paymentLink(data: EventData<'payment.link.changed'>, storefront?: string): EmailContent {
  const { orderNumber, amountPaise, url, expiresAt } = data;
  const intro = texts.intro(orderNumber, formatPaise(amountPaise));
  return composeEmail(
    {
      subject: texts.subject(orderNumber),
      title: texts.title,
      preheader: intro,
      name: undefined,
      blocks: [
        { type: 'paragraph', text: intro },
        { type: 'paragraph', text: texts.valid(formatTime(expiresAt)) },
        ...actions(texts.view, url),
        { type: 'paragraph', text: texts.stock },
      ],
      help: messages.orderConfirmation.help(orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}
