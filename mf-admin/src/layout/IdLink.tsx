import { Link } from '@rangavalli/web-kit/federation/router';

/** The end of an id, as screens show it. */
export const shortId = (id: string): string => `#${id.slice(-8)}`;

export const IdLink = ({ to, id }: { to: 'payments' | 'customers'; id: string }) => (
  <Link to={`/admin/${to}/${id}`}>{shortId(id)}</Link>
);

export const OrderLink = ({ orderNumber }: { orderNumber: string }) => (
  <Link to={`/admin/orders/${orderNumber}`}>{orderNumber}</Link>
);

/** Of a message of Razorpay only the id is known. */
export const PaymentLink = ({ orderId, orderNumber = shortId(orderId) }: { orderId: string; orderNumber?: string }) => (
  <Link to={`/admin/payments/${orderId}`}>{orderNumber}</Link>
);
