import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { matches } from '../listing/paging.js';

// Written out again, because the contracts' list would bring zod into the browser; the type keeps it right.
/** In the order of an order's life. */
export const statuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const satisfies OrderStatus[];

/** The orders of a status (empty: of all) that a search finds by id, name, e-mail, phone or payment. Their order stays. */
export function findOrders(orders: readonly Order[], search: string, status: string): Order[] {
  // People copy ids with the # that stands before them, and phone numbers without the spaces.
  const wanted = search.trim().replace(/^#/, '');
  return orders.filter(({ _id, user, billing, razorpayPaymentId, status: own }) => {
    const phones = [user.phone, billing?.phone].map((phone) => phone?.replaceAll(/[^\d+]/g, ''));
    return (
      (!status || own === status) &&
      matches(wanted, [
        _id,
        user.name,
        billing?.fullName,
        user.email,
        billing?.email,
        user.phone,
        ...phones,
        razorpayPaymentId,
      ])
    );
  });
}
