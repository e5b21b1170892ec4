import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { DataTable } from '../layout/DataTable.js';
import { Figures, FiguresSkeleton } from '../layout/Figures.js';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import { StatusBadge } from '../orders/StatusBadge.js';
import { stockTone } from '../products/stock-tone.js';
import css from './DashboardPage.module.css';
import { lowStockOf } from './low-stock.js';
import { RevenueChart } from './RevenueChart.js';
import { StatusBars } from './StatusBars.js';

const LOW_SHOWN = 6;

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
  if (error && !data)
    return (
      <Page title="Dashboard">
        <ErrorState title="The dashboard could not be loaded." error={error} onRetry={reload} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Dashboard">
        <DashboardSkeleton />
      </Page>
    );
  const { summary, lowStock } = data;
  const figures = [
    { name: 'Users', value: data.customers.toLocaleString('en-IN'), to: '/admin/customers' },
    { name: 'Products', value: data.products.toLocaleString('en-IN'), to: '/admin/products' },
    { name: 'Orders', value: summary.orders.toLocaleString('en-IN'), to: '/admin/orders' },
    { name: 'Sales', value: formatRupees(summary.revenue), to: '/admin/orders' },
  ];
  return (
    <Page title="Dashboard">
      <Figures figures={figures} />
      <div className={css.sheets}>
        <div className={css.wide}>
          <RevenueChart days={summary.days} />
        </div>
        <Panel title="Orders by status">
          <StatusBars byStatus={summary.byStatus} />
        </Panel>
        <Panel title="Best sellers, last 30 days">
          {summary.bestSellers.length === 0 ? (
            <p className={css.nothing}>Nothing was sold in these days.</p>
          ) : (
            <ol className={css.ranking}>
              {summary.bestSellers.map(({ productId, name, pieces, revenue }) => (
                <li key={productId}>
                  <Link to={`/product/${productId}`}>{name}</Link>
                  <span className={css.fact}>
                    {pieces} sold, {formatRupees(revenue)}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Panel>
        <Panel
          title="Low stock"
          className={css.rest}
          aside={
            lowStock.length > LOW_SHOWN && (
              <Link className={css.more} to="/admin/products?stock=low&sort=stock">
                All {lowStock.length}
                <VisuallyHidden> that run low</VisuallyHidden>
              </Link>
            )
          }
        >
          {lowStock.length === 0 ? (
            <p className={css.nothing}>Every product has stock.</p>
          ) : (
            <ul className={css.ranking}>
              {lowStock.slice(0, LOW_SHOWN).map((product) => (
                <li key={product._id}>
                  <Link to={`/admin/products/edit/${product._id}`}>{product.name}</Link>
                  <Badge tone={stockTone(product.stock)}>{product.stock} left</Badge>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel
          title="Recent orders"
          flush={summary.recent.length > 0}
          className={css.wide}
          aside={
            <Link className={css.more} to="/admin/orders">
              All orders
            </Link>
          }
        >
          {summary.recent.length === 0 ? (
            <p className={css.nothing}>No orders found.</p>
          ) : (
            <DataTable
              inPanel
              caption="Recent orders"
              columns={['Order', 'Customer', 'Date', 'Total', 'Status']}
              numbers={['Total']}
              short={['Order', 'Date']}
              rows={summary.recent.map((order) => ({
                key: order._id,
                cells: [
                  <Link key="order" to={`/admin/orders/${order._id}`}>
                    #{order._id.slice(-8)}
                  </Link>,
                  order.user.name || 'N/A',
                  formatDay(order.orderedAt),
                  formatRupees(order.amount),
                  <StatusBadge key="status" status={order.status} />,
                ],
              }))}
            />
          )}
        </Panel>
      </div>
    </Page>
  );
}

/** The dashboard's shape while its figures are on their way. */
function DashboardSkeleton() {
  return (
    <>
      <div role="status" aria-label="Loading the dashboard">
        <FiguresSkeleton count={4} />
      </div>
      <div className={css.sheets}>
        <div className={css.wide}>
          <Skeleton height="26rem" />
        </div>
        {['Orders by status', 'Best sellers', 'Low stock'].map((name) => (
          <Skeleton key={name} height="18rem" />
        ))}
      </div>
    </>
  );
}
