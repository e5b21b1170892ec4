import { brand } from '@rangavalli/contracts/brand';
import type { EventData } from '@rangavalli/contracts/events';
import { formatPaise } from '@rangavalli/service-kit/money';

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/**
 * The letter that confirms an order, in plain text.
 * @param storefront the store's address, for the link to the customer's orders
 */
export function confirmationLetter(
  order: EventData<'order.placed'>,
  storefront?: string,
): { subject: string; text: string } {
  const lines = order.lines.map(
    ({ name, size, quantity, unitPaise }) =>
      `  ${quantity} × ${name}${size ? ` (size ${size})` : ''}: ${formatPaise(unitPaise * quantity)}`,
  );
  const text = [
    `Namaste${order.customer.name ? ` ${order.customer.name}` : ''},`,
    '',
    `thank you for your order. We have received your payment and are getting everything ready for you.`,
    '',
    `Order ${order.orderId}, ${dateFormat.format(new Date(order.orderedAt))}`,
    '',
    ...lines,
    '',
    `Total paid: ${formatPaise(order.totalPaise)}`,
    '',
    `It goes to the courier within 7 days, and you will hear from us when it has been delivered.`,
    ...(storefront ? [`Your orders: ${new URL('/user/orders', storefront).href}`] : []),
    '',
    `Is anything not right? Write to ${brand.email} or call ${brand.phone}, and tell us the order number.`,
    '',
    `With warm regards from Hyderabad,`,
    brand.name,
    brand.tagline,
    '',
    `${brand.legalName}, ${brand.address.join(', ')}`,
    '',
  ];
  return { subject: `Your ${brand.name} order ${order.orderId}`, text: text.join('\n') };
}
