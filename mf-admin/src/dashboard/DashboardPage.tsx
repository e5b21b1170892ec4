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
import { figuresOf } from './figures.js';

async function load(signal: AbortSignal) {
  const [orders, { products }, { customers }] = await Promise.all([
    call('GET /orders/admin/all', {}, { signal }),
    call('GET /products/getAll', {}, { signal }),
    call('GET /users/admin/customers', {}, { signal }),
  ]);
  return { ...figuresOf(orders, products), products: products.length, customers: customers.length };
}

/** The shop at a glance, from its real orders, products and customers. */
export function DashboardPage() {
  const { data, error, reload } = useQuery('dashboard', load);
  if (error && !data) return <Page title="Dashboard"><ErrorState title="The dashboard could not be loaded." error={error} onRetry={reload} /></Page>;
  if (!data) return <Page title="Dashboard"><Skeleton height="20rem" /></Page>;
  const cards = { Users: data.customers, Products: data.products, Orders: data.orders, Sales: formatRupees(data.sales) };
  return (
    <Page title="Dashboard">
      <dl className={css.cards}>
        {Object.entries(cards).map(([name, value]) => (
          <Card key={name} className={css.card}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Card>
        ))}
      </dl>
      <h2 className={css.heading}>Recent orders</h2>
      {data.recent.length === 0 ? <p>No orders found.</p> : (
        <Table caption="Recent orders" columns={['Order', 'Customer', 'Date', 'Total', 'Status']}>
          {data.recent.map((order) => (
            <tr key={order._id}>
              <td>#{order._id.slice(-8)}</td>
              <td>{order.user.name ?? 'N/A'}</td>
              <td>{formatDay(order.orderedAt)}</td>
              <td>{formatRupees(order.amount)}</td>
              <td><Badge tone={statusTone(order.status)}>{order.status}</Badge></td>
            </tr>
          ))}
        </Table>
      )}
      <h2 className={css.heading}>Low stock</h2>
      {data.lowStock.length === 0 ? <p>Every product has stock.</p> : (
        <ul className={css.low}>
          {data.lowStock.slice(0, 10).map((product) => (
            <li key={product._id}>
              <Link to={`/admin/products/edit/${product._id}`}>{product.name}</Link>
              <Badge tone={stockTone(product.stock)}>{product.stock} left</Badge>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
