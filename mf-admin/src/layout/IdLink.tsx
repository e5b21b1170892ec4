import { orderLabel } from '@rangavalli/contracts/order-number';
import { Link } from '@rangavalli/web-kit/federation/router';

/** The end of an id, as screens show it. */
export const shortId = (id: string): string => `#${id.slice(-8)}`;

export const IdLink = ({ to, id }: { to: 'payments' | 'customers'; id: string }) => (
  <Link to={`/admin/${to}/${id}`}>{shortId(id)}</Link>
);

export const OrderLink = ({ id, orderNumber }: { id: string; orderNumber: string | undefined }) => (
  <Link to={`/admin/orders/${orderNumber ?? id}`}>{orderLabel(id, orderNumber)}</Link>
);

/** Payments of older releases are found by the order's id only. */
export const PaymentLink = ({ orderId, orderNumber }: { orderId: string; orderNumber?: string | undefined }) => (
  <Link to={`/admin/payments/${orderId}`}>{orderLabel(orderId, orderNumber)}</Link>
);
