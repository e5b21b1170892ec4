import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import css from './OrdersPage.module.css';
import { statusTone } from './status-tone.js';

const statuses: OrderStatus[] = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'];
const icons: Record<OrderStatus, IconName> = { Pending: 'box', Processing: 'box', Shipped: 'right', Delivered: 'check', Cancelled: 'close' };
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
    Payment: order.paymentState,
  };
  return (
    <article aria-label={`Order ${order._id}`}>
      <Card>
        <div className={css.head}>
          <h2 className={css.id}>Order #{order._id}</h2>
          <Badge tone={statusTone(order.status)}>
            <span className={css.badge}><Icon name={icons[order.status] ?? 'box'} size={16} /> {order.status}</span>
          </Badge>
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
        <div className={css.status}>
          <Select label="Update Status" value={order.status} disabled={busy} onChange={(event) => onStatus(event.target.value as OrderStatus)}>
            {statuses.map((status) => <option key={status}>{status}</option>)}
          </Select>
        </div>
      </Card>
    </article>
  );
}
