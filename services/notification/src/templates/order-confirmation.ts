import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { compose, type EmailContent, messages } from './messages.js';

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

export function orderConfirmation(order: EventData<'order.placed'>, storefront?: string): EmailContent {
  const texts = messages.orderConfirmation;
  const { name, emailVerified } = order.customer;
  // The name is text of users: it goes to confirmed addresses only.
  return compose(texts.subject(order.orderId), emailVerified ? name : undefined, [
    texts.intro,
    texts.order(order.orderId, dateFormat.format(new Date(order.orderedAt))),
    order.lines.map(({ name, size, quantity, unitPaise }) =>
      texts.line(quantity, name, size, formatPaise(unitPaise * quantity)),
    ),
    texts.total(formatPaise(order.totalPaise)),
    [texts.dispatch, ...(storefront ? [texts.orders(new URL('/user/orders', storefront).href)] : [])],
    texts.help,
  ]);
}
