import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { Link } from '@rangavalli/web-kit/router';
import { Card } from '@rangavalli/web-kit/ui/Card';
import css from './OrdersPage.module.css';
import { paymentWords } from './payment-words.js';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';

const missing = 'N/A';

/** An order as the people who run the shop need it (specification §2: each missing fact is 'N/A'). */
export function OrderCard({ order, busy, onStatus }: { order: Order; busy: boolean; onStatus: (status: OrderStatus) => void }) {
  const facts = {
    Customer: order.user.name || missing,
    Email: order.user.email || missing,
    Phone: order.user.phone || order.billing?.phone || missing,
    Address: order.address || missing,
    'Payment method': order.paymentMethod || missing,
    'Total amount': formatRupees(order.amount),
    Ordered: formatDay(order.orderedAt),
    Payment: paymentWords[order.paymentState],
  };
  return (
    <article aria-label={`Order ${order._id}`}>
      <Card>
        <div className={css.head}>
          <h2 className={css.id}><Link to={`/admin/orders/${order._id}`}>Order #{order._id}</Link></h2>
          <StatusBadge status={order.status} />
        </div>
        <dl className={css.facts}>
          {Object.entries(facts).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
        </dl>
        {order.products.length === 0 ? <p>No products</p> : (
          <ul className={css.products}>
            {order.products.map((line) => (
              <li key={`${line.product._id} ${line.size}`}>
                {line.product.name || 'Unnamed Product'} (x {line.quantity}){line.size && `, ${line.size}`}
              </li>
            ))}
          </ul>
        )}
        <StatusSelect order={order} busy={busy} onStatus={onStatus} />
      </Card>
    </article>
  );
}
