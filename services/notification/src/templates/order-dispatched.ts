import type { EventData } from '@rangavalli/contracts/events';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { formatPaise } from '@rangavalli/service-kit/money';
import { button, layout, paragraph } from './html.js';
import { compose, type EmailContent, messages } from './messages.js';

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const texts = messages.orderDispatched;

/**
 * Returns the email of a dispatch, with the number of the invoice and a link to it. The name is text of users: it goes
 * to confirmed addresses only.
 * @param storefront the shop's address; without it there is no link
 */
export function orderDispatched(invoiced: EventData<'order.invoiced'>, storefront?: string): EmailContent {
  const { orderId, orderNumber, invoiceNumber, issuedAt, totalPaise, customer } = invoiced;
  const label = orderLabel(orderId, orderNumber);
  const name = customer.emailVerified ? customer.name : undefined;
  const link = storefront && new URL(`/user/orders/${orderNumber ?? orderId}`, storefront).href;
  const subject = texts.subject(label);
  const invoice = texts.invoice(invoiceNumber, dateFormat.format(new Date(issuedAt)), formatPaise(totalPaise));
  const text = compose(subject, name, [
    texts.intro(label),
    invoice,
    ...(link ? [texts.link(link)] : []),
    messages.help,
  ]);
  const html = layout(subject, [
    paragraph(messages.greeting(name)),
    paragraph(texts.intro(label)),
    paragraph(invoice),
    ...(link ? [button(link, texts.view)] : []),
    paragraph(messages.help),
  ]);
  return { ...text, html };
}
