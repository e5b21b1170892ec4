import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatPersonalisation, lineKeyOf } from '@rangavalli/contracts/personalisation';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { methodTitle } from '@rangavalli/web-kit/format/payment-method';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Facts } from '../layout/Facts.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { cashDueOf, isPaidInPart } from './cash-due.js';
import { messages } from './messages.js';
import css from './OrdersPage.module.css';
import { formatLine } from './OrderTable.js';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';

interface OrderCardProps {
  order: Order;
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
}

function paymentText(order: Order): string {
  const { cash, paymentState, status, paidOnline = 0 } = order;
  if (isPaidInPart(order)) return messages.partPaid(formatRupees(paidOnline), formatRupees(cashDueOf(order)));
  return cash && paymentState === 'awaiting' && status !== 'Cancelled'
    ? messages.cashDue(formatRupees(cash.due))
    : messages.paymentStates[paymentState];
}

/** An order in the list (specification §2: each missing value is 'N/A'). */
export function OrderCard({ order, busy, onStatus }: OrderCardProps) {
  const mayChange = usePermissions()('orders.write');
  const facts = {
    [messages.customer]: order.user.name || layout.missing,
    [messages.email]: order.user.email || layout.missing,
    [messages.phone]: order.user.phone || order.billing?.phone || layout.missing,
    [messages.paymentMethod]: order.cash ? messages.cash : methodTitle(order.paymentMethod ?? '') || layout.missing,
    [messages.payment]: paymentText(order),
    [messages.address]: order.address || layout.missing,
  };
  const title = messages.orderTitle(order.orderNumber);
  return (
    <article className={css.card} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.id}>
          <Link to={`/admin/orders/${order.orderNumber}`}>{title}</Link>
        </h2>
        <span className={css.day}>{formatDay(order.orderedAt)}</span>
        <StatusBadge status={order.status} />
      </header>
      <Facts facts={facts} wide={[messages.email, messages.address]} />
      <div className={css.bought}>
        {order.products.length === 0 ? (
          <p className={shared.empty}>{messages.noProducts}</p>
        ) : (
          <ul className={css.products}>
            {order.products.map((line) => (
              <li key={lineKeyOf({ ...line, productId: line.product._id })}>
                {formatLine(line)}
                {line.size && <span className={shared.empty}>, {line.size}</span>}
                {line.personalisation && <span>, {formatPersonalisation(line)}</span>}
              </li>
            ))}
          </ul>
        )}
        <dl className={css.total}>
          <dt>{messages.totalAmount}</dt>
          <dd>{formatRupees(order.amount)}</dd>
        </dl>
      </div>
      {mayChange && <StatusSelect order={order} busy={busy} onStatus={onStatus} />}
    </article>
  );
}
