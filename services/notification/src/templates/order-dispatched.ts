import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, formatDate, orderLink } from './order-blocks.js';

const texts = messages.orderDispatched;

/**
 * Returns the email of a dispatch, with the number of the invoice and a link to it. The name is text of users: it goes
 * to confirmed addresses only.
 * @param storefront the shop's address; without it there is no link
 */
export function orderDispatched(invoiced: EventData<'order.invoiced'>, storefront?: string): EmailContent {
  const { orderNumber, invoiceNumber, issuedAt, totalPaise, customer } = invoiced;
  return composeEmail(
    {
      subject: texts.subject(orderNumber),
      title: texts.title,
      preheader: texts.intro(orderNumber),
      name: customer.emailVerified ? customer.name : undefined,
      blocks: [
        { type: 'paragraph', text: texts.intro(orderNumber) },
        { type: 'facts', rows: [[texts.invoice(invoiceNumber, formatDate(issuedAt)), formatPaise(totalPaise)]] },
        ...(customer.emailVerified ? [{ type: 'paragraph' as const, text: texts.attached }] : []),
        ...actions(texts.view, orderLink(invoiced, storefront)),
      ],
      help: messages.orderConfirmation.help(orderNumber),
      audience: 'orders',
    },
    storefront,
  );
}
