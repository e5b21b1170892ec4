import type { Order } from '@rangavalli/contracts/entities/order';
import { matches } from '../listing/paging.js';

/** Returns the orders with a status (empty: any) that match a search by id, name, email, phone or payment. */
export function findOrders(orders: readonly Order[], search: string, status: string): Order[] {
  // Pasted ids often begin with #; phone numbers are searched with and without spaces.
  const text = search.trim().replace(/^#/, '');
  return orders.filter(({ _id, user, billing, razorpayPaymentId, status: own }) => {
    const phones = [user.phone, billing?.phone].map((phone) => phone?.replaceAll(/[^\d+]/g, ''));
    const fields = [_id, user.name, billing?.fullName, user.email, billing?.email, user.phone, razorpayPaymentId];
    return (!status || own === status) && matches(text, [...fields, ...phones]);
  });
}
