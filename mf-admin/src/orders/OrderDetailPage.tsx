import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link, useParams } from '@rangavalli/web-kit/router';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import css from './OrdersPage.module.css';
import { paymentWords } from './payment-words.js';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';
import { Timeline } from './Timeline.js';
import { useOrderStatus } from './use-order-status.js';

const missing = 'N/A';

/** One order: what was bought, by whom, how it was paid, and all that was done to it. */
export function OrderDetailPage() {
  const { id: orderId = '' } = useParams();
  const { data, error, reload } = useQuery(`order ${orderId}`, (signal) => call('GET /orders/detail/{orderId}', { params: { orderId } }, { signal }));
  const { busy, setStatus } = useOrderStatus(reload);
  if (error && !data) return <Page title="Order"><ErrorState title="The order could not be loaded." error={error} onRetry={reload} /></Page>;
  if (!data) return <Page title="Order"><Skeleton height="40rem" /></Page>;
  const { order } = data;
  const facts = {
    Customer: <Link to={`/admin/customers/${order.user._id}`}>{order.user.name || order.user.email || missing}</Link>,
    Email: order.user.email || missing,
    Phone: order.user.phone || order.billing?.phone || missing,
    'Sent to': order.billing?.fullName || order.user.name || missing,
    Address: order.address || missing,
    Ordered: formatDay(order.orderedAt),
  };
  const payment = {
    State: paymentWords[order.paymentState],
    'Payment method': order.paymentMethod || missing,
    'Total amount': formatRupees(order.amount),
    'Razorpay payment': order.razorpayPaymentId || missing,
    'Razorpay order': order.razorpayOrderId || missing,
  };
  return (
    <Page title={`Order #${order._id.slice(-8)}`}>
      <p><Link to="/admin/orders">All orders</Link></p>
      <div className={css.head}>
        <p className={css.id}>{order._id}</p>
        <StatusBadge status={order.status} />
      </div>
      <div className={css.detail}>
        <div>
          <h2 className={css.heading}>Products</h2>
          {order.products.length === 0 ? <p>No products</p> : (
            <Table caption="Products of this order" columns={['Product', 'Size', 'Price', 'Quantity', 'Sum']}>
              {order.products.map(({ product, size, quantity, price }) => (
                <tr key={`${product._id} ${size}`}>
                  <td><Link to={`/product/${product._id}`}>{product.name || 'Unnamed Product'}</Link></td>
                  <td>{size || 'None'}</td>
                  <td>{formatRupees(price)}</td>
                  <td>{quantity}</td>
                  <td>{formatRupees(price * quantity)}</td>
                </tr>
              ))}
            </Table>
          )}
          <h2 className={css.heading}>Customer</h2>
          <dl className={css.facts}>{Object.entries(facts).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
          <h2 className={css.heading}>Payment</h2>
          <dl className={css.facts}>{Object.entries(payment).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
        </div>
        <div>
          <h2 className={css.heading}>Status</h2>
          <Card><StatusSelect order={order} busy={busy === order._id} onStatus={(status) => void setStatus(order._id, status)} /></Card>
          <h2 className={css.heading}>History</h2>
          <Timeline history={order.history} />
        </div>
      </div>
    </Page>
  );
}
