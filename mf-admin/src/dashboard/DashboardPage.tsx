import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link } from '@rangavalli/web-kit/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { statusTone } from '../orders/status-tone.js';
import { stockTone } from '../products/stock-tone.js';
import css from './DashboardPage.module.css';
import { lowStockOf } from './low-stock.js';
import { RevenueChart } from './RevenueChart.js';
import { StatusBars } from './StatusBars.js';

const LOW_SHOWN = 8;

async function load(signal: AbortSignal) {
  const [{ summary }, { products }, { customers }] = await Promise.all([
    call('GET /orders/admin/summary', {}, { signal }),
    call('GET /products/getAll', {}, { signal }),
    call('GET /users/admin/customers', {}, { signal }),
  ]);
  return { summary, products: products.length, lowStock: lowStockOf(products), customers: customers.length };
}

/** The shop at a glance, from its real orders, products and customers. */
export function DashboardPage() {
  const { data, error, reload } = useQuery('dashboard', load);
  if (error && !data) return <Page title="Dashboard"><ErrorState title="The dashboard could not be loaded." error={error} onRetry={reload} /></Page>;
  if (!data) return <Page title="Dashboard"><DashboardSkeleton /></Page>;
  const { summary, lowStock } = data;
  const cards = [
    { name: 'Users', value: data.customers, to: '/admin/customers' },
    { name: 'Products', value: data.products, to: '/admin/products' },
    { name: 'Orders', value: summary.orders, to: '/admin/orders' },
    { name: 'Sales', value: formatRupees(summary.revenue), to: '/admin/orders' },
  ];
  return (
    <Page title="Dashboard">
      <ul className={css.cards}>
        {cards.map(({ name, value, to }) => (
          <li key={name}>
            <Link className={css.cardLink} to={to}>
              <Card className={css.card}><span className={css.name}>{name}</span><span className={css.value}>{value}</span></Card>
            </Link>
          </li>
        ))}
      </ul>
      <RevenueChart days={summary.days} />
      <div className={css.columns}>
        <section aria-labelledby="status-heading">
          <h2 id="status-heading" className={css.heading}>Orders by status</h2>
          <StatusBars byStatus={summary.byStatus} />
        </section>
        <section aria-labelledby="best-heading">
          <h2 id="best-heading" className={css.heading}>Best sellers, last 30 days</h2>
          {summary.bestSellers.length === 0 ? <p>Nothing was sold in these days.</p> : (
            <ol className={css.ranking}>
              {summary.bestSellers.map(({ productId, name, pieces, revenue }) => (
                <li key={productId}>
                  <Link to={`/product/${productId}`}>{name}</Link>
                  <span className={css.fact}>{pieces} sold, {formatRupees(revenue)}</span>
                </li>
              ))}
            </ol>
          )}
        </section>
        <section aria-labelledby="low-heading">
          <h2 id="low-heading" className={css.heading}>Low stock</h2>
          {lowStock.length === 0 ? <p>Every product has stock.</p> : (
            <>
              <ul className={css.ranking}>
                {lowStock.slice(0, LOW_SHOWN).map((product) => (
                  <li key={product._id}>
                    <Link to={`/admin/products/edit/${product._id}`}>{product.name}</Link>
                    <Badge tone={stockTone(product.stock)}>{product.stock} left</Badge>
                  </li>
                ))}
              </ul>
              {lowStock.length > LOW_SHOWN && <p><Link to="/admin/products?stock=low&sort=stock">All {lowStock.length} that run low</Link></p>}
            </>
          )}
        </section>
      </div>
      <h2 className={css.heading}>Recent orders</h2>
      {summary.recent.length === 0 ? <p>No orders found.</p> : (
        <Table caption="Recent orders" columns={['Order', 'Customer', 'Date', 'Total', 'Status']}>
          {summary.recent.map((order) => (
            <tr key={order._id}>
              <td><Link to={`/admin/orders/${order._id}`}>#{order._id.slice(-8)}</Link></td>
              <td>{order.user.name || 'N/A'}</td>
              <td className={css.nowrap}>{formatDay(order.orderedAt)}</td>
              <td>{formatRupees(order.amount)}</td>
              <td><Badge tone={statusTone(order.status)}>{order.status}</Badge></td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}

/** The dashboard's shape while its figures are on their way. */
function DashboardSkeleton() {
  return (
    <>
      <div className={css.cards} role="status" aria-label="Loading the dashboard">
        {['Users', 'Products', 'Orders', 'Sales'].map((name) => <Skeleton key={name} height="6.5rem" />)}
      </div>
      <div className={css.skeleton}><Skeleton height="20rem" /><Skeleton height="14rem" /></div>
    </>
  );
}
