import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link, useParams } from '@rangavalli/web-kit/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { StatusBadge } from '../orders/StatusBadge.js';
import css from '../orders/OrdersPage.module.css';

/** One customer with their orders. */
export function CustomerDetailPage() {
  const { id: userId = '' } = useParams();
  const { data, error, reload } = useQuery(`customer ${userId}`, async (signal) => {
    const [{ customers }, orders] = await Promise.all([
      call('GET /users/admin/customers', {}, { signal }),
      call('GET /orders/{userId}', { params: { userId } }, { signal }),
    ]);
    return { customer: customers.find(({ _id }) => _id === userId), orders };
  });
  if (error && !data) return <Page title="Customer"><ErrorState title="The customer could not be loaded." error={error} onRetry={reload} /></Page>;
  if (!data) return <Page title="Customer"><Skeleton height="30rem" /></Page>;
  const { customer, orders } = data;
  if (!customer) {
    return (
      <Page title="Customer">
        <EmptyState title="There is no such customer."><ButtonLink to="/admin/customers">All customers</ButtonLink></EmptyState>
      </Page>
    );
  }
  const spent = orders.filter(({ status }) => status !== 'Cancelled').reduce((sum, { amount }) => sum + amount, 0);
  const facts = {
    Email: customer.email,
    Phone: customer.phone || 'N/A',
    Role: customer.role,
    Joined: formatDay(customer.createdAt),
    Orders: orders.length,
    'Spent, cancelled orders left out': formatRupees(spent),
    ID: customer._id,
  };
  return (
    <Page title={customer.name}>
      <p><Link to="/admin/customers">All customers</Link></p>
      <dl className={css.facts}>{Object.entries(facts).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <h2 className={css.heading}>Orders</h2>
      {orders.length === 0 ? <p>No orders found.</p> : (
        <Table caption="Orders of this customer" columns={['Order', 'Date', 'Products', 'Total', 'Status']}>
          {orders.map((order) => (
            <tr key={order._id}>
              <td><Link to={`/admin/orders/${order._id}`}>#{order._id.slice(-8)}</Link></td>
              <td>{formatDay(order.orderedAt)}</td>
              <td>{order.products.map(({ product, quantity }) => `${product.name || 'Unnamed Product'} (x ${quantity})`).join(', ') || 'No products'}</td>
              <td>{formatRupees(order.amount)}</td>
              <td><StatusBadge status={order.status} /></td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
