import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Facts } from '../layout/Facts.js';
import css from './OrdersPage.module.css';
import { paymentWords } from './payment-words.js';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';

const missing = 'N/A';

/** An order as the people who run the shop need it (specification §2: each missing fact is 'N/A'). */
export function OrderCard({
  order,
  busy,
  onStatus,
}: {
  order: Order;
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
}) {
  const facts = {
    Customer: order.user.name || missing,
    Email: order.user.email || missing,
    Phone: order.user.phone || order.billing?.phone || missing,
    'Payment method': order.paymentMethod || missing,
    Payment: paymentWords[order.paymentState],
    Address: order.address || missing,
  };
  return (
    <article className={css.card} aria-label={`Order ${order._id}`}>
      <header className={css.head}>
        <h2 className={css.id}>
          <Link to={`/admin/orders/${order._id}`}>Order #{order._id}</Link>
        </h2>
        <span className={css.day}>{formatDay(order.orderedAt)}</span>
        <StatusBadge status={order.status} />
      </header>
      <Facts facts={facts} wide={['Email', 'Address']} />
      <div className={css.bought}>
        {order.products.length === 0 ? (
          <p className={css.nothing}>No products</p>
        ) : (
          <ul className={css.products}>
            {order.products.map((line) => (
              <li key={`${line.product._id} ${line.size}`}>
                {line.product.name || 'Unnamed Product'} (x {line.quantity})
                {line.size && <span className={css.size}>, {line.size}</span>}
              </li>
            ))}
          </ul>
        )}
        <dl className={css.total}>
          <dt>Total amount</dt>
          <dd>{formatRupees(order.amount)}</dd>
        </dl>
      </div>
      <StatusSelect order={order} busy={busy} onStatus={onStatus} />
    </article>
  );
}
