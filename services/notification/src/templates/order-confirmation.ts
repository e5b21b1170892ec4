import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';
import { compose, type EmailContent, messages } from './messages.js';

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

export function orderConfirmation(order: EventData<'order.placed'>, storefront?: string): EmailContent {
  const texts = messages.orderConfirmation;
  const { name, emailVerified } = order.customer;
  // Name and personalisation are text of users: they go to confirmed addresses only.
  return compose(texts.subject(order.orderId), emailVerified ? name : undefined, [
    texts.intro,
    texts.order(order.orderId, dateFormat.format(new Date(order.orderedAt))),
    order.lines.flatMap(({ name, size, personalisation, quantity, unitPaise }) => [
      texts.line(quantity, name, size, formatPaise(unitPaise * quantity)),
      ...(emailVerified ? (personalisation ?? []) : []).map(({ label, value }) => texts.personalisation(label, value)),
    ]),
    texts.total(formatPaise(order.totalPaise)),
    [texts.dispatch, ...(storefront ? [texts.orders(new URL('/user/orders', storefront).href)] : [])],
    texts.help,
  ]);
}
