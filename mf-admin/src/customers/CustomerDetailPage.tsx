import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { DataTable } from '../layout/DataTable.js';
import { DetailSkeleton } from '../layout/DetailSkeleton.js';
import { Facts } from '../layout/Facts.js';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import { StatusBadge } from '../orders/StatusBadge.js';
import { RoleButton } from './RoleButton.js';
import css from './CustomerDetailPage.module.css';

const back = { to: '/admin/customers', label: 'All customers' };

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
  if (error && !data)
    return (
      <Page title="Customer" back={back}>
        <ErrorState title="The customer could not be loaded." error={error} onRetry={reload} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Customer" back={back}>
        <DetailSkeleton what="the customer" />
      </Page>
    );
  const { customer, orders } = data;
  if (!customer) {
    return (
      <Page title="Customer" back={back}>
        <EmptyState title="There is no such customer.">
          <ButtonLink to="/admin/customers">All customers</ButtonLink>
        </EmptyState>
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
  };
  return (
    <Page
      title={customer.name}
      back={back}
      note={customer._id}
      actions={<RoleButton customer={customer} onChanged={reload} />}
    >
      <div className={css.sheets}>
        <Panel title="About">
          <Facts facts={facts} wide={['Email']} />
        </Panel>
        <Panel title="Orders" flush={orders.length > 0}>
          {orders.length === 0 ? (
            <p className={css.nothing}>No orders found.</p>
          ) : (
            <DataTable
              inPanel
              caption="Orders of this customer"
              columns={['Order', 'Date', 'Products', 'Total', 'Status']}
              numbers={['Total']}
              short={['Order', 'Date']}
              wide={['Products']}
              rows={orders.map((order) => ({
                key: order._id,
                cells: [
                  <Link key="order" to={`/admin/orders/${order._id}`}>
                    #{order._id.slice(-8)}
                  </Link>,
                  formatDay(order.orderedAt),
                  order.products
                    .map(({ product, quantity }) => `${product.name || 'Unnamed Product'} (x ${quantity})`)
                    .join(', ') || 'No products',
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
