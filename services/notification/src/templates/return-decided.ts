import type { EventData } from '@rangavalli/contracts/events';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { formatPaise } from '@rangavalli/service-kit/money';
import { button, layout, paragraph } from './html.js';
import { compose, type EmailContent, messages } from './messages.js';

const texts = messages.returnDecided;

/**
 * Returns the email about accepted goods: what is refunded, credited or exchanged.
 * @param storefront the shop's address; without it there is no link
 */
export function returnDecided(decided: EventData<'order.return.decided'>, storefront?: string): EmailContent {
  const { orderId, orderNumber, refund, creditPaise, exchange, customer } = decided;
  const label = orderLabel(orderId, orderNumber);
  const name = customer?.emailVerified ? customer.name : undefined;
  const subject = texts.subject(label);
  const link = storefront && new URL(`/user/orders/${orderNumber ?? orderId}`, storefront).href;
  const contents = [
    texts.intro(label),
    ...(refund ? [texts.refunded(formatPaise(refund.amountPaise))] : []),
    ...(creditPaise > 0 ? [texts.credited(formatPaise(creditPaise))] : []),
    ...(exchange ? [texts.exchanged] : []),
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
