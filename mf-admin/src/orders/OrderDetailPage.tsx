import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { DataTable } from '../layout/DataTable.js';
import { DetailSkeleton } from '../layout/DetailSkeleton.js';
import { Facts } from '../layout/Facts.js';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import css from './OrderDetailPage.module.css';
import { paymentWords } from './payment-words.js';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';
import { Timeline } from './Timeline.js';
import { useOrderStatus } from './use-order-status.js';

const missing = 'N/A';
const back = { to: '/admin/orders', label: 'All orders' };

/** One order: what was bought, by whom, how it was paid, and all that was done to it. */
export function OrderDetailPage() {
  const { id: orderId = '' } = useParams();
  const { data, error, reload } = useQuery(`order ${orderId}`, (signal) =>
    call('GET /orders/detail/{orderId}', { params: { orderId } }, { signal }),
  );
  const { busy, setStatus } = useOrderStatus(reload);
  if (error && !data)
    return (
      <Page title="Order" back={back}>
        <ErrorState title="The order could not be loaded." error={error} onRetry={reload} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Order" back={back}>
        <DetailSkeleton what="the order" />
      </Page>
    );
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
    <Page
      title={`Order #${order._id.slice(-8)}`}
      back={back}
      badge={<StatusBadge status={order.status} />}
      note={order._id}
    >
      <div className={css.detail}>
        <div className={css.column}>
          <Panel title="Products" flush={order.products.length > 0}>
            {order.products.length === 0 ? (
              <p className={css.nothing}>No products</p>
            ) : (
              <>
                <DataTable
                  inPanel
                  caption="Products of this order"
                  columns={['Product', 'Size', 'Price', 'Quantity', 'Sum']}
                  numbers={['Price', 'Quantity', 'Sum']}
                  rows={order.products.map(({ product, size, quantity, price }) => ({
                    key: `${product._id} ${size}`,
                    cells: [
                      <Link key="product" to={`/product/${product._id}`}>
                        {product.name || 'Unnamed Product'}
                      </Link>,
                      size || 'None',
                      formatRupees(price),
                      quantity,
                      formatRupees(price * quantity),
                    ],
                  }))}
                />
                <p className={css.total}>
                  <span>Total</span>
                  <span>{formatRupees(order.amount)}</span>
                </p>
              </>
            )}
          </Panel>
          <Panel title="Customer">
            <Facts facts={facts} stacked />
          </Panel>
          <Panel
            title="Payment"
            aside={
              <Link className={css.aside ?? ''} to={`/admin/payments/${order._id}`}>
                Its story
              </Link>
            }
          >
            <Facts facts={payment} stacked />
          </Panel>
        </div>
        <div className={css.column}>
          <Panel title="Status">
            <StatusSelect
              order={order}
              busy={busy === order._id}
              onStatus={(status) => void setStatus(order._id, status)}
            />
          </Panel>
          <Panel title="History">
            <Timeline history={order.history} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}
